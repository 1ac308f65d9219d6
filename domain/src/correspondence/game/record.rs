//! A game's record: turns, log entries and who may read them, and the conclusion.

use jiff::{SignedDuration, Timestamp};

use crate::correspondence::comment::Comment;
use crate::correspondence::event::{Event, EventKind};
use crate::correspondence::leave::LeavePeriod;
use crate::correspondence::outage::Outage;
use crate::correspondence::result::GameResult;
use crate::rules::ply::Ply;
use crate::rules::position::{FenError, Position};
use crate::rules::seat::{Seat, Seating};
use crate::rules::turn::{Turn, TurnError};

/// A turn that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct MadeTurn {
    /// The seat that made it.
    pub seat: Seat,
    /// The turn.
    pub turn: Turn,
    /// The turn in standard notation.
    pub text: String,
    /// When it was made.
    pub at: Timestamp,
    /// The time it took; zero while the clocks were frozen.
    pub spent: SignedDuration,
    /// What the seat's clock showed after it.
    pub left: SignedDuration,
    /// Whether it was a conditional turn.
    pub conditional: bool,
    /// The seats that missed their turns after it, because they could not move or their clocks ran out.
    pub missed: Vec<Seat>,
    /// The position after it, and after any clocks that ran out then.
    pub position: Position,
}

/// An entry of the record that is not a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The ply it belongs to.
    pub ply: Ply,
    /// When it happened.
    pub at: Timestamp,
    /// The seat it belongs to.
    pub seat: Seat,
    /// What it says.
    pub kind: LogEntryKind,
}

/// The kinds of log entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogEntryKind {
    /// A message.
    Comment(Comment),
    /// A message to the writer's side only.
    SideComment(Comment),
    /// A private note.
    Note(Comment),
    /// A draw was offered.
    DrawOffered,
    /// A draw was accepted, but not yet by everyone.
    DrawAccepted,
    /// A draw was declined explicitly.
    DrawDeclined,
    /// A player resigned, but not the rest of their side.
    Resigned,
    /// A player withdrew their resignation.
    ResignationTakenBack,
    /// A clock ran out, and the others played on.
    RanOutOfTime,
    /// Time was given to the seat to move.
    Lifeline {
        /// The seat that got it.
        to: Seat,
        /// How much.
        granted: SignedDuration,
    },
    /// Leave was taken.
    LeaveTaken(LeavePeriod),
    /// Leave ended early, or was called off: then it ends when it begins.
    LeaveEnded {
        /// As it was taken.
        taken: LeavePeriod,
        /// When it ends now.
        until: Timestamp,
    },
    /// A conditional reply could not be made, so that the rest of the tree ended.
    ConditionalStopped {
        /// The reply as it was written.
        turn: String,
    },
    /// The other side played what no conditional turn replies to, so that the rest of the tree ended.
    ConditionalsLeft,
    /// The site was down, and all clocks stood still; the entry has the seat that was to move.
    SiteDown(Outage),
    /// A rematch was offered.
    RematchOffered,
}

/// Who may read a log entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Visibility {
    /// Only its player.
    Writer,
    /// The players of its side.
    Side,
    /// The players; in a public game everyone.
    Players,
    /// Everyone who may see the game.
    Everyone,
}

impl LogEntryKind {
    /// The leave that it tells of, as it was taken.
    pub const fn leave(&self) -> Option<LeavePeriod> {
        match self {
            Self::LeaveTaken(period) | Self::LeaveEnded { taken: period, .. } => Some(*period),
            _ => None,
        }
    }
}

impl LogEntry {
    /// Whether a later entry says how things stand with the same leave: that it was ended, which tells as well when it was
    /// taken; or taken for longer, or the same for another seat of its player.
    pub(super) fn is_superseded_by(&self, later: &Self, seating: Seating) -> bool {
        let begins = |entry: &Self| entry.kind.leave().map(|period| period.from);
        let is_same = begins(self).is_some() && begins(self) == begins(later);
        is_same && seating.is_same_player(self.seat, later.seat)
    }

