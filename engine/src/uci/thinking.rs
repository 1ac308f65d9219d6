//! [`Thinking`]: what goes on while lines are still read.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::limits::Stop;

/// A search, a count or the look for a puzzle, on a thread of its own.
pub(super) struct Thinking {
    thread: JoinHandle<()>,
    stop: Stop,
    release: Arc<Release>,
    answer: Answer,
}

/// When it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// When it has ended by itself.
    AtTheEnd,
    /// Not before it is stopped.
    WhenStopped,
    /// When it has ended, but not before the opponent has played what was expected; perhaps no longer than this after it.
    WhenHit(Option<Duration>),
}

/// Keeps back the answer of a search that may not end by itself.
#[derive(Default)]
pub(super) struct Release {
    is_released: Mutex<bool>,
    changed: Condvar,
}

impl Release {
    pub fn release(&self) {
        *self.is_released.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    pub fn wait(&self) {
        let released = self.is_released.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(released, |is_released| !*is_released));
    }

    fn is_released(&self) -> bool {
        *self.is_released.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Thinking {
    /// Begins work that ends when `stop` is stopped, and answers only after its release.
    pub fn begin(stop: Stop, answer: Answer, work: impl FnOnce(&Release) + Send + 'static) -> Self {
        let release = Arc::new(Release::default());
        if answer == Answer::AtTheEnd {
            release.release();
        }
        let held = Arc::clone(&release);
        Self { thread: std::thread::spawn(move || work(&held)), stop, release, answer }
    }

    /// The opponent has played what was expected: from now on the clock runs, if this was waited for.
    pub fn hit(&mut self) {
        if let Answer::WhenHit(time) = self.answer {
            if let Some(time) = time {
                self.stop.stop_at(Instant::now() + time);
            }
            self.release.release();
        }
    }

    /// Ends it at once.
    pub fn stop(self) {
        self.stop.stop();
        self.join();
    }

    /// Gives it so much time if it ends by itself, and else ends it.
    pub fn end_within(self, time: Duration) {
        let until = Instant::now() + time;
        while self.release.is_released() && !self.thread.is_finished() && Instant::now() < until {
            // A thread cannot be joined with a timeout.
            std::thread::sleep(Duration::from_millis(5));
        }
        self.stop();
    }

    fn join(self) {
        self.release.release();
        // If it has failed, it has said so.
        let _ = self.thread.join();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn what_takes_longer_than_it_is_given_is_stopped() {
        let stop = Stop::default();
        let work = stop.clone();
        // It has more time of its own.
        stop.stop_at(Instant::now() + Duration::from_secs(3600));
        let endless = Thinking::begin(stop, Answer::AtTheEnd, move |_| {
            while !work.is_stopped() {
                std::thread::yield_now();
            }
        });
        let (send, ended) = mpsc::channel();
        std::thread::spawn(move || {
            endless.end_within(Duration::ZERO);
            send.send(())
        });
        ended.recv_timeout(Duration::from_secs(300)).expect("it is stopped");
    }
}
