//! [`Thinking`]: what goes on while lines are still read.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::limits::Stop;

/// A search, a count or the look for a puzzle, on a thread of its own.
pub(super) struct Thinking {
    thread: JoinHandle<()>,
    stop: Stop,
    release: Arc<Release>,
    /// The time it has once the opponent has played what was expected.
    when_hit: Option<Duration>,
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

/// Its thread has panicked.
pub(super) struct Failed;

impl Thinking {
    /// Begins work that ends when `stop` is stopped, and answers only after its release.
    pub fn begin(
        stop: Stop,
        waits: bool,
        when_hit: Option<Duration>,
        work: impl FnOnce(&Release) + Send + 'static,
    ) -> Self {
        let release = Arc::new(Release::default());
        if !waits {
            release.release();
        }
        let held = Arc::clone(&release);
        Self { thread: std::thread::spawn(move || work(&held)), stop, release, when_hit }
    }

    /// The opponent has played what was expected: from now on the clock runs.
    pub fn hit(&mut self) {
        self.release.release();
        if let Some(time) = self.when_hit.take() {
            let stop = self.stop.clone();
            std::thread::spawn(move || {
                std::thread::sleep(time);
                stop.stop();
            });
        }
    }

    /// Ends it at once.
    pub fn stop(self) -> Result<(), Failed> {
        self.stop.stop();
        self.join()
    }

    /// Lets it end if it does so by itself, and else ends it.
    pub fn end(self) -> Result<(), Failed> {
        if !self.release.is_released() {
            self.stop.stop();
        }
        self.join()
    }

    fn join(self) -> Result<(), Failed> {
        self.release.release();
        self.thread.join().map_err(|_| Failed)
    }
}
