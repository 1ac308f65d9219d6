//! [`DuchessTurn`]: a move of one piece, and how it is written.

use std::fmt;

use super::{Role, Square};

/// A move, complete in itself: what moves, from where to where, what it captures and becomes.
///
/// Made only by a position, from its legal turns. Moving by teleportation is nothing else than moving: when a piece can
/// go somewhere in both ways, that is one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DuchessTurn {
    pub(super) role: Role,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) capture: Option<Role>,
    pub(super) promotion: Option<Role>,
}

impl DuchessTurn {
    /// What moves; the pawn when promoting.
    pub const fn role(self) -> Role {
        self.role
    }

    /// Where it stood.
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where it goes.
    pub const fn to(self) -> Square {
        self.to
    }

    /// What it captures there.
    pub const fn capture(self) -> Option<Role> {
        self.capture
    }

    /// What the pawn becomes on the Vortex, if anything.
    pub const fn promotion(self) -> Option<Role> {
        self.promotion
    }
}

impl fmt::Display for DuchessTurn {
    /// `N1b2-1c4`, `Q1c2x4c5`, `1c6-V=Q`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.role != Role::Pawn {
            write!(f, "{}", self.role.letter())?;
        }
        let sign = if self.capture.is_some() { 'x' } else { '-' };
        write!(f, "{}{sign}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "={}", role.letter()))
    }
}
