//! The picture renderer: off the threads that answer requests, a few pictures at a time, with a cache. A page never
//! waits for a picture.

use std::sync::Arc;
use std::thread::available_parallelism;

use anyhow::Context;
use axum::body::Bytes;
use quick_cache::sync::Cache;
use quick_cache::{OptionsBuilder, Weighter};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::platform::error::Error;

/// The size of the cache, in bytes.
const CACHE_BYTES: u64 = 48 * 1024 * 1024;
/// The expected size of a picture, in bytes.
const USUAL_BYTES: u64 = 96 * 1024;
/// How many pictures may wait to be rendered. Further requests are refused for the moment.
const MAX_WAITING: usize = 24;

/// A picture that was made.
#[derive(Clone)]
pub struct Picture {
    /// The file.
    pub bytes: Bytes,
    /// Its name among its versions, in quotation marks: as long as it is the same, so is the file.
    pub etag: Arc<str>,
}

impl Picture {
    /// A file with its name.
    pub fn new(bytes: Vec<u8>) -> Self {
        let hash = Sha256::digest(&bytes);
        let etag = format!("\"{}\"", data_encoding::HEXLOWER.encode(&hash[..12])).into();
        Self { bytes: bytes.into(), etag }
    }
}

/// Renders pictures and caches them. Clones share the cache.
#[derive(Clone)]
pub struct Renderer {
    cache: Arc<Cache<String, Picture, ByBytes>>,
    /// Those who are made or wait for it.
    requested: Arc<Semaphore>,
    /// Those who are made.
    rendered: Arc<Semaphore>,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<String, Picture> for ByBytes {
    fn weight(&self, key: &String, picture: &Picture) -> u64 {
        (key.len() + picture.bytes.len()) as u64
    }
}

impl Renderer {
    /// A renderer that leaves at least half of the processors to the pages.
    ///
    /// # Errors
    /// None in practice: the cache has a bound.
    pub fn new() -> anyhow::Result<Self> {
        let makers = available_parallelism().map_or(1, |processors| processors.get().div_ceil(2));
        Self::with(makers, MAX_WAITING)
    }

    fn with(makers: usize, waiting: usize) -> anyhow::Result<Self> {
        // A single shard, so that a long film fits into the cache as well as a small board.
        let options = OptionsBuilder::new()
            .estimated_items_capacity((CACHE_BYTES / USUAL_BYTES) as usize)
            .weight_capacity(CACHE_BYTES)
            .shards(1)
            .build()?;
        let cache = Cache::with_options(options, ByBytes, Default::default(), Default::default());
        let [requested, rendered] = [makers + waiting, makers].map(|permits| Arc::new(Semaphore::new(permits)));
        Ok(Self { cache: Arc::new(cache), requested, rendered })
    }

    /// The picture with a name, which has to contain everything the picture depends on: from the cache, or rendered
    /// now. Concurrent requests for the same picture share one rendering.
    ///
    /// # Errors
    /// Too many wait, or the picture cannot be made.
    pub async fn picture(
        &self,
        name: &str,
        make: impl FnOnce() -> anyhow::Result<Vec<u8>> + Send + 'static,
    ) -> Result<Picture, Error> {
        self.cache.get_or_insert_async(name, self.make(make)).await
    }

    async fn make(&self, make: impl FnOnce() -> anyhow::Result<Vec<u8>> + Send + 'static) -> Result<Picture, Error> {
        let requested = self.requested.clone().try_acquire_owned().map_err(|_| Error::NotNow)?;
        let rendered = self.rendered.clone().acquire_owned().await?;
        // What was begun is counted until it is done, also when nobody waits for it any more.
        let making = spawn_blocking(move || {
            let picture = make().map(Picture::new);
            drop((rendered, requested));
            picture
        });
        Ok(making.await.context("a picture was not finished")??)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::{Error, Renderer};

    #[tokio::test]
    async fn who_comes_when_too_many_wait_is_asked_to_come_again() {
        let renderer = Renderer::with(1, 1).unwrap();
        let (go, gone) = mpsc::channel::<()>();
        let (begins, begun) = tokio::sync::oneshot::channel();
        let slow = tokio::spawn({
            let renderer = renderer.clone();
            async move {
                let make = move || {
                    let _ = begins.send(());
                    gone.recv()?;
                    Ok(vec![1])
                };
                renderer.picture("slow", make).await.map(|picture| picture.bytes)
            }
        });
        begun.await.unwrap();
        let waits = tokio::spawn({
            let renderer = renderer.clone();
            async move { renderer.picture("waits", || Ok(vec![2])).await.map(|picture| picture.bytes) }
        });
        while renderer.requested.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = renderer.picture("refused", || Ok(vec![3])).await;
        assert!(matches!(refused, Err(Error::NotNow)));
        go.send(()).unwrap();
        assert_eq!(slow.await.unwrap().unwrap().to_vec(), [1]);
        assert_eq!(waits.await.unwrap().unwrap().to_vec(), [2]);
        assert_eq!(renderer.picture("refused", || Ok(vec![3])).await.unwrap().bytes.to_vec(), [3]);
    }

    #[tokio::test]
    async fn what_was_made_is_not_made_again_and_what_failed_is() {
        let renderer = Renderer::with(1, 1).unwrap();
        assert!(renderer.picture("board", || anyhow::bail!("no paint")).await.is_err());
        let first = renderer.picture("board", || Ok(vec![1])).await.unwrap();
        let second = renderer.picture("board", || Ok(vec![2])).await.unwrap();
        assert_eq!((second.bytes.to_vec(), second.etag), (vec![1], first.etag));
    }
}
