//! [`Theme`]: what the idea of a puzzle is.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What the idea of a puzzle is. Each is read off the board by a program, so it says what is there and not what a person would
/// admire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// The duck goes where a piece would have come between, captured or passed.
    DuckBlocks,
    /// The duck goes where the king would have fled to.
    DuckTakesFlight,
    /// The duck guards the king, but has to leave with the next turn.
    DuckMustLeave,
    /// The king is attacked along a line on which the duck stood.
    LineOpened,
    /// Two pieces attack the king at once, and one duck cannot stop both.
    DoubleAttack,
    /// A knight attacks the king: nothing comes between.
    KnightAttack,
    /// The turn captures nothing and does not attack the king.
    Quiet,
    /// The piece that moved can be taken.
    Sacrifice,
    /// The king flees, and is hunted down.
    KingHunt,
    /// The third check wins.
    ThirdCheck,
    /// The own king is in danger, and one turn saves it.
    SaveTheKing,
    /// The duck stands between the own king and who would take it.
    DuckShields,
    /// A pawn becomes another piece.
    Promotion,
    /// A pawn is taken in passing.
    EnPassant,
    /// The king castles.
    Castling,
    /// Few pieces are left.
    Endgame,
}

impl Theme {
    /// All, in the order a person is offered them.
    pub const ALL: [Self; 16] = [
        Self::DuckBlocks,
        Self::DuckTakesFlight,
        Self::DuckMustLeave,
        Self::DuckShields,
        Self::LineOpened,
        Self::DoubleAttack,
        Self::KnightAttack,
        Self::Quiet,
        Self::Sacrifice,
        Self::KingHunt,
        Self::ThirdCheck,
        Self::SaveTheKing,
        Self::Promotion,
        Self::EnPassant,
        Self::Castling,
        Self::Endgame,
    ];

    /// Its name in addresses, files and the database.
    pub const fn key(self) -> &'static str {
        match self {
            Self::DuckBlocks => "duck-blocks",
            Self::DuckTakesFlight => "duck-takes-flight",
            Self::DuckMustLeave => "duck-must-leave",
            Self::LineOpened => "line-opened",
            Self::DoubleAttack => "double-attack",
            Self::KnightAttack => "knight-attack",
            Self::Quiet => "quiet",
            Self::Sacrifice => "sacrifice",
            Self::KingHunt => "king-hunt",
            Self::ThirdCheck => "third-check",
            Self::SaveTheKing => "save-the-king",
            Self::DuckShields => "duck-shields",
            Self::Promotion => "promotion",
            Self::EnPassant => "en-passant",
            Self::Castling => "castling",
            Self::Endgame => "endgame",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// There is no such theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such theme")]
pub struct UnknownTheme;

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Self, UnknownTheme> {
        Self::ALL.into_iter().find(|theme| theme.key() == text).ok_or(UnknownTheme)
    }
}
