//! How a game ended: the [`Outcome`] says for whom, the [`Ending`] says why.
//!
//! ```
//! use domain::outcome::{Ending, GameResult, Outcome};
//! use domain::position::Position;
//! use domain::seat::Side;
//! use domain::variant::Variant;
//!
//! let position = Position::from_fen(Variant::Duck, "4k3/8/8/8/8/8/8/K3R3 w - - 0 1").unwrap();
//! let after = position.play(position.read_turn("Rxe8").unwrap());
//! assert_eq!(after.result(), Some(GameResult { outcome: Outcome::Win(Side::WHITE), ending: Ending::KingCaptured }));
//! ```

use serde::{Deserialize, Serialize};

use crate::seat::Side;

/// For whom a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// This side won; every other lost.
    Win(Side),
    /// Nobody won.
    Draw,
    /// The game does not count, as if it had not been begun.
    Void,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A king was taken.
    KingCaptured,
    /// The winner had no legal piece move on their turn.
    Fowled,
    /// The winner gave the third check.
    ThirdCheck,
    /// The loser resigned.
    Resigned,
    /// The loser's clock ran out.
    Flag,
    /// The players agreed on a draw.
    Agreed,
    /// A draw was claimed: the position had occurred three times.
    Repetition,
    /// A draw was claimed: fifty moves of each without a capture or a pawn move.
    FiftyMoves,
    /// The first round was not completed.
    Cancelled,
}

/// An outcome and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameResult {
    /// For whom.
    pub outcome: Outcome,
    /// Why.
    pub ending: Ending,
}
