//! How a game ends by the rules: the [`Outcome`] says for whom, the [`RulesEnding`] says why.
//!
//! ```
//! use domain::rules::outcome::{Outcome, RulesEnding, RulesResult};
//! use domain::rules::position::Position;
//! use domain::rules::seat::Side;
//! use domain::rules::variant::Variant;
//!
//! let position = Position::from_fen(Variant::Duck, "4k3/8/8/8/8/8/8/K3R3 w - - 0 1").unwrap();
//! let after = position.play(position.read_turn("Rxe8").unwrap());
//! assert_eq!(after.result(), Some(RulesResult { outcome: Outcome::Win(Side::WHITE), ending: RulesEnding::KingCaptured }));
//! ```

use serde::{Deserialize, Serialize};

use crate::rules::seat::{Seating, Side};

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

impl Outcome {
    /// As records write it, with a part for each side in the order of play: `1-0`, `0-0-1`, `1/2-1/2`,
    /// `1/3-1/3-1/3`, or `*` for no result.
    ///
    /// ```
    /// use domain::rules::outcome::Outcome;
    /// use domain::rules::seat::{Seating, Side};
    /// assert_eq!(Outcome::Win(Side::BLACK).text(Seating::DUCHESS_THREE), "0-1-0");
    /// assert_eq!(Outcome::read("0-1-0", Seating::DUCHESS_THREE), Some(Outcome::Win(Side::BLACK)));
    /// ```
    pub fn text(self, seating: Seating) -> String {
        let parts: Vec<String> = match self {
            Self::Void => return "*".to_owned(),
            Self::Win(winner) => seating.sides().map(|side| u8::from(side == winner).to_string()).collect(),
            Self::Draw => {
                let part = format!("1/{}", seating.sides().count());
                seating.sides().map(|_| part.clone()).collect()
            }
        };
        parts.join("-")
    }

    /// What such a text says.
    pub fn read(text: &str, seating: Seating) -> Option<Self> {
        let outcomes = seating.sides().map(Self::Win).chain([Self::Draw, Self::Void]);
        outcomes.into_iter().find(|outcome| outcome.text(seating) == text)
    }
}

/// Why a game ended, as far as the rules know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RulesEnding {
    /// A king was captured.
    KingCaptured,
    /// The winner had no legal piece move on their turn.
    Fowled,
    /// The winner gave the third check.
    ThirdCheck,
    /// Every king of the losing side was mated.
    Checkmate,
    /// No seat had a turn to make.
    NobodyCanMove,
    /// The seat to move was not in check and had no turn.
    Stalemate,
    /// Nobody had enough men left to mate.
    DeadPosition,
    /// Every seat of the losing side had dropped out.
    DroppedOut,
    /// A draw was claimed: the position had occurred three times.
    Repetition,
    /// A draw was claimed: fifty moves of each without a capture or a pawn move.
    FiftyMoves,
    /// A draw was claimed: a hundred turns of each without a capture, a promotion or a pawn move.
    HundredTurns,
}

impl RulesEnding {
    /// Every one that ends games which are played here.
    pub const ALL: [Self; 9] = [
        Self::KingCaptured,
        Self::Fowled,
        Self::ThirdCheck,
        Self::Checkmate,
        Self::NobodyCanMove,
        Self::DroppedOut,
        Self::Repetition,
        Self::FiftyMoves,
        Self::HundredTurns,
    ];
}

/// An outcome and its reason by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RulesResult {
    /// For whom.
    pub outcome: Outcome,
    /// Why.
    pub ending: RulesEnding,
}
