//! Events: the log that a game consists of.
//!
//! Events are stored as JSON forever, so a field is never renamed or removed. What a player wrote in them is taken out when they
//! delete their account ([`EventKind::without_words_of`]). A turn is stored as text, which is
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

    /// The event without what a player has written or planned in it, if it is one of theirs and has such: what is left of it when
    /// they delete their account. The game that is folded from what is left has the same turns, clocks and result. There is no
    /// default, so that every kind of event has to be considered.
    ///
    /// ```
    /// use domain::correspondence::comment::Comment;
    /// use domain::correspondence::event::EventKind;
    /// use domain::rules::ply::Ply;
    /// use domain::rules::seat::Seat;
    ///
    /// let (seat, ply) = (Seat::WHITE, Ply(4));
    /// let said = EventKind::Commented { seat, ply, text: Comment::new("I was ill")? };
    /// let left = EventKind::Commented { seat, ply, text: Comment::deleted() };
    /// assert_eq!(said.without_words_of(&[Seat::WHITE]), Some(left));
    /// assert_eq!(said.without_words_of(&[Seat::BLACK]), None);
    /// # Ok::<(), domain::correspondence::comment::CommentError>(())
    /// ```
    pub fn without_words_of(&self, seats: &[Seat]) -> Option<Self> {
        let left = match self {
            Self::Commented { seat, ply, .. } => Self::Commented { seat: *seat, ply: *ply, text: Comment::deleted() },
            Self::SaidToSide { seat, ply, .. } => Self::SaidToSide { seat: *seat, ply: *ply, text: Comment::deleted() },
            Self::NoteWritten { seat, ply, .. } => {
                Self::NoteWritten { seat: *seat, ply: *ply, text: Comment::deleted() }
            }
            Self::ConditionalsSet { seat, .. } => Self::ConditionalsSet { seat: *seat, lines: String::new() },
            Self::ConditionalStopped { seat, ply, .. } => {
                Self::ConditionalStopped { seat: *seat, ply: *ply, turn: String::new() }
            }
            Self::Played { .. }
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
            | Self::SiteDown { .. }
            | Self::Cancelled
            | Self::CalledOff { .. }
            | Self::RematchOffered { .. } => return None,
        };
        let is_theirs = match &left {
            Self::ConditionalStopped { seat, .. } => seats.contains(seat),
            left => left.writer().is_some_and(|seat| seats.contains(&seat)),
        };
        (is_theirs && left != *self).then_some(left)
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}
