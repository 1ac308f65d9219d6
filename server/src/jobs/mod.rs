//! Work for engines, in a table: whatever feature wants something queues it in the transaction that it follows from, and a worker
//! on any machine takes it.
//!
//! A job is leased while a worker is at it, for as long as the worker renews that. So a worker that is killed costs a job
//! nothing but the rest of a [`LEASE`]; and what a job has brought is written only by the worker that still has it
//! ([`finish`]), so nothing is done twice.

mod store;
mod workshop;

use domain::rules::variant::Variant;
use jiff::{SignedDuration, Timestamp};

pub use store::{
    Failure, Waiting, Workers, fail, finish, finish_part, is_idle, queue, queue_all, renew, take, waiting, workers,
};
pub use workshop::Workshop;

/// What a job is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobKind {
    /// A computer player is to move; the subject is a game's id.
    Turn,
    /// A position of the analysis board is to be evaluated; the subject names it.
    Position,
    /// The same with all positions of a line.
    Line,
    /// A finished game is to be evaluated; the subject is its id.
    Analysis,
    /// A rated game that has ended is to be compared with an engine's turns; the subject is its id. Nobody waits for it.
    FairPlay,
    /// A game that ended long ago is to be looked through for puzzles; the subject is its id. Nobody waits for it. Needs Mallard's own
    /// engine.
    Puzzles,
}

impl JobKind {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Turn, Self::Position, Self::Line, Self::Analysis, Self::FairPlay, Self::Puzzles];

    /// Its name in the table.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Position => "position",
            Self::Line => "line",
            Self::Analysis => "analysis",
            Self::FairPlay => "fair-play",
            Self::Puzzles => "puzzles",
        }
    }

    /// The lowest is taken first: somebody waits for it at the board.
    const fn priority(self) -> i16 {
        match self {
            Self::Turn => 0,
            Self::Position => 5,
            Self::Analysis => 10,
            Self::Line => 12,
            Self::FairPlay => 20,
            Self::Puzzles => 30,
        }
    }

    /// How often it may fail before it is given up; `None`: it is tried for ever.
    pub const fn most_failures(self) -> Option<i32> {
        match self {
            Self::Turn => None,
            Self::Position | Self::Line | Self::Analysis | Self::FairPlay | Self::Puzzles => Some(5),
        }
    }

    fn by_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// How long a worker has a job without renewing it.
pub const LEASE: SignedDuration = SignedDuration::from_secs(10);

/// A job that a worker has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// What it is about.
    pub kind: JobKind,
    /// What in particular: for its kind to say.
    pub subject: String,
    /// The variant that an engine has to know for it.
    pub variant: Variant,
    /// How often it has failed.
    pub failures: i32,
    /// Drawn when it was taken: whoever takes it later draws another.
    lease: i64,
}

/// How long a job waits after it has failed so often: it may be the machine, or the position.
fn after_failures(failures: i32, now: Timestamp) -> Timestamp {
    let seconds = 1_i64 << failures.clamp(0, 8);
    now + SignedDuration::from_secs(seconds)
}
