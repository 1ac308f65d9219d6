//! [`Workshop`]: what a worker has at hand for a job.

use crate::engines::Engines;
use crate::games::Games;
use crate::platform::now::Now;

/// What a worker has at hand for a job.
pub struct Workshop<'a> {
    /// The games, with their database: what an engine decides goes the way of all turns.
    pub games: &'a Games,
    /// The engines of this task.
    pub engines: &'a mut Engines,
    /// The time.
    pub now: &'a Now,
}
