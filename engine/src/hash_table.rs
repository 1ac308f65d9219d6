//! [`HashTable`]: what is known of positions that were searched before, shared by all threads without locks.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::MmapMut;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

use crate::score::{Certain, Score};

/// Which side of the true score a stored score is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score is this or less.
    Upper,
    /// The true score is this or more.
    Lower,
    /// This is the true score.
    Exact,
}

impl Bound {
    /// What the best score is that was found between these bounds.
    pub fn of(best: Score, alpha: Score, beta: Score) -> Self {
        if best >= beta {
            Self::Lower
        } else if best > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best turn as the rule system packs it into 24 bits; 0 is none.
    pub turn: u32,
    pub score: Score,
    pub bound: Bound,
    /// How deep it was searched.
    pub depth: u8,
}

impl Entry {
    /// Whether the true score is no longer in doubt between these bounds.
    pub fn settles(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// An entry is two words: its data, and its key with the data worked in by exclusive or. An entry of which two threads wrote
/// a word each is therefore recognised as foreign (Hyatt and Mann, "A lockless transposition table", 2002).
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The slots that a position may be in: those of one cache line.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
struct Bucket([Slot; 4]);

/// There is no memory for a hash table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is not enough memory for a hash table of {mebibytes} MiB")]
pub struct OutOfMemory {
    /// Its size, in MiB.
    pub mebibytes: usize,
}

/// A transposition table of bounded size.
///
/// Its memory is mapped and not on the heap, because only so may the system be asked for huge pages: nearly every look into a
/// large table is at a page of its own, and to find the page takes longer than to read it.
pub(crate) struct HashTable {
    memory: MmapMut,
    generation: u8,
}

/// A table while a search goes on: its threads share it.
#[derive(Clone, Copy)]
pub(crate) struct SharedTable<'a> {
    buckets: &'a [Bucket],
    generation: u8,
}

/// How many bytes are cleared by one thread, if there are processors for more.
const WORTH_A_THREAD: usize = 32 << 20;

impl HashTable {
    /// A table of so many mebibytes, one at least.
    ///
    /// # Errors
    ///
    /// When there is not so much memory.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let error = OutOfMemory { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(error)?;
        let memory = MmapMut::map_anon(bytes).map_err(|_| error)?;
        // Without them it is only slower.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        let mut table = Self { memory, generation: 0 };
        // The system gives memory when it is written to first, and that must not be while a clock runs.
        table.clear();
        Ok(table)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let most = std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = (self.memory.len() / WORTH_A_THREAD).clamp(1, most);
        let part = self.memory.len().div_ceil(threads);
        std::thread::scope(|scope| {
            let (own, others) = self.memory.split_at_mut(part);
            for other in others.chunks_mut(part) {
                scope.spawn(|| other.fill(0));
            }
            own.fill(0);
        });
        self.generation = 0;
    }

    /// The table for another search. Entries of earlier searches may be replaced before those of this one.
    pub fn begin_search(&mut self) -> SharedTable<'_> {
        self.generation = (self.generation + 1) & GENERATIONS;
        // Pages begin where buckets may, and mebibytes have no rest: it never fails.
        let buckets = <[Bucket]>::mut_from_bytes(&mut self.memory).unwrap_or_default();
        SharedTable { buckets, generation: self.generation }
    }
}

impl SharedTable<'_> {
    /// What is known of a position; `ply` is how far it is from the root, for wins and losses count from there.
    pub fn find(&self, key: u64, ply: u32) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Has what may be known of a position read from memory, so that whoever looks it up a moment later need not wait: the processor goes on meanwhile.
    /// `black_box`, because a read whose value is not used would be left out. The instruction that only fetches is not safe in stable Rust.
    pub fn prefetch(&self, key: u64) {
        std::hint::black_box(self.bucket(key)[0].data.load(Ordering::Relaxed));
    }

    /// Remembers a position.
    pub fn store(&self, key: u64, ply: u32, entry: Entry) {
        let generation = self.generation;
        let worth = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            if check ^ data == key {
                return i32::MIN;
            }
            let age = (generation.wrapping_sub((data >> 50) as u8)) & GENERATIONS;
            i32::from((data >> 40) as u8) - 4 * i32::from(age)
        };
        let Some(slot) = self.bucket(key).iter().min_by_key(|slot| worth(slot)) else { return };
        let old = slot.data.load(Ordering::Relaxed);
        let is_same = slot.check.load(Ordering::Relaxed) ^ old == key;
        let mut entry = entry;
        if is_same && entry.turn == 0 {
            entry.turn = old as u32 & 0xff_ffff;
        }
        // What is known to a much greater depth is kept, unless the new score is exact.
        if is_same
            && entry.bound != Bound::Exact
            && (old >> 50) as u8 & GENERATIONS == generation
            && u32::from((old >> 40) as u8) > u32::from(entry.depth) + 4
        {
            return;
        }
        let data = pack(entry, ply) | u64::from(generation) << 50;
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }

    /// How many of a thousand slots were filled by this search.
    pub fn filled(&self) -> usize {
        let generation = self.generation;
        let sample = || self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let is_new = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && (data >> 50) as u8 & GENERATIONS == generation
        };
        sample().filter(is_new).count() * 1000 / sample().count().max(1)
    }

    fn bucket(&self, key: u64) -> &[Slot; 4] {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize].0
    }
}

