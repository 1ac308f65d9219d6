//! Work that waits in a table, done by whichever server comes to it first: the loops around it, of which every server runs
//! its own. What they do is a transaction each time, so it is done once, and nothing is lost where one is broken off.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

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

/// How much of the database a queue takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// All that it can get: somebody waits for what it does.
    Full,
    /// The share of one of those who use this server's connections: after each piece of work it rests as long as that took, times the
    /// number of others who hold a connection or wait for one. Where nobody does, it takes all that it can get.
    Yielding,
}

/// The longest rest: whatever others do, the work goes on.
const LONGEST_REST: Duration = Duration::from_secs(5);

/// A queue of work in a table.
pub struct Queue {
    /// What is said of as many as were done, and of a failure.
    pub description: &'static str,
    /// How often it is looked at.
    pub every: Duration,
    /// Whether somebody waits for it.
    pub pace: Pace,
    /// Does one that waits, but for those it is given: what cannot be done must not keep the others waiting.
    pub work: for<'a> fn(&'a Pool, &'a [String]) -> BoxFuture<'a, anyhow::Result<WorkResult>>,
}

impl Queue {
    /// Works until the server stops. What cannot be done is tried again at longer and longer intervals.
    pub async fn run(&self, pool: Pool, hub: Hub, stop: CancellationToken) {
        let postponed = Mutex::new(Postponed::default());
        let drain = async || {
            let leaving_out = locked(&postponed).next_round();
            match self.drain_but(&pool, leaving_out, self.pace).await {
                Ok((done, failed)) => {
                    locked(&postponed).end_round(failed);
                    Ok(done)
                }
                Err(error) => {
                    if database::condemns_connections(&error) {
                        pool.renew_connections();
                    }
                    Err(error)
                }
            }
        };
        every(self.every, stop, &hub, self.description, drain).await;
    }

    /// Does all that waits and that no other server is at, without a rest, and says how many there were.
    ///
    /// # Errors
    /// The database fails; what was done stays done.
    pub async fn drain(&self, pool: &Pool) -> anyhow::Result<usize> {
        Ok(self.drain_but(pool, Vec::new(), Pace::Full).await?.0)
    }

    /// The same, but for some: how many were done, and which could not be.
    async fn drain_but(
        &self,
        pool: &Pool,
        mut leaving_out: Vec<String>,
        pace: Pace,
    ) -> anyhow::Result<(usize, Vec<String>)> {
        let (mut done, postponed) = (0, leaving_out.len());
        loop {
            let began = Instant::now();
            match (self.work)(pool, &leaving_out).await? {
                WorkResult::Idle => return Ok((done, leaving_out.split_off(postponed))),
                WorkResult::Done => done += 1,
                WorkResult::Failed(name, error) => {
                    tracing::error!(name, error = format!("{error:#}"), "{}: one cannot be done", self.description);
                    leaving_out.push(name);
                }
            }
            if pace == Pace::Yielding {
                rest_after(began.elapsed(), pool).await;
            }
        }
    }
}

/// Rests after work that `took` so long: once for each other who is there, and no longer than they are. Says how often it rested.
async fn rest_after(took: Duration, pool: &Pool) -> u32 {
    let (took, began) = (took.min(LONGEST_REST), Instant::now());
    let mut rested = 0;
    while rested < pool.in_use() && began.elapsed() < LONGEST_REST {
        tokio::time::sleep(took).await;
        rested += 1;
    }
    rested
}

fn locked(postponed: &Mutex<Postponed>) -> MutexGuard<'_, Postponed> {
    postponed.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What could not be done, on this server. It is left out of 1 round, then of 3, of 7 and so on.
#[derive(Default)]
struct Postponed {
    /// How many times the queue was looked at.
    round: u64,
    by_name: HashMap<String, Delay>,
}

/// How often something failed, and the round in which it is tried again.
#[derive(Clone, Copy)]
struct Delay {
    failures: u32,
    until: u64,
}

impl Postponed {
    /// The most rounds from one try to the next: ten minutes at two seconds each.
    const MAX_ROUNDS: u64 = 300;

    /// Begins a round: what is left out of it.
    fn next_round(&mut self) -> Vec<String> {
        self.round += 1;
        self.by_name.iter().filter(|(_, delay)| delay.until > self.round).map(|(name, _)| name.clone()).collect()
    }

    /// Ends a round in which some have failed. What was tried and has not failed again is forgotten.
    fn end_round(&mut self, failed: Vec<String>) {
        let round = self.round;
        let tried: HashMap<_, _> = self.by_name.extract_if(|_, delay| delay.until <= round).collect();
        for name in failed {
            let failures = tried.get(&name).map_or(1, |delay| delay.failures.saturating_add(1));
            let rounds = 2_u64.saturating_pow(failures).min(Self::MAX_ROUNDS);
            self.by_name.insert(name, Delay { failures, until: round + rounds });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[sqlx::test]
    async fn what_nobody_waits_for_takes_the_share_of_one(of_test: sqlx::PgPool) {
        let pool = Pool::new(sqlx::postgres::PgConnectOptions::clone(&of_test.connect_options()), 3);
        let took = Duration::from_millis(10);
        assert_eq!(rest_after(took, &pool).await, 0, "nobody else is there");
        let lent = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
        let began = Instant::now();
        assert_eq!(rest_after(took, &pool).await, 2);
        assert!(began.elapsed() >= 2 * took);
        let (rested, ()) = tokio::join!(rest_after(took, &pool), async { drop(lent) });
        assert_eq!(rested, 1, "they leave while it rests");
    }

    /// The rounds in which something that always fails is tried.
    fn tries(rounds: u64) -> Vec<u64> {
        let mut postponed = Postponed::default();
        let mut tried = Vec::new();
        for round in 1..=rounds {
            if postponed.next_round().is_empty() {
                tried.push(round);
                postponed.end_round(vec!["broken".to_owned()]);
            } else {
                postponed.end_round(Vec::new());
            }
        }
        tried
    }

    #[test]
    fn what_fails_is_tried_less_and_less_often_and_never_given_up() {
        let tried = tries(2_000);
        assert_eq!(tried[..8], [1, 3, 7, 15, 31, 63, 127, 255]);
        let intervals: Vec<_> = tried.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(intervals[8..], [300; 4]);
    }

    #[test]
    fn what_was_done_at_last_starts_anew() {
        let mut postponed = Postponed::default();
        for failed in [&["one", "two"][..], &[], &["two"], &[]] {
            postponed.next_round();
            postponed.end_round(failed.iter().map(|&name| name.to_owned()).collect());
        }
        assert_eq!(postponed.next_round(), ["two"], "the other was tried again and done");
        postponed.end_round(vec!["one".to_owned()]);
        assert_eq!(postponed.by_name["one"].until - postponed.round, 2);
    }
}
