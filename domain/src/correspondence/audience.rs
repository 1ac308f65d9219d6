//! Who may know of an event, and that it happened at all: even a count or a moment can give a secret away.
//!
//! ```
//! use domain::correspondence::audience::Audience;
//! use domain::correspondence::event::EventKind;
//! use domain::rules::seat::Seat;
//!
//! let planned = EventKind::ConditionalsSet { seat: Seat::BLACK, lines: String::new() };
//! assert_eq!(planned.audience(true), Audience::Seat(Seat::BLACK), "also in a public game");
//! ```

use crate::correspondence::event::EventKind;
use crate::rules::seat::{Seat, Seating};

/// Who may know of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Whoever looks at the game.
    Everyone,
    /// Those who play.
    Players,
    /// Those on this seat's side: the others are told no more than of what is for one seat.
    SideOf(Seat),
    /// One seat alone: the others are told neither what, nor when, nor that there was anything.
    Seat(Seat),
}

impl Audience {
    /// Whether who holds this seat may know.
    pub fn includes(self, seat: Seat, seating: Seating) -> bool {
        match self {
            Self::Everyone | Self::Players => true,
            Self::SideOf(of) => seating.side(of) == seating.side(seat),
            Self::Seat(of) => seating.is_same_player(of, seat),
        }
    }
}

impl EventKind {
    /// Who may know of it, in a game that is public or is not: as much as they can read of it in the record
    /// ([`LogEntry::visibility`](crate::correspondence::game::LogEntry::readers)). There is no usual answer: every kind of event has to be
    /// thought about.
    pub const fn audience(&self, public: bool) -> Audience {
        match self {
            Self::NoteWritten { seat, .. }
            | Self::ConditionalsSet { seat, .. }
            | Self::ConditionalStopped { seat, .. } => Audience::Seat(*seat),
            Self::SaidToSide { seat, .. } => Audience::SideOf(*seat),
            Self::Commented { .. } if !public => Audience::Players,
            Self::Commented { .. }
            | Self::Played { .. }
            | Self::DrawOffered { .. }
            | Self::DrawAccepted { .. }
            | Self::DrawDeclined { .. }
            | Self::DrawClaimed { .. }
            | Self::LifelineGiven { .. }
            | Self::LeaveTaken { .. }
            | Self::LeaveEnded { .. }
            | Self::Resigned { .. }
            | Self::ResignationTakenBack { .. }
            | Self::FlagFell { .. }
            | Self::Cancelled
            | Self::CalledOff { .. }
            | Self::RematchOffered { .. } => Audience::Everyone,
        }
    }
}
