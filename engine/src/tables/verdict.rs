//! [`Verdict`]: how a position ends with best play.

/// What a position is worth to the seat to move when both seats play their best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It wins within so many turns, those of both seats counted, whatever the other does; 0 when it has no turn to make,
    /// which wins.
    Win {
        /// The last of them captures the king, or leaves the winner without a turn.
        plies: u8,
    },
    /// It loses within so many turns, those of both seats counted, if the other plays well.
    Loss {
        /// The last of them captures the king, or leaves the winner without a turn.
        plies: u8,
    },
    /// Neither seat can force a win.
    #[default]
    Draw,
}

/// The most turns that a byte has room for.
pub(super) const MOST_PLIES: u8 = 126;

impl Verdict {
    /// How good it is for the seat to move: a quicker win is better, a slower loss too.
    pub const fn rank(self) -> i32 {
        match self {
            Self::Win { plies } => 256 - plies as i32,
            Self::Draw => 0,
            Self::Loss { plies } => plies as i32 - 256,
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

    pub(super) const fn to_byte(self) -> u8 {
        match self {
            Self::Draw => 0,
            Self::Win { plies } => 1 + plies,
            Self::Loss { plies } => 128 + plies,
        }
    }

    pub(super) const fn from_byte(byte: u8) -> Self {
        match byte {
            0 => Self::Draw,
            1..128 => Self::Win { plies: byte - 1 },
            _ => Self::Loss { plies: byte - 128 },
        }
    }
}
