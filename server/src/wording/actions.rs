//! What buttons and menus call the actions of a game, and the questions before those that cannot be taken back.

use domain::correspondence::action::{ActionKind, UnknownAction};

/// What people call an action.
pub trait ActionNames {
    /// Its name: `Offer a draw`.
    fn label(self) -> &'static str;

    /// The question for a player who asked for it.
    fn question(self) -> &'static str;

    /// The answer that does it: `Yes, resign`.
    fn confirmation(self) -> &'static str;
}

impl ActionNames for ActionKind {
    fn label(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::AcceptDraw => "Accept the draw",
            Self::DeclineDraw => "Decline the draw",
            Self::Comment => "Comment",
            Self::SideComment => "To your side only",
            Self::Conditional => "Conditional turns",
            Self::Note => "Private note",
            Self::ClaimDraw => "Claim a draw",
            Self::OfferDraw => "Offer a draw",
            Self::Lifeline => "Give 3 days",
            Self::Cancel => "Call the game off",
            Self::KeepPlaying => "Take back your vote to resign",
            Self::Resign => "Resign",
            Self::Rematch => "Offer a rematch",
        }
    }

    fn question(self) -> &'static str {
        match self {
            Self::AcceptDraw => "Accept the draw? The game ends at once, and this cannot be undone.",
            Self::ClaimDraw => "Claim the draw? The game ends at once, and this cannot be undone.",
            Self::Lifeline => "Give your opponent time? This cannot be undone.",
            Self::Resign => "Resign this game? This cannot be undone.",
            Self::Cancel => "Call this game off? It will not count, and this cannot be undone.",
            _ => "Are you sure?",
        }
    }

    fn confirmation(self) -> &'static str {
        match self {
            Self::AcceptDraw => "Yes, accept the draw",
            Self::ClaimDraw => "Yes, claim the draw",
            Self::Lifeline => "Yes, give the time",
            Self::Resign => "Yes, resign",
            Self::Cancel => "Yes, call the game off",
            _ => "Yes",
        }
    }
}

/// No action has this key.
pub fn unknown_action(UnknownAction(key): &UnknownAction) -> String {
    format!("There is no action '{key}'.")
}
