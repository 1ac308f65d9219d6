//! What a draw can be claimed for.
//!
//! ```
//! use domain::rules::draw::DrawClaim;
//! use domain::rules::position::Position;
//! use domain::rules::variant::Variant;
//!
//! let fen = "4k3/8/8/4*3/8/8/8/4K2R w - - 100 80";
//! let position = Position::from_fen(Variant::Duck, fen).unwrap();
//! assert_eq!(position.claimable_draw([&position]), Some(DrawClaim::FiftyMoves));
//! ```

use serde::{Deserialize, Serialize};

use crate::rules::outcome::RulesEnding;

/// What a draw can be claimed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawClaim {
    /// The position on the board has occurred three times.
    Repetition,
    /// Each seat has made fifty moves without a capture or a pawn move.
    FiftyMoves,
    /// Each seat has had a hundred turns without a capture, a promotion or a pawn move.
    HundredTurns,
}

impl DrawClaim {
    /// How a game ends by it.
    pub const fn ending(self) -> RulesEnding {
        match self {
            Self::Repetition => RulesEnding::Repetition,
            Self::FiftyMoves => RulesEnding::FiftyMoves,
            Self::HundredTurns => RulesEnding::HundredTurns,
        }
    }
}
