//! What players can choose, and what holds for those who have not chosen.

mod looks;
mod time_zone;

use std::str::FromStr;

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use looks::{BoardDesign, BoardLooks, PieceSet};
pub use time_zone::{Region, read_zone, regions};

use crate::wording::{self, Explained};

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
    /// How boards look.
    pub board: BoardLooks,
    /// Which emails are wanted.
    #[serde(rename = "letters")]
    pub emails: EmailPreferences,
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

impl DateForm {
    /// Both forms.
    pub const ALL: [Self; 2] = [Self::Words, Self::Figures];

    /// Its name in forms.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Figures => "figures",
        }
    }

    /// Its name to people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Words => wording::preferences::DATES_IN_WORDS,
            Self::Figures => wording::preferences::DATES_IN_FIGURES,
        }
    }
}

/// No form has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no-such-date-form")]
pub struct UnknownDateForm;

impl Explained for UnknownDateForm {
    fn code(&self) -> &'static str {
        "no-such-date-form"
    }

    fn sentence(&self) -> String {
        wording::preferences::UNKNOWN_DATE_FORM.to_owned()
    }
}

impl FromStr for DateForm {
    type Err = UnknownDateForm;

    fn from_str(key: &str) -> Result<Self, UnknownDateForm> {
        Self::ALL.into_iter().find(|form| form.key() == key).ok_or(UnknownDateForm)
    }
}

/// Which emails a player wants by email; all of them, unless they say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EmailPreferences {
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

impl Default for EmailPreferences {
    fn default() -> Self {
        Self { your_turn: true, time_running_out: true, draw_offered: true, game_over: true, challenge: true }
    }
}

impl Preferences {
    /// The time zone, if one was chosen that this machine knows.
    pub fn zone(&self) -> Option<TimeZone> {
        self.time_zone.as_deref().and_then(|name| TimeZone::get(name).ok())
    }

    /// The part that is stored: only what differs from the site's defaults, so that other settings follow a changed
    /// default.
    ///
    /// # Errors
    /// None in practice: they consist of texts and booleans.
    pub fn to_stored(&self) -> serde_json::Result<Value> {
        Ok(difference(serde_json::to_value(self)?, &serde_json::to_value(Self::default())?))
    }
}

/// The fields of an object that are not as in the other, and those of the objects in it.
fn difference(value: Value, usual: &Value) -> Value {
    let Value::Object(fields) = value else { return value };
    let differs = |(name, value): (String, Value)| {
        let usual = usual.get(&name)?;
        (value != *usual).then(|| (name, difference(value, usual)))
    };
    Value::Object(fields.into_iter().filter_map(differs).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{DateForm, EmailPreferences, Preferences};
    use crate::preferences::looks::{BoardDesign, BoardLooks};

    #[test]
    fn only_what_was_chosen_is_stored() {
        let preferences = Preferences {
            dates: DateForm::Figures,
            board: BoardLooks { design: BoardDesign::Mist, ..BoardLooks::default() },
            emails: EmailPreferences { game_over: false, ..EmailPreferences::default() },
            ..Preferences::default()
        };
        let stored = preferences.to_stored().unwrap();
        let expected = json!({ "dates": "figures", "board": { "design": "mist" }, "letters": { "game_over": false } });
        assert_eq!(stored, expected);
        assert_eq!(serde_json::from_value::<Preferences>(stored).unwrap(), preferences);
        assert_eq!(Preferences::default().to_stored().unwrap(), json!({}));
    }
}
