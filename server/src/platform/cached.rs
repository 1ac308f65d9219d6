//! [`Cached`]: what is asked of the database at most once in a while.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

/// How many times as old as a value may be it is still shown while a new one is loaded.
const STALE: i32 = 4;

/// A value that a server loads at most once in a while: for what takes the database long and may be a little old. Clones share it.
///
/// Nobody waits for it but the first who asks, and those who come after it was not asked for for long: others get the old one while the new one
/// is loaded.
#[derive(Debug)]
pub struct Cached<T> {
    lasts: SignedDuration,
    loaded: Arc<Mutex<Option<Loaded<T>>>>,
    /// Locked while a value is loaded.
    loading: Arc<tokio::sync::Mutex<()>>,
}

/// A value, and when it was loaded.
#[derive(Debug)]
struct Loaded<T> {
    at: Timestamp,
    value: Arc<T>,
}

impl<T> Clone for Cached<T> {
    fn clone(&self) -> Self {
        Self { lasts: self.lasts, loaded: self.loaded.clone(), loading: self.loading.clone() }
    }
}

impl<T: Send + Sync + 'static> Cached<T> {
    /// Nothing is loaded yet.
    pub fn new(lasts: SignedDuration) -> Self {
        Self { lasts, loaded: Arc::default(), loading: Arc::default() }
    }

    /// The value, loaded if there is none or it is too old.
    ///
    /// # Errors
    /// It could not be loaded; then the next who asks tries again.
    pub async fn get(
        &self,
        now: Timestamp,
        load: impl Future<Output = anyhow::Result<T>> + Send + 'static,
    ) -> anyhow::Result<Arc<T>> {
        if let Some(fresh) = self.younger_than(self.lasts, now) {
            return Ok(fresh);
        }
        if let Some(stale) = self.younger_than(self.lasts * STALE, now) {
            if let Ok(loading) = self.loading.clone().try_lock_owned() {
                let cached = self.clone();
                tokio::spawn(async move {
                    match load.await {
                        Ok(value) => cached.keep(now, Arc::new(value)),
                        Err(error) => tracing::warn!("cannot load anew what is cached: {error:#}"),
                    }
                    drop(loading);
                });
            }
            return Ok(stale);
        }
        let _loading = self.loading.lock().await;
        // Perhaps it was loaded meanwhile.
        if let Some(fresh) = self.younger_than(self.lasts, now) {
            return Ok(fresh);
        }
        let value = Arc::new(load.await?);
        self.keep(now, value.clone());
        Ok(value)
    }

    fn younger_than(&self, age: SignedDuration, now: Timestamp) -> Option<Arc<T>> {
        let loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.as_ref().filter(|loaded| now.duration_since(loaded.at).abs() < age).map(|loaded| loaded.value.clone())
    }

    fn keep(&self, at: Timestamp, value: Arc<T>) {
        *self.loaded.lock().unwrap_or_else(PoisonError::into_inner) = Some(Loaded { at, value });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn it_is_loaded_once_until_it_is_too_old() {
        let cached = Cached::new(SignedDuration::from_secs(60));
        let get = async |at, next: i32| *cached.get(Timestamp::constant(at, 0), async move { Ok(next) }).await.unwrap();
        assert_eq!(get(0, 1).await, 1);
        assert_eq!(get(59, 2).await, 1);
        // Old, but not too old to be shown while it is loaded.
        assert_eq!(get(60, 3).await, 1);
        drop(cached.loading.lock().await);
        assert_eq!(get(61, 4).await, 3);
        let fails = async |at| cached.get(Timestamp::constant(at, 0), async { anyhow::bail!("no database") }).await;
        assert_eq!(*fails(130).await.unwrap(), 3, "the old one is shown while the new one fails");
        drop(cached.loading.lock().await);
        assert_eq!(get(131, 4).await, 3);
        drop(cached.loading.lock().await);
        assert_eq!(get(132, 5).await, 4, "who came after the failure has tried again");
        assert_eq!(get(131 + 4 * 60, 6).await, 6, "after so long it is waited for");
        assert!(fails(9000).await.is_err());
        assert_eq!(get(9001, 7).await, 7, "who comes after a failure tries again");
        assert_eq!(get(1000, 8).await, 8, "the clock was set back");
        assert_eq!(get(1001, 9).await, 8);
    }
}
