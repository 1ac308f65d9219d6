//! Who may know of an event, and that it happened at all: even a count or a time can give a secret away.
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
    /// Everyone who can see the game.
    Everyone,
    /// The players.
    Players,
    /// The players of this seat's side. The others learn nothing, not even that there was an event.
    SideOf(Seat),
    /// The player of one seat. The others learn nothing, not even that there was an event.
    Seat(Seat),
}

impl Audience {
    /// Whether the player of this seat may know.
    pub fn includes(self, seat: Seat, seating: Seating) -> bool {
        match self {
            Self::Everyone | Self::Players => true,
            Self::SideOf(of) => seating.side(of) == seating.side(seat),
            Self::Seat(of) => seating.is_same_player(of, seat),
        }
    }
}

impl EventKind {
    /// The audience of the event, in a public or private game: those who can read it in the record
    /// ([`LogEntry::visibility`](crate::correspondence::game::LogEntry::visibility)). There is no default, so that every
    /// kind of event has to be considered. Resignations in older logs do not say whether they were pending: they count for
    /// everyone.
    pub const fn audience(&self, public: bool) -> Audience {
        match self {
            Self::NoteWritten { seat, .. }
            | Self::ConditionalsSet { seat, .. }
            | Self::ConditionalStopped { seat, .. } => Audience::Seat(*seat),
            Self::SaidToSide { seat, .. }
            | Self::Resigned { seat, pending: true, .. }
            | Self::ResignationTakenBack { seat } => Audience::SideOf(*seat),
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
            | Self::FlagFell { .. }
            | Self::SiteDown { .. }
            | Self::Cancelled
            | Self::CalledOff { .. }
            | Self::RematchOffered { .. } => Audience::Everyone,
        }
    }
}
