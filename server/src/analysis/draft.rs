//! The fields of the page's form, and what a button asks for.

use domain::rules::line::NodePath;
use domain::rules::seat::{Seat, Seating};
use serde::{Deserialize, Serialize};

use crate::sign_in::ResumableForm;

/// What was sent, as it was typed.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct Draft {
    /// The game it belongs to, if it does.
    pub game: String,
    /// The player whose notebook it came from.
    pub writer: String,
    /// The version of the notebook it came from; empty if it is in none.
    pub version: String,
    /// All turns, variations and notes.
    pub pgn: String,
    /// Where in it the board stands.
    pub place: String,
    /// The seat at the lower edge of the board: `white`.
    pub side: String,
    /// The note at this place.
    pub note: Option<String>,
    /// What is in the field for a turn.
    pub turn: String,
    /// What was pasted.
    pub text: String,
    /// What to do: see [`Step`]. Anything else only shows the board.
    pub step: String,
    /// Another place to go to.
    pub go: Option<String>,
    /// `yes`: yes, really.
    pub confirm: String,
    /// The version of the notebook that was seen beside this.
    pub other: String,
}

impl ResumableForm for Draft {}

/// What a button does with what is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Makes the turn in the field.
    Play,
    /// Makes this variation the line it leaves.
    Promote,
    /// Takes out the last turn with all that is behind it.
    Remove,
    /// Looks from the next seat.
    Flip,
    /// Puts what was pasted on the board instead.
    Open,
    /// Adds what was pasted.
    Add,
    /// Keeps it in the player's own notebook.
    Keep,
    /// Puts it in the place of what the notebook has.
    Replace,
    /// Adds what the notebook has.
    Join,
    /// Takes what the notebook has instead.
    Take,
}

impl Draft {
    /// What is asked for.
    pub fn step(&self) -> Option<Step> {
        Some(match self.step.as_str() {
            "play" => Step::Play,
            "promote" => Step::Promote,
            "remove" => Step::Remove,
            "flip" => Step::Flip,
            "open" => Step::Open,
            "add" => Step::Add,
            "keep" => Step::Keep,
            "replace" => Step::Replace,
            "join" => Step::Join,
            "take" => Step::Take,
            _ => return None,
        })
    }

    /// The place on the board; the start if it cannot be read.
    pub fn place(&self) -> NodePath {
        self.place.parse().unwrap_or_default()
    }

    /// Where to go, in the page that was sent.
    pub fn going(&self) -> Option<NodePath> {
        self.go.as_ref().map(|go| go.parse().unwrap_or_default())
    }

    /// The seat at the lower edge.
    pub fn side(&self, seating: Seating) -> Seat {
        seat_of(seating, &self.side).unwrap_or(Seat::FIRST)
    }
}

/// A seat as addresses and forms name it: `white`.
pub fn seat_key(seating: Seating, seat: Seat) -> String {
    seating.key(seat).to_owned()
}

/// The seat of this key.
pub fn seat_of(seating: Seating, key: &str) -> Option<Seat> {
    seating.by_key(key)
}
