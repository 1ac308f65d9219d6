//! `mallard worker`: does what waits for an engine. Any number of workers, on any machines, share the work of a site.
//!
//! A worker keeps nothing: what is to be done is told by games, challenges and the table of [`jobs`], and what has been done is
//! in the database. So it may be killed at any moment.

mod child;
mod store;

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

pub use child::run as run_child;

use crate::computers::{self, Computers};
use crate::engines::{EngineTable, Engines};
use crate::evaluation;
use crate::fair_play;
use crate::games::{GameId, Games};
use crate::jobs::{self, Failure, Job, JobKind, Workshop};
use crate::platform::chance;
use crate::platform::database::listen::Hub;
use crate::platform::now::Now;
use crate::puzzles;

/// How often games and challenges are looked through for something to do, and the table of jobs by a task that has nothing to do.
const LOOK_INTERVAL: Duration = Duration::from_millis(250);

/// How often a worker looks for something to do for when nobody waits.
const IDLE_INTERVAL: Duration = Duration::from_secs(5);

/// How often a worker says that it is there.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(15);

/// How long a task waits after the database has failed it.
const PAUSE_AFTER_ERROR: Duration = Duration::from_secs(2);

/// How often a job is renewed: several times within [`jobs::LEASE`].
const RENEW_INTERVAL: Duration = Duration::from_secs(3);

/// What a worker does while nobody waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdleWork {
    /// It finds something to do.
    Found,
    /// Nothing, unless another worker has queued it.
    None,
}

/// A worker.
#[derive(Clone)]
pub struct Worker {
    /// Drawn by lot, to tell workers apart.
    id: i64,
    games: Games,
    hub: Hub,
    now: Now,
    table: EngineTable,
    computers: Computers,
}

impl Worker {
    /// A worker on a database, with these engines.
    ///
    /// # Errors
    /// The database fails.
    pub async fn new(games: Games, hub: Hub, now: Now, table: EngineTable) -> anyhow::Result<Self> {
        let computers = Computers::load(games.pool(), now.get()).await?;
        Ok(Self { id: chance::number(), games, hub, now, table, computers })
    }

    /// Works in so many tasks, each with engines of its own, until it is told to stop.
    pub async fn run(self, slots: NonZeroUsize, idle_work: IdleWork, stop: CancellationToken) {
        let mut tasks = JoinSet::new();
        tasks.spawn(self.clone().keep_known(slots, stop.clone()));
        tasks.spawn(self.clone().keep_looking(stop.clone()));
        if idle_work == IdleWork::Found {
            tasks.spawn(self.clone().keep_busy(stop.clone()));
        }
        for _ in 0..slots.get() {
            tasks.spawn(self.clone().keep_working(stop.clone()));
        }
        while tasks.join_next().await.is_some() {}
    }

    /// Says every now and then that it is there, and what it can do.
    async fn keep_known(self, slots: NonZeroUsize, stop: CancellationToken) {
        loop {
            if let Err(error) = self.register(slots).await {
                tracing::error!(error = format!("{error:#}"), "the worker could not say that it is there");
            }
            if stop.run_until_cancelled(sleep(HEARTBEAT_INTERVAL)).await.is_none() {
                return;
            }
        }
    }

    /// Says that it is there.
    ///
    /// # Errors
    /// The database fails.
    pub async fn register(&self, slots: NonZeroUsize) -> anyhow::Result<()> {
        store::register(self.games.pool(), self.id, slots, &self.table, self.now.get()).await
    }

    async fn keep_looking(self, stop: CancellationToken) {
        while stop.run_until_cancelled(sleep(LOOK_INTERVAL)).await.is_some() {
            if let Some(Err(error)) = stop.run_until_cancelled(self.look()).await {
                tracing::error!(error = format!("{error:#}"), "the worker could not look for work");
                stop.run_until_cancelled(sleep(PAUSE_AFTER_ERROR)).await;
            }
        }
    }

    /// Answers what computer players are asked, and queues what follows from games.
    ///
    /// # Errors
    /// The database fails.
    pub async fn look(&self) -> anyhow::Result<()> {
        computers::queue_turns(self.games.pool(), &self.computers, self.now.get()).await?;
        if computers::answer_invitations(&self.games, &self.computers, self.now.get()).await? > 0 {
            self.hub.notify();
            computers::queue_turns(self.games.pool(), &self.computers, self.now.get()).await?;
        }
        Ok(())
    }

    async fn keep_working(self, stop: CancellationToken) {
        let mut engines = Engines::new(self.table.clone());
        while !stop.is_cancelled() {
            let pause = match stop.run_until_cancelled(self.do_next(&mut engines)).await {
                None => return,
                Some(Ok(true)) => continue,
                Some(Ok(false)) => LOOK_INTERVAL,
                Some(Err(error)) => {
                    tracing::error!(error = format!("{error:#}"), "the worker could not take a job");
                    PAUSE_AFTER_ERROR
                }
            };
            stop.run_until_cancelled(sleep(pause)).await;
        }
    }

