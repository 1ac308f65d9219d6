//! [`Limits`]: when a search ends, what it leaves out, and how it is watched.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use domain::rules::turn::Turn;

/// When a search ends: at whatever comes first. Without any limit it goes on until it is stopped.
///
/// With one thread and no limit of time the same search gives the same result, whatever the machine. However tight they are, the
/// first look, one turn deep, may visit some two thousand positions (of a weaker game only as many as it has): so nearly always there is
/// a line.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// How many turns to look ahead.
    pub depth: Option<u32>,
    /// How many positions to visit, those of all threads together.
    pub nodes: Option<u64>,
    /// When a last answer must be there.
    pub time: Option<Duration>,
    /// After this no deeper look is begun.
    pub enough: Option<Duration>,
    /// No lines are looked for but those that begin with one of these legal turns; with any, if there are none.
    pub only: Vec<Turn>,
    /// Stops it from outside.
    pub stop: Stop,
    /// Counts the positions that are visited, for whoever watches from outside.
    pub visited: Visited,
}

impl Limits {
    /// A fixed depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A fixed number of positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A fixed time.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }
}

/// Stops a search from another thread; its clones stop the same search.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Stopped>);

#[derive(Debug, Default)]
struct Stopped {
    now: AtomicBool,
    /// From this time on.
    later: OnceLock<Instant>,
}

impl Stop {
    /// Stops the search: each of its threads within the next 256 positions that it visits, or when the first look has visited
    /// what it may.
    pub fn stop(&self) {
        self.0.now.store(true, Ordering::Relaxed);
    }

    /// Stops the search at this time, unless another has been set.
    pub fn stop_at(&self, time: Instant) {
        self.0.later.get_or_init(|| time);
    }

    /// Whether it has been stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.now.load(Ordering::Relaxed) || self.0.later.get().is_some_and(|&time| Instant::now() >= time)
    }
}

/// How many positions the last search with some limits, or with a clone of them, has visited so far.
#[derive(Clone, Debug, Default)]
pub struct Visited(Arc<AtomicU64>);

impl Visited {
    /// How many, by all threads; of each the last 255 may be missing.
    pub fn nodes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// A search begins.
    pub(crate) fn begin(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// How often the clock is looked at: a power of two, in positions.
const CLOCK_EVERY: u64 = 256;

/// So many positions the first look may visit whatever the limits are. Most need fewer than a hundred.
const FIRST_LOOK: u64 = 2048;

/// What the threads of one search share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    /// Stops all of them, and no other search.
    pub stop: Stop,
    nodes: Arc<AtomicU64>,
}

/// The limits of one thread of a search that has begun.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    began: Instant,
    limits: Limits,
    shared: Shared,
    /// The positions that this thread has visited, and those that it may visit.
    visited: u64,
    allowed: u64,
    /// Those that it visits whatever the limits are.
    reserved: u64,
    has_ended: bool,
}

impl Budget {
    pub fn new(limits: &Limits, began: Instant, threads: usize, shared: &Shared) -> Self {
        let allowed = limits.nodes.map_or(u64::MAX, |nodes| nodes.div_ceil(threads.max(1) as u64));
        Self {
            began,
            limits: limits.clone(),
            shared: shared.clone(),
            visited: 0,
            allowed,
            reserved: 0,
            has_ended: false,
        }
    }

    /// Begins a look that only the number of positions ends, if anything does.
    pub fn begin_first_look(&mut self, is_limited: bool) {
        self.reserved = if is_limited { FIRST_LOOK.min(self.allowed) } else { FIRST_LOOK };
    }

    /// From now on all limits count.
    pub const fn end_first_look(&mut self) {
        self.reserved = 0;
    }

    /// Counts a position, and says whether the search is to end before it is looked at.
    pub fn visit(&mut self) -> bool {
        if self.has_ended {
            return true;
        }
        if self.visited >= self.allowed.max(self.reserved) {
            self.has_ended = true;
            return true;
        }
        self.visited += 1;
        if self.visited.is_multiple_of(CLOCK_EVERY) {
            self.shared.nodes.fetch_add(CLOCK_EVERY, Ordering::Relaxed);
            self.limits.visited.0.fetch_add(CLOCK_EVERY, Ordering::Relaxed);
            self.has_ended = self.visited >= self.reserved && (self.is_stopped() || self.is_past(self.limits.time));
        }
        self.has_ended
    }

    /// Whether the search has been cut off: what it returns then is worth nothing.
    pub const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Whether another, deeper look is worth its while.
    pub fn may_deepen(&self, depth: u32) -> bool {
        self.visited < self.reserved
            || !self.has_ended
                && !self.is_stopped()
                && depth <= self.limits.depth.unwrap_or(u32::MAX)
                && !self.is_past(self.limits.enough)
                && !self.is_past(self.limits.time)
    }

    /// The positions that this thread has visited.
    pub const fn visited(&self) -> u64 {
        self.visited
    }

    /// The only turns that may be played at the root; all, if there are none.
    pub fn only(&self) -> &[Turn] {
        &self.limits.only
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// The positions that all threads have visited.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.visited % CLOCK_EVERY
    }

    fn is_stopped(&self) -> bool {
        self.shared.stop.is_stopped() || self.limits.stop.is_stopped()
    }

    fn is_past(&self, bound: Option<Duration>) -> bool {
        bound.is_some_and(|bound| self.began.elapsed() >= bound)
    }
}
