//! [`Verdict`]: how a position ends with best play.

/// What a position is worth to the seat to move when both seats play their best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It wins within so many turns, those of both seats counted, whatever the other does; 0 when it has no turn to make,
    /// which wins.
    Win {
        /// The last of them captures the king, or leaves the winner without a turn.
        plies: u16,
    },
    /// It loses within so many turns, those of both seats counted, if the other plays well.
    Loss {
        /// The last of them captures the king, or leaves the winner without a turn.
        plies: u16,
    },
    /// Neither seat can force a win.
    #[default]
    Draw,
}

/// The most turns that a number of 13 bits has room for.
pub(super) const MOST_PLIES: u16 = FIRST_LOSS - 2;

/// The number of a loss within no turns; below are a draw and the wins.
const FIRST_LOSS: u16 = 1 << 12;

/// The rank of a win within no turns.
const BEST: i32 = MOST_PLIES as i32 + 2;

impl Verdict {
    /// How good it is for the seat to move: a quicker win is better, a slower loss too.
    pub const fn rank(self) -> i32 {
        match self {
            Self::Win { plies } => BEST - plies as i32,
            Self::Draw => 0,
            Self::Loss { plies } => plies as i32 - BEST,
        }
    }

    /// What a turn is worth to the seat that makes it, if this is what the turn leads to is worth to the other.
    #[must_use]
    pub const fn turn_earlier(self) -> Self {
        match self {
            Self::Win { plies } => Self::Loss { plies: plies + 1 },
            Self::Loss { plies } => Self::Win { plies: plies + 1 },
            Self::Draw => Self::Draw,
        }
    }

    /// The verdict as a number of 13 bits.
    pub(super) const fn to_number(self) -> u16 {
        match self {
            Self::Draw => 0,
            Self::Win { plies } => 1 + plies,
            Self::Loss { plies } => FIRST_LOSS + plies,
        }
    }

    pub(super) const fn from_number(number: u16) -> Self {
        match number {
            0 => Self::Draw,
            1..FIRST_LOSS => Self::Win { plies: number - 1 },
            _ => Self::Loss { plies: number - FIRST_LOSS },
        }
    }
}
