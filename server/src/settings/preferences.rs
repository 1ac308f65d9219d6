//! What can be chosen, and what holds for who has not chosen.

use serde::{Deserialize, Serialize};

/// A player's choices, stored by name. A field is never renamed; one that is missing has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// A turn is shown once more, with the message, before it is sent.
    pub confirm_turns: bool,
    /// Boards are seen from White's side, whatever seat one has.
    pub from_whites_side: bool,
    /// The IANA name of the time zone in which times are written; `None`: UTC, and the browser's own with scripts.
    pub time_zone: Option<String>,
    /// How dates are written.
    pub dates: DateForm,
    /// Which letters are wanted.
    pub letters: Letters,
}

/// How dates and times are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DateForm {
    /// `28 May 2024, 14:03`
    #[default]
    Words,
    /// `2024-05-28 14:03`, the same in every language.
    Figures,
}

/// Which letters a player wants by mail; all of them, unless they say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Letters {
    /// It is your turn.
    pub your_turn: bool,
    /// A fifth of your time is left, and then a day.
    pub time_running_out: bool,
    /// A draw is offered.
    pub draw_offered: bool,
    /// A game is over.
    pub game_over: bool,
    /// Somebody challenges you by name, or answers your challenge.
    pub challenge: bool,
}

impl Default for Letters {
    fn default() -> Self {
        Self { your_turn: true, time_running_out: true, draw_offered: true, game_over: true, challenge: true }
    }
}
