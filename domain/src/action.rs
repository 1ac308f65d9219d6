//! What a seat can ask of a game.

use std::fmt;
use std::str::FromStr;

use crate::comment::Comment;
use crate::ply::Ply;

/// What a seat asks for, and what it knew when it asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// The thing asked for.
    pub ask: Ask,
    /// A text for the other players that goes with it.
    pub message: Option<Comment>,
    /// The ply that the player saw. What was meant for another position is not done.
    pub ply: Ply,
}

/// The thing asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Make a turn, in any notation, and perhaps offer a draw with it.
    Move {
        /// As typed.
        turn: String,
        /// Offer a draw with the turn.
        offer_draw: bool,
    },
    /// Only say something.
    Comment,
    /// Offer a draw.
    OfferDraw,
    /// Accept the draw that was offered.
    AcceptDraw,
    /// Decline the draw that was offered.
    DeclineDraw,
    /// Give the game up.
    Resign,
}

impl Ask {
    /// Which kind of thing it is.
    pub fn kind(&self) -> ActionKind {
        match self {
            Self::Move { .. } => ActionKind::Move,
            Self::Comment => ActionKind::Comment,
            Self::OfferDraw => ActionKind::OfferDraw,
            Self::AcceptDraw => ActionKind::AcceptDraw,
            Self::DeclineDraw => ActionKind::DeclineDraw,
            Self::Resign => ActionKind::Resign,
        }
    }
}

/// The kinds of action, in the order in which a player is offered them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ActionKind {
    /// [`Ask::Move`]
    Move,
    /// [`Ask::AcceptDraw`]
    AcceptDraw,
    /// [`Ask::DeclineDraw`]
    DeclineDraw,
    /// [`Ask::Comment`]
    Comment,
    /// [`Ask::OfferDraw`]
    OfferDraw,
    /// [`Ask::Resign`]
    Resign,
}

impl ActionKind {
    const ALL: [Self; 6] =
        [Self::Move, Self::AcceptDraw, Self::DeclineDraw, Self::Comment, Self::OfferDraw, Self::Resign];

    /// Its name in forms.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::AcceptDraw => "accept-draw",
            Self::DeclineDraw => "decline-draw",
            Self::Comment => "comment",
            Self::OfferDraw => "offer-draw",
            Self::Resign => "resign",
        }
    }

    /// Its name to people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::AcceptDraw => "Accept the draw",
            Self::DeclineDraw => "Decline the draw",
            Self::Comment => "Comment",
            Self::OfferDraw => "Offer a draw",
            Self::Resign => "Resign",
        }
    }

    /// The question for a player who asked for it.
    pub const fn question(self) -> &'static str {
        match self {
            Self::Resign => "Resign this game? There is no way back.",
            Self::Move | Self::AcceptDraw | Self::DeclineDraw | Self::Comment | Self::OfferDraw => {
                "Is that what you want?"
            }
        }
    }

    /// Whether a player is asked once more before it is done, because it cannot be taken back and costs the game.
    pub const fn asks_once_more(self) -> bool {
        matches!(self, Self::Resign)
    }
}

impl fmt::Display for ActionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// No action has this key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("There is no action '{0}'.")]
pub struct UnknownAction(pub String);

impl FromStr for ActionKind {
    type Err = UnknownAction;

    fn from_str(key: &str) -> Result<Self, UnknownAction> {
        Self::ALL.into_iter().find(|kind| kind.key() == key).ok_or_else(|| UnknownAction(key.to_owned()))
    }
}
