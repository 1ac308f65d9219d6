//! A database that cannot be written to at the moment, or not safely: a standby, a primary that waits for its standby.

use std::pin::pin;

use server::MIGRATOR;
use server::platform::database::private::PrivatePostgres;
use sqlx::{AssertSqlSafe, PgPool};
use tempfile::TempDir;
use tokio::time::timeout;

use crate::story::{Answer, TIMEOUT, Table, TestApp, WHOLE_GAME, turns_of};

/// A PostgreSQL of its own, and connections to it that no server has.
struct OwnPostgres {
    postgres: PrivatePostgres,
    admin: PgPool,
    _folder: TempDir,
}

impl OwnPostgres {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let postgres = PrivatePostgres::start(folder.path()).await.unwrap();
        Self { admin: PgPool::connect_lazy_with(postgres.options()), postgres, _folder: folder }
    }

    async fn server(&self) -> TestApp {
        let pool = PgPool::connect_lazy_with(self.postgres.options());
        MIGRATOR.run(&pool).await.unwrap();
        TestApp::new(pool).await
    }

    /// Lets commits wait for a standby that does not exist. The setting is in force some time after PostgreSQL was told of it.
    async fn waits_for_a_standby(&self) {
        self.set("set synchronous_standby_names = 'standby'").await;
        let write = "create table if not exists written (); drop table written";
        let waits = async {
            loop {
                let mut writes = pin!(sqlx::raw_sql(write).execute(&self.admin));
                tokio::select! {
                    written = &mut writes => written.map(drop).unwrap(),
                    process = self.has_waiting_commit() => {
                        // What was written stays so.
                        sqlx::query("select pg_cancel_backend($1)").bind(process).execute(&self.admin).await.unwrap();
                        return writes.await.map(drop).unwrap();
                    }
                }
            }
        };
        timeout(TIMEOUT, waits).await.expect("commits do not wait for a standby");
    }

    async fn set(&self, setting: &str) {
        for statement in [format!("alter system {setting}"), "select pg_reload_conf()".to_owned()] {
            sqlx::raw_sql(AssertSqlSafe(statement)).execute(&self.admin).await.unwrap();
        }
    }

    async fn events(&self) -> i64 {
        sqlx::query_scalar("select count(*) from events").fetch_one(&self.admin).await.unwrap()
    }

    /// Waits until a commit waits for a standby: its process.
    async fn has_waiting_commit(&self) -> i32 {
        let waits = async {
            loop {
                let waiting = sqlx::query_scalar("select pid from pg_stat_activity where wait_event = 'SyncRep'");
                if let Some(process) = waiting.fetch_optional(&self.admin).await.unwrap() {
                    return process;
                }
            }
        };
        timeout(TIMEOUT, waits).await.expect("no commit waits")
    }
}

async fn moves(table: &Table) -> Answer {
    table.white.moves(0, turns_of(WHOLE_GAME).next().unwrap()).await
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn a_turn_that_a_standby_refuses_is_asked_for_again(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let table = app.table("kwik", "kwek").await;
    app.is_led_to_a_standby().await;
    let health = app.anonymous().get("/healthz").await;
    assert_eq!((health.status, &*health.text), (503, "the database takes no writes\n"));
    let refused = moves(&table).await;
    assert_eq!(refused.header("retry-after"), "3");
    assert_eq!(refused.page(503).text("h1"), "Temporarily unavailable");
    assert_eq!(moves(&table).await.leads_to(), table.game, "the primary was found");
}

#[sqlx::test(migrator = "MIGRATOR")]
async fn a_standby_that_takes_over_goes_on_counting(pool: PgPool) {
    // It has no contents of what is unlogged, and a sequence without any gives no numbers.
    let unlogged = "select count(*) from pg_class where relkind = 'S' and relpersistence = 'u'";
    assert_eq!(sqlx::query_scalar::<_, i64>(unlogged).fetch_one(&pool).await.unwrap(), 0);
}

#[tokio::test]
async fn a_turn_sent_again_is_answered_once_a_standby_has_it() {
    let own = OwnPostgres::start().await;
    let app = own.server().await;
    let table = app.table("kwik", "kwek").await;
    own.waits_for_a_standby().await;
    // The commit is on the disk, but the standby does not get it, and the answer is lost.
    let end_waiting = async {
        let process = own.has_waiting_commit().await;
        sqlx::query("select pg_terminate_backend($1)").bind(process).execute(&own.admin).await.unwrap();
    };
    let (lost, ()) = tokio::join!(moves(&table), end_waiting);
    lost.has_status(503);
    assert_eq!(own.events().await, 1);
    // Until the standby has it, it may be lost with this database.
    let mut again = pin!(moves(&table));
    tokio::select! {
        answer = &mut again => panic!("answered with {} though only this database has the turn", answer.status),
        _ = own.has_waiting_commit() => {}
    }
    own.set("reset synchronous_standby_names").await;
    assert_eq!(again.await.leads_to(), table.game);
    assert_eq!(own.events().await, 1);
}
