//! Workers that die in the middle of it, or fail.

use std::path::Path;
use std::time::Duration;

use server::engines::{EngineTable, Engines};
use sqlx::PgPool;
use tokio::time::timeout;

use super::{TURNS, asks, over, tab};
use crate::story::{TestApp, own_engine, seconds};

fn engines() -> Engines {
    Engines::new(EngineTable::new(&[], Some(own_engine())))
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn a_killed_worker_leaves_one_position_to_another(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let worker = app.worker().await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = over(&ann, &ben).await;
    asks(&ann, &table).await.leads_to();
    let mut first = engines();
    assert!(worker.do_next(&mut first).await.unwrap());
    // It is killed as soon as it has taken the job once more.
    let killed = timeout(Duration::from_secs(60), async {
        let next = worker.do_next(&mut first);
        tokio::pin!(next);
        while app.count("select count(*) from jobs where lease is not null").await == 0 {
            tokio::select! {
                _ = &mut next => break,
                () = tokio::time::sleep(Duration::from_millis(1)) => {}
            }
        }
    });
    killed.await.unwrap();
    drop((worker, first));
    assert_eq!(app.work().await, 0, "the job is still leased");
    app.pass(seconds(11));
    let searched = app.count("select count(*) from evaluated_plies").await;
    assert_eq!(app.work().await as i64, TURNS as i64 + 1 - searched, "another does the rest, and nothing twice");
    ends_once(&app).await;
    assert!(!ann.opens(&tab(&table)).await.has(".computer-progress"));
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn of_two_workers_at_the_same_position_one_writes_it(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let (one, other) = (app.worker().await, app.worker().await);
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    asks(&ann, &over(&ann, &ben).await).await.leads_to();
    let (mut first, mut second) = (engines(), engines());
    let late = async {
        while app.count("select count(*) from jobs where lease is not null").await == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        // The first was held up for longer than its lease.
        app.pass(seconds(11));
        other.do_next(&mut second).await.unwrap()
    };
    let (done, _) = tokio::join!(one.do_next(&mut first), late);
    assert!(done.unwrap());
    assert!(app.count("select count(*) from evaluated_plies").await <= 2);
    app.pass(seconds(11));
    app.work().await;
    ends_once(&app).await;
}

/// Every position was searched once, and there is nothing left to do.
async fn ends_once(app: &TestApp) {
    assert_eq!(app.count("select count(*) from jobs").await, 0);
    assert_eq!(app.count("select count(*) from evaluated_plies").await, TURNS as i64 + 1);
    let ended = "select count(*) from game_evaluations where ended_at is not null and failure is null";
    assert_eq!(app.count(ended).await, 1);
    // One for the question, and one for each position.
    assert_eq!(app.count("select revision::bigint from game_evaluations").await, 1 + TURNS as i64 + 1);
}

#[sqlx::test(migrator = "server::platform::database::MIGRATOR")]
async fn an_engine_that_fails_is_given_up_and_can_be_asked_again(pool: PgPool) {
    let app = TestApp::new(pool).await;
    let broken = || EngineTable::new(&[], Some(Path::new("/bin/false")));
    let worker = app.worker_with(broken()).await;
    let (ann, ben) = (app.signed_up("ann").await, app.signed_up("ben").await);
    let table = over(&ann, &ben).await;
    asks(&ann, &table).await.leads_to();
    for _ in 0..5 {
        assert!(worker.do_next(&mut Engines::new(broken())).await.unwrap());
        app.pass(seconds(600));
    }
    assert!(!worker.do_next(&mut Engines::new(broken())).await.unwrap(), "nobody tries for ever");
    let page = ann.opens(&tab(&table)).await;
    assert!(page.text("#panel").contains("The computer has failed at this game."), "{}", page.text("#panel"));
    assert!(!page.text("#panel").contains("/bin/false"), "why is for the operator");
    app.worker().await;
    asks(&ann, &table).await.leads_to();
    assert_eq!(app.work().await, TURNS + 1);
    ends_at_last(&app).await;
}

async fn ends_at_last(app: &TestApp) {
    assert_eq!(
        app.count("select count(*) from game_evaluations where failure is null and ended_at is not null").await,
        1
    );
}
