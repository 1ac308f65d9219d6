//! What happened in a game: the log that a game is.
//!
//! Events are stored as JSON for ever, so a field is never renamed and never taken away. A turn is kept as its text,
//! which people can read and which does not depend on how the rules are programmed.
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

/// Something that happened, and when. Events of one game are never dated before the one in front of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The instant, in whole microseconds, as PostgreSQL keeps it.
    pub at: Timestamp,
    /// What it was.
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
    /// A player wrote something.
    Commented {
        /// The writer.
        seat: Seat,
        /// The ply they wrote it at.
        ply: Ply,
        /// What they wrote.
        text: Comment,
    },
    /// A player wrote something for those on their side alone.
    SaidToSide {
        /// The writer.
        seat: Seat,
        /// The ply they wrote it at.
        ply: Ply,
        /// What they wrote.
        text: Comment,
    },
    /// A player wrote something for themselves alone.
    NoteWritten {
        /// The writer, and the only reader.
        seat: Seat,
        /// The ply they wrote it at.
        ply: Ply,
        /// What they wrote.
        text: Comment,
    },
    /// A player set what they reply to the next turns of the other side; for their eyes alone.
    ConditionalsSet {
        /// Whose turns they are.
        seat: Seat,
        /// As [`ConditionalTree`](crate::correspondence::conditional::ConditionalTree) writes them; empty to reply nothing any more.
        lines: String,
    },
    /// A conditional reply could not be made, and with it the rest of the tree ended; for its writer's eyes alone.
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
    /// The offered draw was declined in words, not by moving on.
    DrawDeclined {
        /// By whom.
        seat: Seat,
    },
    /// A draw was claimed, rightly.
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
        /// Whose clock got it.
        to: Seat,
        /// How much it got.
        granted: SignedDuration,
    },
    /// A player takes leave: their clock stands from one instant until another, whenever the game was told so.
    LeaveTaken {
        /// Whose clock.
        seat: Seat,
        /// When the leave begins.
        from: Timestamp,
        /// When it ends.
        until: Timestamp,
    },
    /// A player's leave ends before its time.
    LeaveEnded {
        /// Whose clock.
        seat: Seat,
        /// When the leave began or was to begin: its name, for nobody is on leave twice at a time.
        from: Timestamp,
        /// When it ends now; where it began, if it was never taken.
        until: Timestamp,
    },
    /// A player gave up; a side of several players has when all of them have.
    Resigned {
        /// Who.
        seat: Seat,
        /// Whether it was a conditional reply to the turn before.
        #[serde(default, skip_serializing_if = "is_false")]
        conditional: bool,
    },
    /// A player who had given up thought better of it before the rest of their side had.
    ResignationTakenBack {
        /// Who.
        seat: Seat,
    },
    /// A clock ran out, at the instant of the event. Where others play on for the seat's side, it misses its turns.
    FlagFell {
        /// Whose.
        seat: Seat,
    },
    /// The first round was not completed in time: the game does not count.
    Cancelled,
    /// A player called off a game whose first round was not completed: it does not count.
    CalledOff {
        /// Who.
        seat: Seat,
    },
    /// A player would like to play again, after the end.
    RematchOffered {
        /// Who.
        seat: Seat,
    },
}

impl EventKind {
    /// Who wrote, if it is something that a player can write as often as they like.
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
