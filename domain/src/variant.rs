//! Which game is played: one row of a table for each variant.
//!
//! ```
//! use domain::variant::Variant;
//!
//! assert_eq!("three-check-duck".parse(), Ok(Variant::ThreeCheckDuck));
//! assert_eq!(Variant::ThreeCheckDuck.name(), "Three-Check Duck Chess");
//! assert_eq!(Variant::ThreeCheckDuck.seating().len(), 2);
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::seat::Seating;

/// A rule system with its set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Chess with a duck that blocks: <https://duckchess.com/>.
    Duck,
    /// Duck Chess that the third check wins too.
    ThreeCheckDuck,
}

/// What is said about a variant in one place.
struct Row {
    key: &'static str,
    name: &'static str,
    in_short: &'static str,
    pgn_name: &'static str,
    seating: Seating,
}

impl Variant {
    /// Every variant, in the order a person is offered them.
    pub const ALL: [Self; 2] = [Self::Duck, Self::ThreeCheckDuck];

    const fn row(self) -> Row {
        match self {
            Self::Duck => Row {
                key: "duck",
                name: "Duck Chess",
                in_short: "Take the king; mind the duck.",
                pgn_name: "Duck",
                seating: Seating::WHITE_AND_BLACK,
            },
            Self::ThreeCheckDuck => Row {
                key: "three-check-duck",
                name: "Three-Check Duck Chess",
                in_short: "Three checks win as well.",
                pgn_name: "Three-check Duck",
                seating: Seating::WHITE_AND_BLACK,
            },
        }
    }

    /// Its name in addresses, forms, commands and the database: `duck`.
    pub const fn key(self) -> &'static str {
        self.row().key
    }

    /// Its name to people: `Duck Chess`.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// What it is about, in a few words.
    pub const fn in_short(self) -> &'static str {
        self.row().in_short
    }

    /// Its value of PGN's `Variant` tag: `Duck`.
    pub const fn pgn_name(self) -> &'static str {
        self.row().pgn_name
    }

    /// The variant that PGN files and programs call so: spaces, capitals and signs do not count.
    ///
    /// ```
    /// use domain::variant::Variant;
    /// assert_eq!(Variant::from_pgn("Duck Chess"), Some(Variant::Duck));
    /// assert_eq!(Variant::from_pgn("3-check duck"), Some(Variant::ThreeCheckDuck));
    /// ```
    pub fn from_pgn(name: &str) -> Option<Self> {
        let bare: String = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        match bare.replace("chess", "").as_str() {
            "duck" => Some(Self::Duck),
            "threecheckduck" | "threechecksduck" | "3checkduck" | "3checksduck" | "duckthreecheck"
            | "duckthreechecks" | "duck3check" | "duck3checks" => Some(Self::ThreeCheckDuck),
            _ => None,
        }
    }

    /// Its seats and sides.
    pub const fn seating(self) -> Seating {
        self.row().seating
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// No variant has this key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no variant '{0}'")]
pub struct UnknownVariant(pub String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(key: &str) -> Result<Self, UnknownVariant> {
        Self::ALL.into_iter().find(|variant| variant.key() == key).ok_or_else(|| UnknownVariant(key.to_owned()))
    }
}
