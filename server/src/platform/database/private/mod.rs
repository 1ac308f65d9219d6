//! A PostgreSQL of the server's own, for a machine where nobody wants to set one up.
//!
//! It lives in a data folder, listens on a unix socket in a folder that only its account can enter, and ends with the
//! server, whatever ends the server: `postmaster.rs` says how. One file a question: `folder.rs` where, `account.rs` as
//! whom, `binaries.rs` with which programs, `cluster.rs` on which files, `memory.rs` in how much memory.

pub(super) mod account;
pub(super) mod binaries;
pub(super) mod cluster;
pub(super) mod folder;
mod memory;
pub(super) mod postmaster;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgSslMode};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

pub use crate::platform::database::private::folder::default_folder;

use super::private::account::Account;
use super::private::binaries::Binaries;
use super::private::folder::DataFolder;
use super::private::postmaster::{Launch, Postmaster};

/// The role and the database the server works with. The role owns everything: nobody else can reach the socket.
const NAME: &str = "mallard";

/// The most attempts to start. The first may fail because processes of a killed PostgreSQL are still ending.
const MAX_START_ATTEMPTS: u32 = 10;

/// A running PostgreSQL. Dropping it tells it to shut down; [`PrivatePostgres::stop`] also waits for that.
#[derive(Debug)]
pub struct PrivatePostgres {
    options: PgConnectOptions,
    stop: oneshot::Sender<()>,
    keeper: JoinHandle<()>,
}

impl PrivatePostgres {
    /// Starts PostgreSQL on the data in a folder; an empty or missing one is made ready first.
    ///
    /// # Errors
    /// When there are no programs of PostgreSQL (of the version that made the data), when the folder is in use by
    /// another server, is damaged, or cannot be entered. Each says what to do.
    pub async fn start(data: &Path) -> anyhow::Result<Self> {
        Self::start_with(data, &[""; 0]).await
    }

    /// As [`PrivatePostgres::start`], with settings of PostgreSQL such as `fsync=off`.
    ///
    /// # Errors
    /// As [`PrivatePostgres::start`].
    pub async fn start_with(data: &Path, settings: &[impl AsRef<str>]) -> anyhow::Result<Self> {
        let ground = Ground::prepare(data, settings).await?;
        let postmaster = ground.launch().await?;
        make_database(&ground.options()).await.context("the private PostgreSQL has no database")?;
        let options = ground.options();
        let (stop, stopped) = oneshot::channel();
        let keeper = tokio::spawn(keep(ground, postmaster, stopped));
        Ok(Self { options, stop, keeper })
    }

    /// How to connect to it.
    pub fn options(&self) -> PgConnectOptions {
        self.options.clone()
    }

    /// How to connect to it, as a URL that other programs than ours understand too.
    pub fn url(&self) -> String {
        let mut url = self.options.to_url_lossy();
        url.set_query(Some("sslmode=disable"));
        url.to_string()
    }

    /// Ends it and waits until all is written.
    pub async fn stop(self) {
        drop(self.stop);
        if let Err(error) = self.keeper.await {
            tracing::error!(%error, "the keeper of the private PostgreSQL failed");
        }
    }
}

/// How to connect to the PostgreSQL that a server runs on the data in a folder; `None` if none has been left running there.
pub fn running(data: &Path) -> Option<PgConnectOptions> {
    Some(options_at(&folder::sockets_in_use(data)?))
}

/// How to connect to a PostgreSQL that listens in this folder.
pub(super) fn options_at(sockets: &Path) -> PgConnectOptions {
    PgConnectOptions::new_without_pgpass()
        .socket(sockets)
        .port(5432)
        .username(NAME)
        .database(NAME)
        .ssl_mode(PgSslMode::Disable)
}

/// Everything needed to start PostgreSQL; it is the same for every restart.
struct Ground {
    folder: DataFolder,
    account: Account,
    binaries: Binaries,
    sockets: PathBuf,
    settings: Vec<String>,
}

impl Ground {
    async fn prepare(data: &Path, settings: &[impl AsRef<str>]) -> anyhow::Result<Self> {
        let is_root = account::is_root().await?;
        let folder = DataFolder::open(data, is_root)?;
        let account = Account::choose(is_root, &folder.home())?;
        folder.give_home_to(&account).await?;
        let binaries = Binaries::find(cluster::version(&folder.cluster()).as_deref(), &folder).await?;
        if cluster::version(&folder.cluster()).is_none() {
            cluster::make(&folder, &account, &binaries).await?;
        }
        let sockets = folder.make_sockets(&account).await?;
        // PostgreSQL takes the last of two settings of one name: the caller's.
        let settings =
            memory::settings().into_iter().chain(settings.iter().map(|setting| setting.as_ref().to_owned())).collect();
        Ok(Self { folder, account, binaries, sockets, settings })
    }

    fn options(&self) -> PgConnectOptions {
        options_at(&self.sockets)
    }

    fn on<'a>(&'a self, cluster: &'a Path, log: &'a Path) -> Launch<'a> {
        let Self { account, binaries, sockets, settings, .. } = self;
        Launch { account, binaries, cluster, log, sockets, settings }
    }

    async fn launch(&self) -> anyhow::Result<Postmaster> {
        let mut tried = 0;
        loop {
            tried += 1;
            cluster::end_orphan(&self.folder.cluster(), &self.account, &self.binaries).await?;
            folder::empty_sockets(&self.sockets).context("remains of an earlier start")?;
            let mut postmaster = Postmaster::spawn(&self.on(&self.folder.cluster(), &self.folder.log()))?;
            match postmaster.ready(&self.options()).await {
                Ok(()) => return Ok(postmaster),
                Err(error) if tried == MAX_START_ATTEMPTS => {
                    return Err(error.context(self.folder.last_words()));
                }
                Err(error) => tracing::debug!(%error, tried, "PostgreSQL did not start"),
            }
            sleep(Duration::from_millis(300)).await;
        }
    }
}

/// Restarts PostgreSQL when it ends by itself, until told to stop. Nothing committed is lost; meanwhile queries fail,
/// which counts as an unavailable database.
async fn keep(ground: Ground, mut postmaster: Postmaster, mut stopped: oneshot::Receiver<()>) {
    loop {
        tokio::select! {
            _ = &mut stopped => break,
            status = postmaster.ended() => tracing::error!(%status, "PostgreSQL ended by itself; starting it again"),
        }
        let since = Instant::now();
        let again = async {
            loop {
                match ground.launch().await {
                    Ok(postmaster) => return postmaster,
                    Err(error) => tracing::error!(error = format!("{error:#}"), "PostgreSQL did not start again"),
                }
                sleep(Duration::from_secs(5)).await;
            }
        };
        postmaster = tokio::select! {
            _ = &mut stopped => return,
            postmaster = again => postmaster,
        };
        tracing::info!(seconds = since.elapsed().as_secs_f32(), "PostgreSQL runs again");
    }
    postmaster.stop().await;
}

async fn make_database(options: &PgConnectOptions) -> sqlx::Result<()> {
    let mut connection = PgConnection::connect_with(&options.clone().database("postgres")).await?;
    let exists: bool = sqlx::query_scalar("select exists (select from pg_database where datname = $1)")
        .bind(NAME)
        .fetch_one(&mut connection)
        .await?;
    if !exists {
        // The name is the constant above; `create database` takes no parameters.
        sqlx::query(AssertSqlSafe(format!("create database {NAME}"))).execute(&mut connection).await?;
    }
    connection.close().await
}
