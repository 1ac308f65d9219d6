//! From the settings to a server that answers, and from a signal to its orderly end.

use std::ffi::OsString;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::accounts::guests;
use crate::consequences::SiteConsequences;
use crate::email::sender;
use crate::engines::EngineTable;
use crate::games::sweeper;
use crate::platform::config::Config;
use crate::platform::database::Pool;
use crate::platform::database::backup;
use crate::platform::database::listen::Hub;
use crate::platform::database::private::PrivatePostgres;
use crate::platform::database::replica::{Patience, Replica};
use crate::platform::now::Now;
use crate::platform::{connections, database, metrics};
use crate::state::App;
use crate::{challenges, collections, library, own_data, puzzles, ratings, routes, watch, worker};

/// How long requests that have begun may take after the signal to end.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// Connections waiting to be accepted; the system may allow fewer.
const BACKLOG: u32 = 1024;

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
/// When the address is taken or the database cannot be used, in words for the operator who started the server.
pub async fn run(config: Config) -> anyhow::Result<()> {
    let mut signals = Signals::listen()?;
    // Done first, so that a port in use is reported before a database is started.
    let socket = reserve(config.socket_address())?;
    let mut private = None;
    let opened = tokio::select! {
        opened = open_databases(&config, &mut private) => Some(opened),
        () = signals.received() => None,
    };
    let served = match opened {
        None => Ok(()),
        Some(Err(error)) => Err(error),
        Some(Ok((pool, replica))) => serve(config, socket, (pool, replica), signals).await,
    };
    if let Some(private) = private {
        private.stop().await;
    }
    served
}

/// The database, and its replica if there is one.
async fn open_databases(
    config: &Config,
    private: &mut Option<PrivatePostgres>,
) -> anyhow::Result<(Pool, Option<Replica>)> {
    let pool = open_database(config, private).await?;
    let Some(url) = &config.database_replica_url else { return Ok((pool, None)) };
    let replica = Replica::open(url, &pool, config.database_connections, Patience::default()).await?;
    Ok((pool, Some(replica)))
}

async fn open_database(config: &Config, private: &mut Option<PrivatePostgres>) -> anyhow::Result<Pool> {
    if let Some(url) = &config.database_url {
        let options = database::parse_url(url)?;
        return database::open(options, config.database_connections)
            .await
            .context("set DATABASE_URL to a PostgreSQL that runs, or unset it");
    }
    let started = private.insert(start_private(config, &data_folder(config).await?).await?);
    database::open(started.options(), config.database_connections).await
}

/// The data folder of the private PostgreSQL.
pub(crate) async fn data_folder(config: &Config) -> anyhow::Result<PathBuf> {
    match &config.data {
        Some(data) => Ok(data.clone()),
        None => database::private::default_folder().await,
    }
}

/// Starts the private PostgreSQL, which archives its changes if there is a folder of backups.
pub(crate) async fn start_private(config: &Config, data: &Path) -> anyhow::Result<PrivatePostgres> {
    let settings = match &config.backup_folder {
        Some(folder) => backup::archive_settings(folder, data).await?,
        None => Vec::new(),
    };
    PrivatePostgres::start_with(data, &settings).await
}

/// The application on a migrated database, including the consequences of games' events.
///
/// # Errors
/// The static files or a setting cannot be read, or the system gives no random numbers.
pub fn app(config: Config, pool: Pool, now: Now) -> anyhow::Result<App> {
    App::new(config, pool, now, Arc::new(SiteConsequences))
}

/// Answers requests until a signal; then accepts no more, and gives those under way a bounded time.
///
/// Event streams would hold up the shutdown forever: they end with the listener, and that by the token.
async fn serve(
    mut config: Config,
    socket: TcpSocket,
    (pool, replica): (Pool, Option<Replica>),
    mut signals: Signals,
) -> anyhow::Result<()> {
    let stop = CancellationToken::new();
    // Another server may have been at the same point: of two that took the address only one may answer.
    let listener = socket.listen(BACKLOG).with_context(|| cannot_listen(config.socket_address()))?;
    config.port = listener.local_addr()?.port();
    let takes_all_for_one = config.takes_all_for_one();
    let app = app(config, pool.clone(), Now::system())?.with_replica(replica);
    let router = routes::router(&app)?;
    let assets = app.assets.clone();
    puzzles::load_shipped(&pool).await?;
    puzzles::choose_daily(&pool, app.now.get()).await?;
    let mut loops = spawn_loops(&app, &pool, &stop);
    if !app.config.no_worker {
        spawn_worker(&app.config, &mut loops, &stop).await?;
    }
    if takes_all_for_one {
        tracing::warn!(
            "PUBLIC_URL is https, so there is a proxy, but BEHIND_PROXY is off: all visitors count as one, so one \
             who tries too many passwords shuts out others, and connections, streams and requests are not limited. Set \
             BEHIND_PROXY=true if only the proxy can reach this port."
        );
    }
    // A plain thread: the end of the server does not wait for it.
    thread::Builder::new().name("compress".into()).spawn(move || assets.compress())?;
    let limits = connections::Limits::new(&app.config);
    let mut server = pin!(answer(listener, router, limits, app.hub.clone(), stop.clone()));
    // A loop ends only when told to. One that ends earlier has failed, and without it flags would not fall or emails
    // not be sent: so the server stops, for its supervisor to restart it.
    let failed = tokio::select! {
        ended = &mut server => {
            ended?;
            None
        }
        () = signals.received() => None,
        ended = loops.join_next() => Some(anyhow::anyhow!("a part of the server has ended: {ended:?}")),
    };
    let notice = Duration::from_secs(app.config.stop_notice);
    if failed.is_none() && !notice.is_zero() {
        tracing::info!(seconds = notice.as_secs(), "about to stop: telling the balancer");
        app.stopping.begin();
        tokio::select! {
            ended = &mut server => ended?,
            () = sleep(notice) => {}
            () = signals.received() => {}
        }
    }
    tracing::info!("stopping: answering what has begun");
    stop.cancel();
    tokio::select! {
        drained = timeout(DRAIN_TIMEOUT, server) => if drained.is_err() {
            tracing::warn!(seconds = DRAIN_TIMEOUT.as_secs(), "some requests took too long and were cut off");
        },
        () = signals.received() => tracing::warn!("told twice to stop: requests were cut off"),
    }
    timeout(DRAIN_TIMEOUT, async { while loops.join_next().await.is_some() {} }).await.ok();
    // PostgreSQL rolls back what requests that were cut off have left.
    pool.close();
    tracing::info!("stopped");
    failed.map_or(Ok(()), Err)
}