/// The bits of a generation.
const GENERATIONS: u8 = 0x3f;

// Bits: 0 to 23 turn, 24 to 39 score, 40 to 47 depth, 48 to 49 bound, 50 to 55 generation, 56 always set.
fn pack(entry: Entry, ply: u32) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.turn & 0xff_ffff)
        | u64::from(from_here(entry.score, ply).to_bits()) << 24
        | u64::from(entry.depth) << 40
        | bound << 48
        | 1 << 56
}

fn unpack(data: u64, ply: u32) -> Entry {
    let bound = match data >> 48 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    let score = from_root(Score::from_bits((data >> 24) as u16), ply);
    Entry { turn: data as u32 & 0xff_ffff, score, bound, depth: (data >> 40) as u8 }
}

/// The score with wins and losses counted from the position itself, as it is stored.
fn from_here(score: Score, ply: u32) -> Score {
    match score.certain() {
        Some(Certain::Win { plies }) => Score::win_in(plies.saturating_sub(ply)),
        Some(Certain::Loss { plies }) => Score::loss_in(plies.saturating_sub(ply)),
        None => score,
    }
}

/// The score with wins and losses counted from the root, as the search compares them.
fn from_root(score: Score, ply: u32) -> Score {
    match score.certain() {
        Some(Certain::Win { plies }) => Score::win_in(plies + ply),
        Some(Certain::Loss { plies }) => Score::loss_in(plies + ply),
        None => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(turn: u32, score: Score, depth: u8) -> Entry {
        Entry { turn, score, bound: Bound::Exact, depth }
    }

    #[test]
    fn what_is_stored_is_found_with_wins_counted_from_the_root() {
        let mut table = HashTable::new(1).unwrap();
        let table = table.begin_search();
        table.store(17, 3, entry(5, Score::win_in(7), 9));
        assert_eq!(table.find(17, 3), Some(entry(5, Score::win_in(7), 9)));
        assert_eq!(table.find(17, 1), Some(entry(5, Score::win_in(5), 9)));
        assert_eq!(table.find(18, 3), None);
    }

    #[test]
    fn more_than_there_is_memory_for_is_refused() {
        for mebibytes in [usize::MAX, usize::MAX >> 20] {
            assert_eq!(HashTable::new(mebibytes).err(), Some(OutOfMemory { mebibytes }));
        }
    }

    #[test]
    fn a_large_table_is_cleared_from_end_to_end() {
        let mut large = HashTable::new(100).unwrap();
        let keys = [0, u64::MAX / 2, u64::MAX / 3, u64::MAX];
        let table = large.begin_search();
        keys.iter().for_each(|&key| table.store(key, 0, entry(1, Score::DRAW, 2)));
        assert!(keys.iter().all(|&key| table.find(key, 0).is_some()));
        large.clear();
        let table = large.begin_search();
        assert!(keys.iter().all(|&key| table.find(key, 0).is_none()));
    }

    #[test]
    fn the_deepest_of_a_full_bucket_stays() {
        let mut table = HashTable::new(1).unwrap();
        let table = table.begin_search();
        table.store(1, 0, entry(1, Score::DRAW, 20));
        for key in 2..50 {
            table.store(key, 0, entry(1, Score::DRAW, 2));
        }
        assert!(table.find(1, 0).is_some() && table.find(49, 0).is_some());
        assert!(table.find(20, 0).is_none());
    }
}
