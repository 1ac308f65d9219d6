//! `mallard worker`.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::open_database;
use crate::consequences::SiteConsequences;
use crate::engines::{EngineTable, Niceness};
use crate::games::Games;
use crate::platform::config::Config;
use crate::platform::database::listen::Hub;
use crate::platform::now::Now;
use crate::run::Signals;
use crate::worker::{IdleWork, Worker, default_slots, until_input_ends};

/// How long its parts may take to end.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// How many connections to the database a worker has at most, besides one for each engine.
const WORKER_CONNECTIONS: u16 = 3;

/// Works until a signal, or until standard input ends if that is wanted.
///
/// # Errors
/// There is no engine, or the database cannot be reached; worded for the operator.
pub async fn worker(config: &Config, slots: Option<NonZeroUsize>, ends_with_input: bool) -> anyhow::Result<()> {
    let mut signals = Signals::listen()?;
    let table = EngineTable::find(&config.engines).with_niceness(Niceness(config.engine_niceness));
    anyhow::ensure!(
        !table.is_empty(),
        "there is no engine: build mallard-uci beside this program (cargo build --release -p engine --bin mallard-uci), or name one with ENGINES"
    );
    let slots = slots.unwrap_or_else(default_slots);
    let connections = u16::try_from(slots.get()).unwrap_or(u16::MAX).saturating_add(WORKER_CONNECTIONS);
    let config = Config { database_connections: connections.min(config.database_connections), ..config.clone() };
    let pool = open_database(&config).await?;
    let (stop, hub) = (CancellationToken::new(), Hub::default());
    let games = Games::new(pool.clone(), Arc::new(SiteConsequences));
    let worker = Worker::new(games, hub.clone(), Now::system(), table).await?;
    tracing::info!(engines = slots, "working");
    let mut loops = JoinSet::new();
    loops.spawn(pool.clone().close_idle(stop.clone()));
    loops.spawn(hub.run(pool.clone(), stop.clone()));
    let idle_work = if config.no_idle_work { IdleWork::None } else { IdleWork::Found };
    loops.spawn(worker.run(slots, idle_work, stop.clone()));
    let input_ends = async {
        if ends_with_input {
            until_input_ends().await;
        } else {
            std::future::pending::<()>().await;
        }
    };
    let failed = tokio::select! {
        () = signals.received() => None,
        () = input_ends => None,
        ended = loops.join_next() => Some(anyhow::anyhow!("a part of the worker has ended: {ended:?}")),
    };
    stop.cancel();
    timeout(STOP_TIMEOUT, async { while loops.join_next().await.is_some() {} }).await.ok();
    pool.close();
    failed.map_or(Ok(()), Err)
}
