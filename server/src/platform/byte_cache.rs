//! [`ByteCache`]: bytes that never change, kept in memory by name.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// Bytes by name, as many as there is room for. Clones share them.
#[derive(Clone)]
pub struct ByteCache(Arc<Bytes>);

type Bytes = Cache<String, Arc<[u8]>, BySize>;

impl ByteCache {
    /// One that takes at most so many bytes of memory; `usual` is what a value usually takes.
    pub fn new(max: u64, usual: u64) -> Self {
        Self(Arc::new(Bytes::with_weighter((max / usual) as usize, max, BySize)))
    }

    /// What has a name.
    pub fn get(&self, name: &str) -> Option<Arc<[u8]>> {
        self.0.get(name)
    }

    /// Keeps it while there is room.
    pub fn keep(&self, name: String, bytes: Arc<[u8]>) {
        self.0.insert(name, bytes);
    }
}

impl std::fmt::Debug for ByteCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ByteCache({} bytes)", self.0.weight())
    }
}

#[derive(Clone)]
struct BySize;

impl Weighter<String, Arc<[u8]>> for BySize {
    fn weight(&self, name: &String, bytes: &Arc<[u8]>) -> u64 {
        (name.len() + bytes.len()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let cache = ByteCache::new(10_000, 100);
        assert_eq!(cache.get("0"), None);
        for name in 0..1000_u16 {
            cache.keep(name.to_string(), vec![0; 100].into());
        }
        assert_eq!(cache.get("999").map(|bytes| bytes.len()), Some(100));
        assert!(cache.0.weight() <= 10_000);
    }
}
