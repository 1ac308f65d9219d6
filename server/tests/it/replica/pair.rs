//! A primary and its standby, to which it streams its WAL; to one more if need be.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::time::Duration;

use server::MIGRATOR;
use server::platform::database::backup;
use server::platform::database::private::PrivatePostgres;
use server::platform::database::replica::Patience;
use sqlx::PgPool;
use sqlx::postgres::PgConnectOptions;
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::startup::process::send;
use crate::story::{TIMEOUT, TestApp};

/// The folder of the standby.
const STANDBY: &str = "standby";

pub struct Pair {
    pub primary: PrivatePostgres,
    standby: Option<PrivatePostgres>,
    on_primary: PgPool,
    on_standby: PgPool,
    folder: TempDir,
}

impl Pair {
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // For PostgreSQL's account, where root runs the tests.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let primary = PrivatePostgres::start(&folder.path().join("primary")).await.unwrap();
        let on_primary = PgPool::connect_lazy_with(primary.options());
        MIGRATOR.run(&on_primary).await.unwrap();
        copy(&primary, folder.path(), STANDBY).await;
        let standby = start_standby(&primary, folder.path(), STANDBY).await;
        let on_standby = PgPool::connect_lazy_with(standby.options());
        Self { primary, standby: Some(standby), on_primary, on_standby, folder }
    }

    /// A server with its own connections to both.
    pub async fn server(&self) -> TestApp {
        self.server_with(&self.standby_url(), Patience::default()).await
    }

    /// The same, which does not leave out a standby that is only late, however slow the machine is.
    pub async fn patient_server(&self) -> TestApp {
        self.patient_server_reading_from(&self.standby_url()).await
    }

    /// The same with the replica at another address.
    pub async fn patient_server_reading_from(&self, replica_url: &str) -> TestApp {
        let [max_lag, check_timeout, acquire_timeout] = [3600, 60, 60].map(Duration::from_secs);
        self.server_with(replica_url, Patience { max_lag, check_timeout, acquire_timeout }).await
    }

    async fn server_with(&self, replica_url: &str, patience: Patience) -> TestApp {
        let pool = PgPool::connect_lazy_with(self.primary.options());
        TestApp::reading_from(pool, replica_url, patience).await
    }

    pub fn standby_url(&self) -> String {
        self.standby.as_ref().unwrap().url()
    }

    pub fn standby_options(&self) -> PgConnectOptions {
        self.standby.as_ref().unwrap().options()
    }

    /// One more standby of the primary.
    pub async fn starts_another_standby(&self) -> PrivatePostgres {
        const ANOTHER: &str = "another";
        copy(&self.primary, self.folder.path(), ANOTHER).await;
        start_standby(&self.primary, self.folder.path(), ANOTHER).await
    }

    /// Nothing more is replayed.
    pub async fn pauses(&self) {
        sqlx::raw_sql("select pg_wal_replay_pause()").execute(&self.on_standby).await.unwrap();
        let is_paused = "select pg_get_wal_replay_pause_state() = 'paused'";
        eventually(async || sqlx::query_scalar(is_paused).fetch_one(&self.on_standby).await.unwrap()).await;
    }

    pub async fn resumes(&self) {
        sqlx::raw_sql("select pg_wal_replay_resume()").execute(&self.on_standby).await.unwrap();
    }

    /// Waits until the standby has all that is committed by now.
    pub async fn catches_up(&self) {
        let reached: String =
            sqlx::query_scalar("select pg_current_wal_flush_lsn()::text").fetch_one(&self.on_primary).await.unwrap();
        let has = "select pg_last_wal_replay_lsn() >= $1::text::pg_lsn";
        eventually(async || sqlx::query_scalar(has).bind(&reached).fetch_one(&self.on_standby).await.unwrap()).await;
    }

    pub async fn kills_standby(&mut self) {
        let cluster = self.folder.path().join("standby/postgres/cluster");
        // The postmaster takes its connections with it.
        let note = fs::read_to_string(cluster.join("postmaster.pid")).unwrap();
        let postmaster = note.lines().next().unwrap().parse().unwrap();
        send("-QUIT", postmaster);
        self.standby.take().unwrap().stop().await;
    }

    pub async fn starts_standby(&mut self) {
        self.standby = Some(start_standby(&self.primary, self.folder.path(), STANDBY).await);
    }

    /// No connection that there is to the standby answers, as if its machine were gone, until this is dropped.
    pub async fn freezes_connections(&self) -> Frozen {
        let others =
            "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";
        let processes: Vec<i32> = sqlx::query_scalar(others).fetch_all(&self.on_standby).await.unwrap();
        assert!(!processes.is_empty());
        let frozen = Frozen(processes.into_iter().map(|process| process.try_into().unwrap()).collect());
        frozen.0.iter().for_each(|process| send("-STOP", *process));
        frozen
    }
}

/// Connections that do not answer.
pub struct Frozen(Vec<u32>);

impl Drop for Frozen {
    fn drop(&mut self) {
        self.0.iter().for_each(|process| send("-CONT", *process));
    }
}

/// Copies the files of the primary for a standby of this name.
async fn copy(primary: &PrivatePostgres, folder: &Path, standby: &str) {
    let backups = folder.join("backups");
    backup::take(&primary.options(), &backups, None, None).await.unwrap();
    let is_backup = |path: &PathBuf| path.join("base").exists();
    let taken = fs::read_dir(&backups).unwrap().map(|entry| entry.unwrap().path()).find(is_backup).unwrap();
    let home = folder.join(standby).join("postgres");
    fs::create_dir_all(&home).unwrap();
    fs::write(folder.join(standby).join("server.lock"), "").unwrap();
    let cluster = home.join("cluster");
    fs::rename(taken.join("base"), &cluster).unwrap();
    let signal = cluster.join("standby.signal");
    fs::write(&signal, "").unwrap();
    let owner = fs::metadata(cluster.join("PG_VERSION")).unwrap();
    for path in [&home, &signal] {
        chown(path, Some(owner.uid()), Some(owner.gid())).unwrap();
    }
    fs::set_permissions(&home, fs::Permissions::from_mode(0o700)).unwrap();
}

async fn start_standby(primary: &PrivatePostgres, folder: &Path, standby: &str) -> PrivatePostgres {
    let options = primary.options();
    let sockets = options.get_socket().unwrap().display();
    let follow = format!("primary_conninfo=host={sockets} port={} user={}", options.get_port(), options.get_username());
    let settings = [follow, "wal_retrieve_retry_interval=100ms".to_owned()];
    PrivatePostgres::start_with(&folder.join(standby), &settings).await.unwrap()
}

/// Waits until something is so.
pub async fn eventually(mut is_so: impl AsyncFnMut() -> bool) {
    let becomes = async {
        while !is_so().await {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(TIMEOUT, becomes).await.expect("it never becomes so");
}
