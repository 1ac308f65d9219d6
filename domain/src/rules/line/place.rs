//! [`Place`]: where one stands in a line. As text it is short enough for an address.

use std::fmt;
use std::str::FromStr;

/// A place in a line: behind so many of its turns, or of a variation's. `7` is behind seven turns; `7.1.3` is behind seven
/// turns in the first variation of the eighth, three turns into it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    forks: Vec<Fork>,
    after: usize,
}

/// Where a way leaves its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fork {
    /// The turns of the line before it.
    pub turns: usize,
    /// Which variation of the next turn it takes, counted from 0.
    pub variation: usize,
}

/// A text that is no place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not-a-place")]
pub struct NoPlace;

impl Place {
    /// Variations within each other that a place can lead into.
    const MAX_FORKS: usize = 64;

    /// Before the first turn.
    pub const START: Self = Self { forks: Vec::new(), after: 0 };

    /// Behind so many turns of the line itself.
    pub const fn main(turns: usize) -> Self {
        Self { forks: Vec::new(), after: turns }
    }

    /// Whether it is in the line itself and not in a variation.
    pub fn is_main(&self) -> bool {
        self.forks.is_empty()
    }

    /// How many turns lead there.
    pub fn turns(&self) -> usize {
        self.forks.iter().map(|fork| fork.turns).sum::<usize>() + self.after
    }

    /// The turns of the innermost variation, or of the line itself.
    pub(super) const fn after(&self) -> usize {
        self.after
    }

    pub(super) fn forks(&self) -> &[Fork] {
        &self.forks
    }

    pub(super) fn moved_to(&self, after: usize) -> Self {
        Self { forks: self.forks.clone(), after }
    }

    /// So many turns into a variation of the turn that follows here.
    #[must_use]
    pub fn into_variation(&self, variation: usize, after: usize) -> Self {
        let mut forks = self.forks.clone();
        forks.push(Fork { turns: self.after, variation });
        Self { forks, after }
    }

    /// So many turns further in the same line.
    #[must_use]
    pub fn on(&self, turns: usize) -> Self {
        self.moved_to(self.after + turns)
    }

    /// Where the innermost variation leaves the line around it; `None` in the line itself.
    pub(super) fn out(&self) -> Option<Self> {
        let (fork, outer) = self.forks.split_last()?;
        Some(Self { forks: outer.to_vec(), after: fork.turns })
    }

    pub(super) fn back(&self) -> Option<Self> {
        match (self.after, self.forks.split_last()) {
            (0, None) => None,
            (0 | 1, Some((fork, outer))) => Some(Self { forks: outer.to_vec(), after: fork.turns }),
            (after, _) => Some(self.moved_to(after - 1)),
        }
    }

    /// The same place when, in the line at `at`, a variation of the next turn has changed places with the line.
    pub(super) fn when_promoted(&self, at: &Self, variation: usize) -> Self {
        let depth = at.forks.len();
        if self.forks.get(..depth) != Some(&at.forks[..]) {
            return self.clone();
        }
        let mut place = self.clone();
        match self.forks.get(depth) {
            Some(fork) if fork.turns == at.after && fork.variation == variation => {
                place.forks.remove(depth);
                match place.forks.get_mut(depth) {
                    Some(next) => next.turns += at.after,
                    None => place.after += at.after,
                }
            }
            Some(fork) if fork.turns == at.after && fork.variation < variation => place.forks[depth].variation += 1,
            Some(fork) if fork.turns > at.after => {
                place.forks[depth].turns -= at.after;
                place.forks.insert(depth, Fork { turns: at.after, variation: 0 });
            }
            None if self.after > at.after => {
                place.forks.push(Fork { turns: at.after, variation: 0 });
                place.after -= at.after;
            }
            _ => {}
        }
        place
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.forks.iter().try_for_each(|fork| write!(f, "{}.{}.", fork.turns, fork.variation + 1))?;
        write!(f, "{}", self.after)
    }
}

impl FromStr for Place {
    type Err = NoPlace;

    fn from_str(text: &str) -> Result<Self, NoPlace> {
        let numbers: Result<Vec<u16>, _> = text.split('.').take(2 * Self::MAX_FORKS + 2).map(str::parse).collect();
        let numbers = numbers.map_err(|_| NoPlace)?;
        let (forks, []) = numbers[..numbers.len() - 1].as_chunks::<2>() else { return Err(NoPlace) };
        let after = usize::from(numbers[numbers.len() - 1]);
        let read = |&[turns, variation]: &[u16; 2]| {
            let variation = usize::from(variation).checked_sub(1)?;
            Some(Fork { turns: usize::from(turns), variation })
        };
        let forks: Vec<Fork> = forks.iter().map(read).collect::<Option<_>>().ok_or(NoPlace)?;
        if forks.len() > Self::MAX_FORKS { Err(NoPlace) } else { Ok(Self { forks, after }) }
    }
}
