//! Work that waits in a table, done by whichever server comes to it first: the loops around it, of which every server runs
//! its own. What they do is a transaction each time, so it is done once, and nothing is lost where one is broken off.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// What came of looking for something to do.
pub enum Taken {
    /// Nothing waits, or other servers are at all of it.
    Nothing,
    /// One was done.
    Done,
    /// One could not be done, and waits on: its name and why.
    Broken(String, anyhow::Error),
}

/// Works every so often until the server stops. `what` is said of as many as were done, and of a failure.
pub async fn every<F>(period: Duration, stop: CancellationToken, what: &'static str, work: impl Fn() -> F)
where
    F: Future<Output = anyhow::Result<usize>>,
{
    while stop.run_until_cancelled(tokio::time::sleep(period)).await.is_some() {
        match stop.run_until_cancelled(work()).await {
            None | Some(Ok(0)) => {}
            Some(Ok(done)) => tracing::info!(done, "{what}"),
            Some(Err(error)) => {
                tracing::error!(error = format!("{error:#}"), "{what}: failed, and will be tried again");
            }
        }
    }
}

/// Takes from a queue until nothing is left, and says how many were done; `take` leaves out those it is given, for what
/// cannot be done must not keep the others waiting.
///
/// # Errors
/// The database fails; what was done stays done.
pub async fn drain<F>(what: &'static str, take: impl Fn(Vec<String>) -> F) -> anyhow::Result<usize>
where
    F: Future<Output = anyhow::Result<Taken>>,
{
    let (mut done, mut broken) = (0, Vec::new());
    loop {
        match take(broken.clone()).await? {
            Taken::Nothing => return Ok(done),
            Taken::Done => done += 1,
            Taken::Broken(name, error) => {
                tracing::error!(name, error = format!("{error:#}"), "{what}: one cannot be done");
                broken.push(name);
            }
        }
    }
}