    /// The log entry for an event, if it has one; at the present ply, unless the event names another.
    pub(super) fn of(event: &Event, present: Ply) -> Option<Self> {
        let period = |from: Timestamp, until: Timestamp| LeavePeriod { from, until };
        let (ply, seat, kind) = match &event.what {
            EventKind::Commented { seat, ply, text } => (*ply, *seat, LogEntryKind::Comment(text.clone())),
            EventKind::SaidToSide { seat, ply, text } => (*ply, *seat, LogEntryKind::SideComment(text.clone())),
            EventKind::NoteWritten { seat, ply, text } => (*ply, *seat, LogEntryKind::Note(text.clone())),
            EventKind::DrawOffered { seat } => (present, *seat, LogEntryKind::DrawOffered),
            EventKind::DrawDeclined { seat } => (present, *seat, LogEntryKind::DrawDeclined),
            EventKind::LifelineGiven { seat, to, granted } => {
                (present, *seat, LogEntryKind::Lifeline { to: *to, granted: *granted })
            }
            EventKind::LeaveTaken { seat, from, until } => {
                (present, *seat, LogEntryKind::LeaveTaken(period(*from, *until)))
            }
            EventKind::ConditionalStopped { seat, ply, turn } => {
                (*ply, *seat, LogEntryKind::ConditionalStopped { turn: turn.clone() })
            }
            EventKind::ResignationTakenBack { seat } => (present, *seat, LogEntryKind::ResignationTakenBack),
            EventKind::RematchOffered { seat } => (present, *seat, LogEntryKind::RematchOffered),
            // Turns and the conclusion are recorded separately; conditional turns are not in the record before they are
            // played. Events that may end the game are logged by the caller if they do not; so are an outage, which has no seat,
            // and the end of leave, which was taken before.
            _ => return None,
        };
        Some(Self { ply, at: event.at, seat, kind })
    }

    /// Who may read it.
    pub fn visibility(&self) -> Visibility {
        match self.kind {
            LogEntryKind::Note(_) | LogEntryKind::ConditionalStopped { .. } | LogEntryKind::ConditionalsLeft => {
                Visibility::Writer
            }
            LogEntryKind::SideComment(_) | LogEntryKind::Resigned | LogEntryKind::ResignationTakenBack => {
                Visibility::Side
            }
            LogEntryKind::Comment(_) => Visibility::Players,
            LogEntryKind::DrawOffered
            | LogEntryKind::DrawAccepted
            | LogEntryKind::RanOutOfTime
            | LogEntryKind::DrawDeclined
            | LogEntryKind::Lifeline { .. }
            | LogEntryKind::LeaveTaken(_)
            | LogEntryKind::LeaveEnded { .. }
            | LogEntryKind::SiteDown(_)
            | LogEntryKind::RematchOffered => Visibility::Everyone,
        }
    }

    /// The text, if it is a message with this visibility.
    pub(super) fn message_for(&self, to: Visibility) -> Option<&Comment> {
        match &self.kind {
            LogEntryKind::Comment(text) | LogEntryKind::SideComment(text) if self.visibility() == to => Some(text),
            _ => None,
        }
    }

    /// The text, if it is a note.
    pub(super) fn note(&self) -> Option<&Comment> {
        match &self.kind {
            LogEntryKind::Note(text) => Some(text),
            _ => None,
        }
    }

    /// Whether a player, given by their seat, or a spectator may read it.
    pub(super) fn is_visible_to(&self, viewer: Option<Seat>, seating: Seating, public: bool) -> bool {
        match self.visibility() {
            Visibility::Writer => viewer.is_some_and(|viewer| seating.is_same_player(viewer, self.seat)),
            Visibility::Side => viewer.is_some_and(|viewer| seating.side(viewer) == seating.side(self.seat)),
            Visibility::Players => viewer.is_some() || public,
            Visibility::Everyone => true,
        }
    }
}

/// How and when a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conclusion {
    /// Outcome and reason.
    pub result: GameResult,
    /// When.
    pub at: Timestamp,
    /// Whether it was a conditional reply that resigned or accepted a draw.
    pub conditional: bool,
}

/// A log that is inconsistent: it is damaged, or was written under other rules.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BrokenLog {
    /// A start that is no position of the game's variant.
    #[error("the position '{fen}' that the game starts from cannot be read: {error}")]
    Start {
        /// The position's text.
        fen: String,
        /// Why it cannot be read.
        error: FenError,
    },
    /// A turn that is not legal where it stands.
    #[error("the turn '{turn}' at ply {ply} cannot be made: {error}")]
    Turn {
        /// The turn's text.
        turn: String,
        /// The ply it was to be made at.
        ply: Ply,
        /// Why it is not legal.
        error: TurnError,
    },
    /// Something that is done only while a game goes on.
    #[error("the game was over at ply {ply}, and went on")]
    AfterTheEnd {
        /// The ply it ended at.
        ply: Ply,
    },
    /// A turn of a seat that was not to move.
    #[error("seat {} made a turn at ply {ply} out of turn", seat.index())]
    OutOfTurn {
        /// The seat that made it.
        seat: Seat,
        /// The ply it was made at.
        ply: Ply,
    },
}
