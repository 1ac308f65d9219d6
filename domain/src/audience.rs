//! Who may know of an event, and that it happened at all: even a count or a moment can give a secret away.

use crate::event::Happening;
use crate::seat::Seat;

/// Who may know of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Whoever looks at the game.
    Everyone,
    /// Those who play.
    Players,
    /// One seat alone: the others are told neither what, nor when, nor that there was anything.
    Seat(Seat),
}

impl Happening {
    /// Who may know of it. There is no usual answer: every kind of event has to be thought about.
    pub const fn audience(&self) -> Audience {
        match self {
            Self::Commented { .. } => Audience::Players,
            Self::Played { .. }
            | Self::DrawOffered { .. }
            | Self::DrawAccepted { .. }
            | Self::DrawDeclined { .. }
            | Self::Resigned { .. }
            | Self::FlagFell { .. }
            | Self::Cancelled => Audience::Everyone,
        }
    }
}
