//! [`Role`]: the nine kinds of pieces; and [`Piece`], one of a seat's.

use std::fmt;

use crate::rules::seat::Seat;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Steps over a side, captures over a corner.
    Pawn,
    /// Two squares on and one aside.
    Knight,
    /// Through corners.
    Bishop,
    /// Through sides.
    Rook,
    /// As rook and bishop.
    Queen,
    /// To any square it touches that is not threatened; never captured.
    King,
    /// As bishop and knight.
    Duchess,
    /// As rook and knight.
    Fortress,
    /// To any square it touches; its side's pieces teleport beside it.
    Wizard,
}

impl Role {
    /// Every kind.
    pub const ALL: [Self; 9] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
        Self::Duchess,
        Self::Fortress,
        Self::Wizard,
    ];

    /// Its letter in capitals: `P`, `N`, …
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
            Self::Duchess => 'D',
            Self::Fortress => 'F',
            Self::Wizard => 'W',
        }
    }

    /// The kind with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.letter() == letter.to_ascii_uppercase())
    }

    /// Whether it goes through sides as far as it likes.
    pub const fn moves_as_rook(self) -> bool {
        matches!(self, Self::Rook | Self::Queen | Self::Fortress)
    }

    /// Whether it goes through corners as far as it likes.
    pub const fn moves_as_bishop(self) -> bool {
        matches!(self, Self::Bishop | Self::Queen | Self::Duchess)
    }

    /// Whether it goes as a knight does.
    pub const fn moves_as_knight(self) -> bool {
        matches!(self, Self::Knight | Self::Duchess | Self::Fortress)
    }

    /// Whether it goes to any square it touches.
    pub const fn moves_as_king(self) -> bool {
        matches!(self, Self::King | Self::Wizard)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
            Self::Duchess => "duchess",
            Self::Fortress => "fortress",
            Self::Wizard => "wizard",
        })
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub role: Role,
}
