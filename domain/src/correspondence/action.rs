//! The actions of a seat.
//!
//! ```
//! use domain::correspondence::action::{ActionKind, ActionRequest};
//!
//! let request = ActionRequest::Move { turn: "Nf3@e5".to_owned(), offer_draw: true, lines: String::new() };
//! assert_eq!(request.kind().key(), "move");
//! assert_eq!("resign".parse(), Ok(ActionKind::Resign));
//! assert!(ActionKind::Resign.asks_once_more());
//! ```

use std::fmt;
use std::str::FromStr;

use crate::correspondence::comment::Comment;
use crate::rules::ply::Ply;

/// A requested action, and the position that the player saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What is requested.
    pub request: ActionRequest,
    /// A text for the other players that goes with it; with [`ActionRequest::Note`], the note.
    pub message: Option<Comment>,
    /// The ply that the player saw. An action meant for another position is refused.
    pub ply: Ply,
}

/// What is requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionRequest {
    /// Make a turn, in any notation, optionally with a draw offer and conditional turns for the answer.
    Move {
        /// As typed.
        turn: String,
        /// Offer a draw with the turn.
        offer_draw: bool,
        /// Conditional turns for the position after the turn, as in [`ActionRequest::Conditional`]; usually empty. They
        /// have to be sent with the turn, because the other side's conditional turns may answer it immediately.
        lines: String,
    },
    /// Replace the conditional turns. Not while the seat itself is to move: then conditional turns are sent with the
    /// turn.
    Conditional {
        /// As [`ConditionalTree::read`](crate::correspondence::conditional::ConditionalTree::read) reads them; empty to
        /// clear them.
        lines: String,
    },
    /// Write a message.
    Comment,
    /// Write a message to one's own side only.
    SideComment,
    /// Write a private note.
    Note,
    /// Offer a draw.
    OfferDraw,
    /// Accept the draw that was offered.
    AcceptDraw,
    /// Decline the draw that was offered.
    DeclineDraw,
    /// Claim a draw by repetition or by the fifty-move rule, whichever applies.
    ClaimDraw,
    /// Give the seat to move some time.
    Lifeline,
    /// Call off a game that does not get going.
    Cancel,
    /// Resign; a side of several players has resigned when all of them have.
    Resign,
    /// Withdraw a resignation, before the rest of the side has resigned too.
    KeepPlaying,
    /// Offer a rematch after the end.
    Rematch,
}

impl ActionRequest {
    /// The kind of action.
    pub fn kind(&self) -> ActionKind {
        match self {
            Self::Move { .. } => ActionKind::Move,
            Self::Conditional { .. } => ActionKind::Conditional,
            Self::Comment => ActionKind::Comment,
            Self::SideComment => ActionKind::SideComment,
            Self::Note => ActionKind::Note,
            Self::OfferDraw => ActionKind::OfferDraw,
            Self::AcceptDraw => ActionKind::AcceptDraw,
            Self::DeclineDraw => ActionKind::DeclineDraw,
            Self::ClaimDraw => ActionKind::ClaimDraw,
            Self::Lifeline => ActionKind::Lifeline,
            Self::Cancel => ActionKind::Cancel,
            Self::Resign => ActionKind::Resign,
            Self::KeepPlaying => ActionKind::KeepPlaying,
            Self::Rematch => ActionKind::Rematch,
        }
    }
}

/// The kinds of action, in the order in which a player is offered them: the likeliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ActionKind {
    /// [`ActionRequest::Move`]
    Move,
    /// [`ActionRequest::AcceptDraw`]
    AcceptDraw,
    /// [`ActionRequest::DeclineDraw`]
    DeclineDraw,
    /// [`ActionRequest::Comment`]
    Comment,
    /// [`ActionRequest::SideComment`]
    SideComment,
    /// [`ActionRequest::Conditional`]
    Conditional,
    /// [`ActionRequest::Note`]
    Note,
    /// [`ActionRequest::ClaimDraw`]
    ClaimDraw,
    /// [`ActionRequest::OfferDraw`]
    OfferDraw,
    /// [`ActionRequest::Lifeline`]
    Lifeline,
    /// [`ActionRequest::Cancel`]
    Cancel,
    /// [`ActionRequest::KeepPlaying`]
    KeepPlaying,
    /// [`ActionRequest::Resign`]
    Resign,
    /// [`ActionRequest::Rematch`]
    Rematch,
}

impl ActionKind {
    /// Every kind, in the order in which a player is offered them.
    pub const ALL: [Self; 14] = [
        Self::Move,
        Self::AcceptDraw,
        Self::DeclineDraw,
        Self::Comment,
        Self::SideComment,
        Self::Conditional,
        Self::Note,
        Self::ClaimDraw,
        Self::OfferDraw,
        Self::Lifeline,
        Self::Cancel,
        Self::KeepPlaying,
        Self::Resign,
        Self::Rematch,
    ];

    /// Its name in forms.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::AcceptDraw => "accept-draw",
            Self::DeclineDraw => "decline-draw",
            Self::Comment => "comment",
            Self::SideComment => "side-comment",
            Self::Conditional => "conditional",
            Self::Note => "note",
            Self::ClaimDraw => "claim-draw",
            Self::OfferDraw => "offer-draw",
            Self::Lifeline => "lifeline",
            Self::Cancel => "cancel",
            Self::KeepPlaying => "keep-playing",
            Self::Resign => "resign",
            Self::Rematch => "rematch",
        }
    }

    /// Whether it needs a confirmation, because it ends the game or helps an opponent, and cannot be undone.
    pub const fn asks_once_more(self) -> bool {
        matches!(self, Self::AcceptDraw | Self::ClaimDraw | Self::Lifeline | Self::Cancel | Self::Resign)
    }

    /// Whether it is possible whatever has happened since: a message belongs to the ply its writer saw.
    pub const fn is_writing(self) -> bool {
        matches!(self, Self::Comment | Self::SideComment | Self::Note)
    }
}

impl fmt::Display for ActionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// No action has this key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no-such-action key={0:?}")]
pub struct UnknownAction(pub String);

impl FromStr for ActionKind {
    type Err = UnknownAction;

    fn from_str(key: &str) -> Result<Self, UnknownAction> {
        Self::ALL.into_iter().find(|kind| kind.key() == key).ok_or_else(|| UnknownAction(key.to_owned()))
    }
}