/// Starts the work that goes on beside the requests. Each loop ends by the token.
fn spawn_loops(app: &App, pool: &Pool, stop: &CancellationToken) -> JoinSet<()> {
    let mut loops = JoinSet::new();
    loops.spawn(pool.clone().close_idle(stop.clone()));
    if let Some(replica) = &app.replica {
        loops.spawn(replica.clone().run(pool.connect_options().clone(), stop.clone()));
    }
    loops.spawn(app.hub.clone().run(pool.clone(), stop.clone()));
    loops.spawn(sweeper::run(app.games.clone(), app.hub.clone(), app.now.clone(), stop.clone()));
    loops.spawn(ratings::QUEUE.run(app.pool.clone(), app.hub.clone(), stop.clone()));
    loops.spawn(challenges::run(app.pool.clone(), app.hub.clone(), app.now.clone(), stop.clone()));
    loops.spawn(puzzles::run_daily(app.pool.clone(), app.hub.clone(), app.now.clone(), stop.clone()));
    loops.spawn(app.audience.clone().run(app.pool.clone(), app.hub.clone(), app.now.clone(), stop.clone()));
    loops.spawn(watch::run_daily(app.pool.clone(), app.hub.clone(), app.now.clone(), stop.clone()));
    loops.spawn(guests::run(app.pool.clone(), app.hub.clone(), app.now.clone(), stop.clone()));
    loops.spawn(own_data::run(app.games.clone(), app.hub.clone(), app.now.clone(), stop.clone()));
    loops.spawn(collections::QUEUE.run(app.pool.clone(), app.hub.clone(), stop.clone()));
    loops.spawn(collections::BACKLOG.run(app.pool.clone(), app.hub.clone(), stop.clone()));
    loops.spawn(collections::run(app.pool.clone(), app.hub.clone(), app.now.clone(), stop.clone()));
    loops.spawn(library::QUEUE.run(app.pool.clone(), app.hub.clone(), stop.clone()));
    loops.spawn(library::SETS.run(app.pool.clone(), app.hub.clone(), stop.clone()));
    loops.spawn(app.request_rate.clone().forget(stop.clone()));
    loops.spawn(sender::run(app.clone(), stop.clone()));
    loops.spawn(metrics::sum_up(stop.clone()));
    loops
}

/// Starts a worker beside the server, if there is an engine.
async fn spawn_worker(config: &Config, loops: &mut JoinSet<()>, stop: &CancellationToken) -> anyhow::Result<()> {
    if EngineTable::find(&config.engines).is_empty() {
        tracing::warn!(
            "computers make no turns: there is no engine. Build mallard-uci beside this program (cargo build --release \
             -p engine --bin mallard-uci), name one with ENGINES, or say NO_WORKER=true"
        );
        return Ok(());
    }
    let mut settings: Vec<(_, OsString)> = match &config.database_url {
        Some(url) => vec![("DATABASE_URL", url.into())],
        None => vec![("MALLARD_DATA", data_folder(config).await?.into())],
    };
    if config.no_idle_work {
        settings.push(("NO_IDLE_WORK", "true".into()));
    }
    settings.push(("ENGINE_NICENESS", config.engine_niceness.to_string().into()));
    if !config.engines.is_empty() {
        let engines: Vec<_> = config.engines.iter().map(ToString::to_string).collect();
        settings.push(("ENGINES", engines.join(",").into()));
    }
    loops.spawn(worker::run_child(settings, stop.clone()));
    Ok(())
}

/// Answers requests as soon as all can be answered: of streams, too, which have nothing to tell before announcements are heard.
async fn answer(
    listener: TcpListener,
    router: Router,
    limits: connections::Limits,
    hub: Hub,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    if stop.run_until_cancelled(hub.until_listening()).await.is_some() {
        announce(&listener)?;
        connections::serve(listener, router, limits, stop).await;
    }
    Ok(())
}

/// Takes the address without answering on it yet.
fn reserve(address: SocketAddr) -> anyhow::Result<TcpSocket> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.bind(address).with_context(|| cannot_listen(address))?;
    Ok(socket)
}

fn cannot_listen(address: SocketAddr) -> String {
    format!("cannot listen on {address}; set PORT (and BIND) to an address of this machine that is free")
}

/// The one line on standard output: programs that start the server wait for it.
fn announce(listener: &TcpListener) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "listening on http://{}", listener.local_addr()?)?;
    Ok(out.flush()?)
}

/// The signals that end the server.
pub(crate) struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    pub(crate) fn listen() -> anyhow::Result<Self> {
        let listen = |kind| signal(kind).context("signals cannot be listened for");
        Ok(Self { terminate: listen(SignalKind::terminate())?, interrupt: listen(SignalKind::interrupt())? })
    }

    pub(crate) async fn received(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
