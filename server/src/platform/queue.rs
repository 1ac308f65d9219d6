//! Work that waits in a table, done by whichever server comes to it first: the loops around it, of which every server runs
//! its own. What they do is a transaction each time, so it is done once, and nothing is lost where one is broken off.

use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use crate::platform::database::listen::Hub;
use crate::platform::database::{self, Pool};

/// What came of looking for something to do.
pub enum WorkResult {
    /// Nothing waits, or other servers are at all of it.
    Idle,
    /// One was done.
    Done,
    /// One could not be done, and waits on: its name and why.
    Failed(String, anyhow::Error),
}

/// Works every so often until the server stops. `log_message` is logged of as many as were done, and of a failure. What the work
/// has announced is notified of.
pub async fn every<F>(
    period: Duration,
    stop: CancellationToken,
    hub: &Hub,
    log_message: &'static str,
    work: impl Fn() -> F,
) where
    F: Future<Output = anyhow::Result<usize>>,
{
    while stop.run_until_cancelled(tokio::time::sleep(period)).await.is_some() {
        match stop.run_until_cancelled(work()).await {
            None | Some(Ok(0)) => {}
            Some(Ok(done)) => {
                hub.notify();
                tracing::info!(done, "{log_message}");
            }
            Some(Err(error)) => {
                hub.notify();
                tracing::error!(error = format!("{error:#}"), "{log_message}: failed, and will be tried again");
            }
        }
    }
}

/// A queue of work in a table.
pub struct Queue {
    /// What is said of as many as were done, and of a failure.
    pub description: &'static str,
    /// How often it is looked at.
    pub every: Duration,
    /// Does one that waits, but for those it is given: what cannot be done must not keep the others waiting.
    pub work: for<'a> fn(&'a Pool, &'a [String]) -> BoxFuture<'a, anyhow::Result<WorkResult>>,
}

impl Queue {
    /// Works until the server stops.
    pub async fn run(&self, pool: Pool, hub: Hub, stop: CancellationToken) {
        let drain = async || {
            let drained = self.drain(&pool).await;
            drained.inspect_err(|error| {
                if database::condemns_connections(error) {
                    pool.renew_connections();
                }
            })
        };
        every(self.every, stop, &hub, self.description, drain).await;
    }

    /// Does all that waits and that no other server is at, and says how many there were.
    ///
    /// # Errors
    /// The database fails; what was done stays done.
    pub async fn drain(&self, pool: &Pool) -> anyhow::Result<usize> {
        let (mut done, mut failed) = (0, Vec::new());
        loop {
            match (self.work)(pool, &failed).await? {
                WorkResult::Idle => return Ok(done),
                WorkResult::Done => done += 1,
                WorkResult::Failed(name, error) => {
                    tracing::error!(name, error = format!("{error:#}"), "{}: one cannot be done", self.description);
                    failed.push(name);
                }
            }
        }
    }
}
