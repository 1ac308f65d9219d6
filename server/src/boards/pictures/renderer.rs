//! Where pictures are made: beside the threads that answer requests, few at a time, and kept for visitors who ask for them again.
//! A page never waits for a picture.

use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::Context;
use axum::body::Bytes;
use quick_cache::sync::Cache;
use quick_cache::{OptionsBuilder, Weighter};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::platform::error::{Error, TooMany};
use crate::platform::network::{CountedOfNetwork, Max, Network, NetworkTally};

/// The sizes of the caches, in bytes.
const STILLS_CACHE: CacheSize = CacheSize { bytes: 16 * 1024 * 1024, usual_bytes: 64 * 1024 };
const FILMS_CACHE: CacheSize = CacheSize { bytes: 32 * 1024 * 1024, usual_bytes: 512 * 1024 };
/// How many pictures may wait to be rendered. Further requests are refused for the moment.
const MAX_STILLS_WAITING: usize = 24;
const MAX_FILMS_WAITING: usize = 8;
/// Films are made one at a time: each takes as long as hundreds of stills.
const FILM_MAKERS: usize = 1;
/// How many films and stills of one network and of one site may be made or wait at the same time, and when to ask again for
/// more. No site takes a whole queue.
const MAX_FILMS: Max = Max { of_network: 2, of_site: 4 };
const MAX_STILLS: Max = Max { of_network: 12, of_site: 18 };
const FILMS_RETRY_AFTER: Duration = Duration::from_secs(10);
const STILLS_RETRY_AFTER: Duration = Duration::from_secs(1);

/// Who asks for a picture: the network that their limits are counted by, if there are any for them.
type Visitor = Option<Network>;

/// The size of a cache.
#[derive(Clone, Copy)]
struct CacheSize {
    bytes: u64,
    /// The expected size of a picture.
    usual_bytes: u64,
}

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

/// Renders pictures and caches them. Clones share the caches. Films have a queue and a cache of their own, so that no still
/// waits for a film or is evicted by one.
#[derive(Clone)]
pub struct Renderer {
    stills: Queue,
    films: Queue,
    /// How many films of each network are made or wait, and how many stills.
    films_by_network: NetworkTally,
    stills_by_network: NetworkTally,
}

/// Renders and caches pictures of one kind.
#[derive(Clone)]
struct Queue {
    kept: Arc<Cache<String, Picture, ByBytes>>,
    /// Those who are made or wait for it.
    asked: Arc<Semaphore>,
    /// Those who are made.
    made: Arc<Semaphore>,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<String, Picture> for ByBytes {
    fn weight(&self, key: &String, picture: &Picture) -> u64 {
        (key.len() + picture.bytes.len()) as u64
    }
}

impl Renderer {
    /// A renderer that leaves processors to the pages.
    ///
    /// # Errors
    /// None that can be told: what is kept has a bound.
    pub fn new() -> anyhow::Result<Self> {
        let makers = available_parallelism().map_or(1, |processors| processors.get().div_ceil(2));
        Ok(Self {
            stills: Queue::new(makers, MAX_STILLS_WAITING, STILLS_CACHE)?,
            films: Queue::new(FILM_MAKERS, MAX_FILMS_WAITING, FILMS_CACHE)?,
            films_by_network: NetworkTally::default(),
            stills_by_network: NetworkTally::default(),
        })
    }

    /// The still picture of a name, which says all that it depends on: one that is kept, or else one that is made now. Who asks
    /// for the same at the same time waits for the same.
    ///
    /// # Errors
    /// Too many wait, or the picture cannot be made.
    pub async fn still(
        &self,
        name: &str,
        visitor: Visitor,
        make: impl FnOnce() -> anyhow::Result<Vec<u8>> + Send + 'static,
    ) -> Result<Picture, Error> {
        let refusal = Error::TooMany { what: TooMany::Stills, retry_after: STILLS_RETRY_AFTER };
        let admit = || admit(&self.stills_by_network, visitor, MAX_STILLS, refusal);
        self.stills.picture(name, admit, make).await
    }

    /// The same of a film that a visitor asks for.
    ///
    /// # Errors
    /// Too many wait, or too many of this visitor; or the film cannot be made.
    pub async fn film(
        &self,
        name: &str,
        visitor: Visitor,
        make: impl FnOnce() -> anyhow::Result<Vec<u8>> + Send + 'static,
    ) -> Result<Picture, Error> {
        let refusal = Error::TooMany { what: TooMany::Films, retry_after: FILMS_RETRY_AFTER };
        let admit = || admit(&self.films_by_network, visitor, MAX_FILMS, refusal);
        self.films.picture(name, admit, make).await
    }
}

/// Counts one more picture of a visitor, unless there are too many. `None`: nothing is counted of a visitor who is not limited.
fn admit(
    pictures: &NetworkTally,
    visitor: Visitor,
    max: Max,
    refusal: Error,
) -> Result<Option<CountedOfNetwork>, Error> {
    match visitor {
        Some(network) => pictures.add(network, max).ok_or(refusal).map(Some),
        None => Ok(None),
    }
}

impl Queue {
    fn new(makers: usize, waiting: usize, cache: CacheSize) -> anyhow::Result<Self> {
        // In one piece, so that a large picture is kept as well as a small one.
        let options = OptionsBuilder::new()
            .estimated_items_capacity((cache.bytes / cache.usual_bytes) as usize)
            .weight_capacity(cache.bytes)
            .shards(1)
            .build()?;
        let kept = Cache::with_options(options, ByBytes, Default::default(), Default::default());
        let [asked, made] = [makers + waiting, makers].map(|permits| Arc::new(Semaphore::new(permits)));
        Ok(Self { kept: Arc::new(kept), asked, made })
    }

    async fn picture<A: Send + 'static>(
        &self,
        name: &str,
        admit: impl FnOnce() -> Result<A, Error>,
        make: impl FnOnce() -> anyhow::Result<Vec<u8>> + Send + 'static,
    ) -> Result<Picture, Error> {
        let made = async {
            // Only the first visitor to ask is counted: the others wait for the same.
            let admitted = admit()?;
            self.make(admitted, make).await
        };
        self.kept.get_or_insert_async(name, made).await
    }

    async fn make<A: Send + 'static>(
        &self,
        admitted: A,
        make: impl FnOnce() -> anyhow::Result<Vec<u8>> + Send + 'static,
    ) -> Result<Picture, Error> {
        let asked = self.asked.clone().try_acquire_owned().map_err(|_| Error::NotNow)?;
        let made = self.made.clone().acquire_owned().await?;
        // What was begun is counted until it is done, also when nobody waits for it any more.
        let making = spawn_blocking(move || {
            let picture = make().map(Picture::new);
            drop((made, asked, admitted));
            picture
        });
        Ok(making.await.context("a picture was not finished")??)
    }
}

#[cfg(test)]
mod tests;