    /// Finds something to do every now and then for when nobody waits.
    async fn keep_busy(self, stop: CancellationToken) {
        while stop.run_until_cancelled(sleep(IDLE_INTERVAL)).await.is_some() {
            if let Some(Err(error)) = stop.run_until_cancelled(self.look_for_idle_work()).await {
                tracing::error!(error = format!("{error:#}"), "the worker could not look for idle work");
            }
        }
    }

    /// Queues what nobody waits for, unless something waits already; returns how much.
    ///
    /// # Errors
    /// The database fails.
    pub async fn look_for_idle_work(&self) -> anyhow::Result<usize> {
        let variants: Vec<_> = self.table.variants().collect();
        let queued = fair_play::queue_games(self.games.pool(), &variants, self.now.get()).await?;
        if queued > 0 || !self.does(JobKind::Puzzles) {
            return Ok(queued);
        }
        puzzles::queue_games(self.games.pool(), &variants, self.now.get()).await
    }

    /// Whether there is an engine for jobs of a kind, if there is one for the variant.
    fn does(&self, kind: JobKind) -> bool {
        kind != JobKind::Puzzles || self.table.own().is_some()
    }

    /// Does the job that comes first, or a part of it; `false` if none waits.
    ///
    /// # Errors
    /// The database fails. A job that fails is no error: it is tried again later.
    pub async fn do_next(&self, engines: &mut Engines) -> anyhow::Result<bool> {
        let variants: Vec<_> = self.table.variants().collect();
        let kinds: Vec<_> = JobKind::ALL.into_iter().filter(|&kind| self.does(kind)).collect();
        let Some(job) = jobs::take(self.games.pool(), &kinds, &variants, self.now.get()).await? else {
            return Ok(false);
        };
        let done = tokio::select! {
            done = self.work(&job, engines) => done,
            lost = self.keep_renewing(&job) => {
                lost?;
                tracing::warn!(kind = job.kind.key(), subject = job.subject, "a job was taken by another worker");
                return Ok(true);
            }
        };
        self.hub.notify();
        store::count(self.games.pool(), self.id, done.is_ok()).await?;
        if let Err(error) = done {
            self.note_failure(&job, &error).await?;
        }
        Ok(true)
    }

    async fn work(&self, job: &Job, engines: &mut Engines) -> anyhow::Result<()> {
        let mut workshop = Workshop { games: &self.games, engines, now: &self.now };
        match job.kind {
            JobKind::Turn => computers::play_turn(&mut workshop, &self.computers, job).await,
            JobKind::Position | JobKind::Line => evaluation::evaluate_position(&mut workshop, job).await,
            JobKind::Analysis => evaluation::evaluate_game(&mut workshop, job).await,
            JobKind::FairPlay => fair_play::examine(&mut workshop, job).await,
            JobKind::Puzzles => puzzles::look_through(&mut workshop, job).await,
        }
    }

    /// Notes that a job has failed; if that was the last time, also where its feature keeps what it was about.
    async fn note_failure(&self, job: &Job, error: &anyhow::Error) -> anyhow::Result<()> {
        let (kind, subject, reason) = (job.kind.key(), &job.subject, format!("{error:#}"));
        tracing::warn!(kind, subject, failures = job.failures + 1, error = reason, "a job has failed");
        let now = self.now.get();
        let mut transaction = self.games.pool().begin().await?;
        if jobs::fail(&mut transaction, job, &reason, now).await? == Failure::ForGood {
            let game = || GameId::stored(subject.clone());
            match job.kind {
                JobKind::Turn => {}
                JobKind::Position | JobKind::Line => {
                    evaluation::give_up_position(&mut transaction, job.variant, subject, &reason).await?;
                }
                JobKind::Analysis => evaluation::give_up_game(&mut transaction, &game(), &reason, now).await?,
                JobKind::FairPlay => fair_play::give_up(&mut transaction, &game()).await?,
                JobKind::Puzzles => puzzles::give_up(&mut transaction, &game()).await?,
            }
        }
        transaction.commit().await?;
        self.hub.notify();
        Ok(())
    }

    /// Renews a job for as long as it is this worker's.
    async fn keep_renewing(&self, job: &Job) -> anyhow::Result<()> {
        loop {
            sleep(RENEW_INTERVAL).await;
            if !jobs::renew(self.games.pool(), job, self.now.get()).await? {
                return Ok(());
            }
        }
    }
}

/// How many engines a worker runs at the same time, unless it is told: half as many as there are processors.
pub fn default_slots() -> NonZeroUsize {
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    NonZeroUsize::new(processors / 2).unwrap_or(NonZeroUsize::MIN)
}

/// Waits until standard input ends: a worker that a server has started ends with that server, however it ends.
pub async fn until_input_ends() {
    let mut input = tokio::io::stdin();
    let mut bytes = [0; 64];
    while input.read(&mut bytes).await.is_ok_and(|read| read > 0) {}
}
