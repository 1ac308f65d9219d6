//! [`Score`]: how good a position is, for the side to move.

use std::fmt;
use std::ops::Neg;

/// How good a position is for the side to move: centipawns, or a win or loss that is certain and how far off it is.
///
/// Scores are ordered: a quicker win is better, a slower loss too.
///
/// ```
/// use engine::score::{Certain, Score};
///
/// let win = Score::win_in(3);
/// assert!(Score::win_in(1) > win && win > Score::centipawns(900));
/// assert_eq!(win.certain(), Some(Certain::Win { plies: 3 }));
/// assert_eq!((-win).certain(), Some(Certain::Loss { plies: 3 }));
/// assert_eq!(win.to_string(), "mate 2");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub(crate) i32);

/// A result that the search claims, and that evaluation has no part in.
///
/// It is no proof. The hash table keeps what was found of a position whichever way led there, so that a draw by repetition may be
/// overlooked, and now and then two positions share a key. [`Prover`](crate::proof::Prover) looks at every turn, and remembers nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Certain {
    /// The side to move wins within so many turns, those of all seats counted.
    Win {
        /// 0 when the game is already over.
        plies: u32,
    },
    /// The side to move loses within so many turns, those of all seats counted.
    Loss {
        /// 0 when the game is already over.
        plies: u32,
    },
}

impl Certain {
    /// Within how many turns, those of all seats counted.
    pub const fn plies(self) -> u32 {
        match self {
            Self::Win { plies } | Self::Loss { plies } => plies,
        }
    }
}

impl Score {
    /// As good for both.
    pub const DRAW: Self = Self(0);
    /// More than any score.
    pub(crate) const INFINITE: Self = Self(32_000);
    /// As bad as can be without being a certain loss.
    pub(crate) const WORST_OPEN: Self = Self(1 - Self::CERTAIN);
    /// Won already; each turn until the win takes one off.
    pub(crate) const WON: i32 = 31_000;
    /// From here on it is a certain win.
    pub(crate) const CERTAIN: i32 = Self::WON - MAX_PLIES;

    /// What is shown for a win that is not certain: more than any evaluation gives; each turn until the win takes one off.
    const NEARLY_WON: i32 = 20_000;

    /// A win in so many turns that is not certain.
    pub(crate) const fn nearly_won_in(plies: u32) -> Self {
        Self(Self::NEARLY_WON - if plies > MAX_PLIES as u32 { MAX_PLIES } else { plies as i32 })
    }

    /// A win or loss that is not certain as if it were.
    pub(crate) const fn taken_as_certain(self) -> Self {
        let distance = Self::NEARLY_WON - self.0.abs();
        let plies = if distance > 0 { distance as u32 } else { 0 };
        match self.0 {
            _ if distance > MAX_PLIES => self,
            0.. => Self::win_in(plies),
            _ => Self::loss_in(plies),
        }
    }

    /// Whether it is a loss, certain or not.
    pub(crate) const fn is_lost(self) -> bool {
        self.0 <= MAX_PLIES - Self::NEARLY_WON
    }

    /// A score in hundredths of a pawn, kept below every certain win.
    pub const fn centipawns(centipawns: i32) -> Self {
        let bound = Self::CERTAIN - 1;
        Self(if centipawns > bound {
            bound
        } else if centipawns < -bound {
            -bound
        } else {
            centipawns
        })
    }

    /// The side to move wins in so many turns, those of all seats counted.
    pub const fn win_in(plies: u32) -> Self {
        Self(Self::WON - if plies > MAX_PLIES as u32 { MAX_PLIES } else { plies as i32 })
    }

    /// The side to move loses in so many turns, those of all seats counted.
    pub const fn loss_in(plies: u32) -> Self {
        Self(-Self::win_in(plies).0)
    }

    /// The result that is claimed, if one is.
    pub const fn certain(self) -> Option<Certain> {
        if self.0 >= Self::CERTAIN {
            Some(Certain::Win { plies: (Self::WON - self.0) as u32 })
        } else if self.0 <= -Self::CERTAIN {
            Some(Certain::Loss { plies: (Self::WON + self.0) as u32 })
        } else {
            None
        }
    }

    /// In hundredths of a pawn; a certain win or loss is far beyond what any evaluation gives.
    pub const fn as_centipawns(self) -> i32 {
        self.0
    }

    /// The score as it fits into 16 bits.
    pub(crate) const fn to_bits(self) -> u16 {
        self.0 as i16 as u16
    }

    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits as i16 as i32)
    }
}

/// The most turns a search looks ahead.
pub const MAX_PLIES: i32 = 200;

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    /// As UCI writes it: `cp 35`, `mate 2`, `mate -1`, counted in turns of the side that wins or loses, as if sides alternated. With
    /// three players, or where a mated seat of Duchess misses its turns, they do not, and it is only half of all turns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.certain() {
            Some(Certain::Win { plies }) => write!(f, "mate {}", plies.div_ceil(2)),
            Some(Certain::Loss { plies }) => write!(f, "mate -{}", plies.div_ceil(2)),
            None => write!(f, "cp {}", self.0),
        }
    }
}
