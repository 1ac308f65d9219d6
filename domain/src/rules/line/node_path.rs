//! [`NodePath`]: the path to a node of a line, a moment between two turns. As text it is short enough for an address.

use std::fmt;
use std::str::FromStr;

/// The path to a node: after so many turns of the line, or of a variation. `7` is after seven turns; `7.1.3` is, after seven
/// turns, in the first variation of the eighth, three turns into it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodePath {
    forks: Vec<Fork>,
    after: usize,
}

/// Where a path leaves its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fork {
    /// The turns of the line before it.
    pub turns: usize,
    /// Which variation of the next turn it takes, counted from 0.
    pub variation: usize,
}

/// A text that is no path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not-a-node-path")]
pub struct NoNodePath;

impl NodePath {
    /// The most variations within each other that a path can lead into.
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

    /// In how many variations within each other it is.
    pub fn depth(&self) -> usize {
        self.forks.len()
    }

    /// How many turns lead there.
    pub fn turns(&self) -> usize {
        self.forks.iter().map(|fork| fork.turns).sum::<usize>() + self.after
    }

    /// The nodes that lead there, the start first and itself last.
    pub fn nodes(&self) -> Vec<Self> {
        let mut nodes: Vec<_> = std::iter::successors(Some(self.clone()), Self::back).collect();
        nodes.reverse();
        nodes
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

    /// The same node when, in the line at `at`, a variation of the next turn has been exchanged with the line.
    pub(super) fn when_promoted(&self, at: &Self, variation: usize) -> Self {
        let depth = at.forks.len();
        if self.forks.get(..depth) != Some(&at.forks[..]) {
            return self.clone();
        }
        let mut path = self.clone();
        match self.forks.get(depth) {
            Some(fork) if fork.turns == at.after && fork.variation == variation => {
                path.forks.remove(depth);
                match path.forks.get_mut(depth) {
                    Some(next) => next.turns += at.after,
                    None => path.after += at.after,
                }
            }
            Some(fork) if fork.turns == at.after && fork.variation < variation => path.forks[depth].variation += 1,
            Some(fork) if fork.turns > at.after => {
                path.forks[depth].turns -= at.after;
                path.forks.insert(depth, Fork { turns: at.after, variation: 0 });
            }
            None if self.after > at.after => {
                path.forks.push(Fork { turns: at.after, variation: 0 });
                path.after -= at.after;
            }
            _ => {}
        }
        path
    }
}

impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.forks.iter().try_for_each(|fork| write!(f, "{}.{}.", fork.turns, fork.variation + 1))?;
        write!(f, "{}", self.after)
    }
}

impl FromStr for NodePath {
    type Err = NoNodePath;

    fn from_str(text: &str) -> Result<Self, NoNodePath> {
        let numbers: Result<Vec<u16>, _> = text.split('.').take(2 * Self::MAX_FORKS + 2).map(str::parse).collect();
        let numbers = numbers.map_err(|_| NoNodePath)?;
        let (forks, []) = numbers[..numbers.len() - 1].as_chunks::<2>() else { return Err(NoNodePath) };
        let after = usize::from(numbers[numbers.len() - 1]);
        let read = |&[turns, variation]: &[u16; 2]| {
            let variation = usize::from(variation).checked_sub(1)?;
            Some(Fork { turns: usize::from(turns), variation })
        };
        let forks: Vec<Fork> = forks.iter().map(read).collect::<Option<_>>().ok_or(NoNodePath)?;
        if forks.len() > Self::MAX_FORKS { Err(NoNodePath) } else { Ok(Self { forks, after }) }
    }
}
