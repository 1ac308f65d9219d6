//! How far a game has come.
//!
//! ```
//! use domain::rules::ply::Ply;
//!
//! let after_the_first_turn = Ply::START.next();
//! assert_eq!(after_the_first_turn, Ply::after(1));
//! assert_eq!(after_the_first_turn.previous(), Some(Ply::START));
//! assert_eq!(Ply::START.previous(), None);
//! ```

use std::fmt;

use serde::{Deserialize, Serialize};

/// How many turns have been made: 0 at the start, 1 after the first seat's first turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ply(pub u32);

impl Ply {
    /// Before the first turn.
    pub const START: Self = Self(0);

    /// One turn on.
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// One turn back, `None` at the start.
    pub const fn previous(self) -> Option<Self> {
        match self.0 {
            0 => None,
            n => Some(Self(n - 1)),
        }
    }

    /// The ply after so many turns.
    pub fn after(turns: usize) -> Self {
        Self(u32::try_from(turns).unwrap_or(u32::MAX))
    }

    /// So many turns, to count or index with.
    pub const fn turns(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
