//! [`Cached`]: what is asked of the database at most once in a while.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::Mutex;

/// A value that a server loads at most once in a while: for what takes the database long and may be a little old. Clones share it.
#[derive(Debug)]
pub struct Cached<T> {
    lasts: SignedDuration,
    /// Locked while the value is loaded: whoever comes meanwhile gets the new one.
    loaded: Arc<Mutex<Option<Loaded<T>>>>,
}

/// A value, and when it was loaded.
#[derive(Debug)]
struct Loaded<T> {
    at: Timestamp,
    value: Arc<T>,
}

impl<T> Clone for Cached<T> {
    fn clone(&self) -> Self {
        Self { lasts: self.lasts, loaded: self.loaded.clone() }
    }
}

impl<T> Cached<T> {
    /// Nothing is loaded yet.
    pub fn new(lasts: SignedDuration) -> Self {
        Self { lasts, loaded: Arc::default() }
    }

    /// The value, loaded if there is none or it is too old.
    ///
    /// # Errors
    /// It could not be loaded; then the next who asks tries again.
    pub async fn get(&self, now: Timestamp, load: impl AsyncFnOnce() -> anyhow::Result<T>) -> anyhow::Result<Arc<T>> {
        let mut loaded = self.loaded.lock().await;
        if let Some(Loaded { at, value }) = &*loaded
            && now.duration_since(*at).abs() < self.lasts
        {
            return Ok(value.clone());
        }
        let value = Arc::new(load().await?);
        *loaded = Some(Loaded { at: now, value: value.clone() });
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_is_loaded_once_until_it_is_too_old() {
        let cached = Cached::new(SignedDuration::from_secs(60));
        let get = async |at, next: i32| *cached.get(Timestamp::constant(at, 0), async || Ok(next)).await.unwrap();
        assert_eq!(get(0, 1).await, 1);
        assert_eq!(get(59, 2).await, 1);
        assert_eq!(get(60, 3).await, 3);
        let failed = cached.get(Timestamp::constant(200, 0), async || anyhow::bail!("no database")).await;
        assert!(failed.is_err());
        assert_eq!(get(201, 4).await, 4, "who comes after a failure tries again");
    }
}
