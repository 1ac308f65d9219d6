//! Events: the log that a game consists of.
//!
//! Events are stored as JSON forever, so a field is never renamed or removed. A turn is stored as text, which is
//! readable and does not depend on how the rules are implemented.
//!
//! ```
//! use domain::correspondence::event::EventKind;
//! use domain::rules::seat::Seat;
//!
//! let turn = EventKind::Played { seat: Seat::WHITE, turn: "Nf3@e5".to_owned(), conditional: false };
//! let stored = serde_json::to_string(&turn).unwrap();
//! assert_eq!(stored, r#"{"type":"played","seat":0,"turn":"Nf3@e5"}"#);
//! assert_eq!(serde_json::from_str::<EventKind>(&stored).unwrap(), turn);
//! ```

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::correspondence::comment::Comment;
use crate::rules::draw::DrawClaim;
use crate::rules::ply::Ply;
use crate::rules::seat::Seat;

/// Something that happened, and when. Within a game no event is dated before its predecessor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The instant, in whole microseconds, as PostgreSQL keeps it.
    pub at: Timestamp,
    /// What happened.
    pub what: EventKind,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum EventKind {
    /// A seat made its turn.
    Played {
        /// Whose turn it was.
        seat: Seat,
        /// In the game's standard notation: `Nf3@e5`.
        turn: String,
        /// Whether it was a conditional turn, played at once in answer to the one before.
        #[serde(default, skip_serializing_if = "is_false")]
        conditional: bool,
    },
    /// A player wrote a message.
    Commented {
        /// The writer.
        seat: Seat,
        /// The ply they wrote it at.
        ply: Ply,
        /// What they wrote.
        text: Comment,
    },
    /// A player wrote a message to their own side only.
    SaidToSide {
        /// The writer.
        seat: Seat,
        /// The ply they wrote it at.
        ply: Ply,
        /// What they wrote.
        text: Comment,
    },
    /// A player wrote a private note.
    NoteWritten {
        /// The writer, who alone can read it.
        seat: Seat,
        /// The ply they wrote it at.
        ply: Ply,
        /// What they wrote.
        text: Comment,
    },
    /// A player set their conditional turns, which only they can see.
    ConditionalsSet {
        /// Whose turns they are.
        seat: Seat,
        /// As [`ConditionalTree`](crate::correspondence::conditional::ConditionalTree) writes them; empty if they were
        /// cleared.
        lines: String,
    },
    /// A conditional reply was not possible, which ended the rest of the tree; only its writer can see that.
    ConditionalStopped {
        /// Whose reply it was.
        seat: Seat,
        /// The ply it was to be made at.
        ply: Ply,
        /// The reply as it was written.
        turn: String,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        seat: Seat,
    },
    /// The offered draw was accepted.
    DrawAccepted {
        /// By whom.
        seat: Seat,
        /// Whether it was a conditional reply to the offer.
        #[serde(default, skip_serializing_if = "is_false")]
        conditional: bool,
    },
    /// The offered draw was declined explicitly, not by moving on.
    DrawDeclined {
        /// By whom.
        seat: Seat,
    },
    /// A draw was claimed.
    DrawClaimed {
        /// By whom.
        seat: Seat,
        /// For what reason.
        reason: DrawClaim,
    },
    /// A player gave the seat to move some time.
    LifelineGiven {
        /// Who gave it.
        seat: Seat,
        /// The seat that got it.
        to: Seat,
        /// How much it got.
        granted: SignedDuration,
    },
    /// A player took leave: their clock is paused between two instants, whenever that was recorded.
    LeaveTaken {
        /// Whose clock.
        seat: Seat,
        /// When the leave begins.
        from: Timestamp,
        /// When it ends.
        until: Timestamp,
    },
    /// A player ended leave early.
    LeaveEnded {
        /// Whose clock.
        seat: Seat,
        /// When the leave began or was to begin: this identifies it, because leave periods do not overlap.
        from: Timestamp,
        /// When it ends now; if that is when it began, it was never taken.
        until: Timestamp,
    },
    /// A player resigned; a side of several players has resigned when all of them have.
    Resigned {
        /// Who.
        seat: Seat,
        /// Whether it was a conditional reply to the turn before.
        #[serde(default, skip_serializing_if = "is_false")]
        conditional: bool,
        /// Whether partners have still to resign too: until then only they are told. In older logs it is never set.
        #[serde(default, skip_serializing_if = "is_false")]
        pending: bool,
    },
    /// A player withdrew their resignation before the rest of their side had resigned.
    ResignationTakenBack {
        /// Who.
        seat: Seat,
    },
    /// A clock ran out, at the instant of the event. Where others play on for the seat's side, it misses its turns.
    FlagFell {
        /// Whose.
        seat: Seat,
    },
    /// Nobody could reach the site between two instants, which does not count: all clocks of the game stood still.
    SiteDown {
        /// When it was last known to be up.
        from: Timestamp,
        /// When it was up again.
        until: Timestamp,
    },
    /// The first round was not completed in time: the game does not count.
    Cancelled,
    /// A player called off a game whose first round was not completed: it does not count.
    CalledOff {
        /// Who.
        seat: Seat,
    },
    /// A player offered a rematch, after the end.
    RematchOffered {
        /// Who.
        seat: Seat,
    },
}

impl EventKind {
    /// The writer, if it is an event that a player can repeat as often as they like.
    pub const fn writer(&self) -> Option<Seat> {
        match self {
            Self::Commented { seat, .. }
            | Self::SaidToSide { seat, .. }
            | Self::NoteWritten { seat, .. }
            | Self::ConditionalsSet { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}
