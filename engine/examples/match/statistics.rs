//! [`Statistics`]: how a program has played, whatever the results.

use std::fmt;
use std::time::Duration;

/// What a program has done in its games.
#[derive(Default)]
pub struct Statistics {
    pub turns: u64,
    pub nodes: u64,
    /// The sum of the depths that its turns reached.
    pub depths: u64,
    pub thought: Duration,
    pub longest: Duration,
    /// How often it took longer than it was asked to.
    pub overruns: u64,
    /// Games lost by an illegal turn, by silence, and by ending.
    pub failures: [u64; 3],
}

impl Statistics {
    pub fn add(&mut self, other: &Self) {
        self.turns += other.turns;
        self.nodes += other.nodes;
        self.depths += other.depths;
        self.thought += other.thought;
        self.longest = self.longest.max(other.longest);
        self.overruns += other.overruns;
        for (count, more) in self.failures.iter_mut().zip(other.failures) {
            *count += more;
        }
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns = self.turns.max(1) as f64;
        let thought = self.thought.as_secs_f64();
        let [illegal, silent, gone] = self.failures;
        write!(
            f,
            "{} turns, {:.0} nodes/s, mean depth {:.1}, {:.1} ms a turn, longest {} ms, {} overruns, {illegal} illegal turns, \
             {silent} times silent, {gone} times gone",
            self.turns,
            self.nodes as f64 / thought.max(0.001),
            self.depths as f64 / turns,
            thought * 1000.0 / turns,
            self.longest.as_millis(),
            self.overruns,
        )
    }
}
