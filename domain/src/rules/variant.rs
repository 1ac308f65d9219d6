//! Which game is played, or read and analysed: one row of a table for each variant.
//!
//! ```
//! use domain::rules::variant::Variant;
//!
//! assert_eq!("three-check-duck".parse(), Ok(Variant::ThreeCheckDuck));
//! assert_eq!(Variant::ThreeCheckDuck.pgn_name(), "Three-check Duck");
//! assert_eq!(Variant::ThreeCheckDuck.seating().len(), 2);
//! assert_eq!(Variant::by_key("chess"), Some(Variant::Chess));
//! assert!("chess".parse::<Variant>().is_err(), "nobody plays it here");
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::rules::duchess::SetUp;
use crate::rules::seat::Seating;

/// A rule system with its set-up. In the log it is its [`key`](Self::key).
///
/// [Chess](Self::Chess) is read and analysed, and not played here: text is parsed as a variant only if it names one that is played, so
/// no challenge and no log of a game has chess. What also takes chess asks [`by_key`](Self::by_key).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum Variant {
    /// Chess with a duck that blocks: <https://duckchess.com/>.
    Duck,
    /// Duck Chess that the third check wins too.
    ThreeCheckDuck,
    /// Alan Blair's chess for two to six players on a round board.
    Duchess(SetUp),
    /// Chess without a duck.
    Chess,
}

/// What is said about a variant in one place.
struct Row {
    key: &'static str,
    pgn_name: &'static str,
    uci_name: &'static str,
}

impl Variant {
    /// Every variant that is played here, in the order a person is offered them.
    pub const ALL: [Self; 7] = [
        Self::Duck,
        Self::ThreeCheckDuck,
        Self::Duchess(SetUp::Six),
        Self::Duchess(SetUp::Four),
        Self::Duchess(SetUp::Three),
        Self::Duchess(SetUp::TwoByTwo),
        Self::Duchess(SetUp::Two),
    ];

    /// Every variant that can be read from a file and analysed: those that are played, and chess.
    pub const READ: [Self; 8] = {
        let [duck, three_check_duck, six, four, three, two_by_two, two] = Self::ALL;
        [duck, three_check_duck, six, four, three, two_by_two, two, Self::Chess]
    };

    /// Whether it is played here.
    pub const fn is_played(self) -> bool {
        !matches!(self, Self::Chess)
    }

    /// The variant with this key, whether it is played here or only read.
    pub fn by_key(key: &str) -> Option<Self> {
        Self::READ.into_iter().find(|variant| variant.key() == key)
    }

    const fn row(self) -> Row {
        match self {
            Self::Duck => Row { key: "duck", pgn_name: "Duck", uci_name: "duck" },
            Self::ThreeCheckDuck => {
                Row { key: "three-check-duck", pgn_name: "Three-check Duck", uci_name: "threecheckduck" }
            }
            Self::Duchess(SetUp::Six) => Row { key: "duchess-6", pgn_name: "Duchess 6", uci_name: "duchess6" },
            Self::Duchess(SetUp::Four) => Row { key: "duchess-4", pgn_name: "Duchess 4", uci_name: "duchess4" },
            Self::Duchess(SetUp::Three) => Row { key: "duchess-3", pgn_name: "Duchess 3", uci_name: "duchess3" },
            Self::Duchess(SetUp::TwoByTwo) => {
                Row { key: "duchess-2x2", pgn_name: "Duchess 2x2", uci_name: "duchess2x2" }
            }
            Self::Duchess(SetUp::Two) => Row { key: "duchess-2", pgn_name: "Duchess 2", uci_name: "duchess2" },
            Self::Chess => Row { key: "chess", pgn_name: "Chess", uci_name: "chess" },
        }
    }

    /// Its name in addresses, forms, commands and the database: `duck`.
    pub const fn key(self) -> &'static str {
        self.row().key
    }

    /// Its value of PGN's `Variant` tag: `Duck`. Games of chess have no such tag, unless they could be taken for something else
    /// without it.
    pub const fn pgn_name(self) -> &'static str {
        self.row().pgn_name
    }

    /// Its value of `UCI_Variant`, by which engines know it: `threecheckduck`.
    pub const fn uci_name(self) -> &'static str {
        self.row().uci_name
    }

    /// The variant that PGN files and programs call so: spaces, capitals and signs do not count.
    ///
    /// ```
    /// use domain::rules::variant::Variant;
    /// assert_eq!(Variant::from_pgn("Duck Chess"), Some(Variant::Duck));
    /// assert_eq!(Variant::from_pgn("3-check duck"), Some(Variant::ThreeCheckDuck));
    /// assert_eq!(Variant::from_pgn("From Position"), Some(Variant::Chess));
    /// ```
    pub fn from_pgn(name: &str) -> Option<Self> {
        let bare = |name: &str| {
            let letters = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase());
            letters.collect::<String>().replace("chess", "")
        };
        match bare(name).as_str() {
            "duck" => Some(Self::Duck),
            "threecheckduck" | "threechecksduck" | "3checkduck" | "3checksduck" | "duckthreecheck"
            | "duckthreechecks" | "duck3check" | "duck3checks" => Some(Self::ThreeCheckDuck),
            // `Chess`, and not a name in other letters.
            "" if name.to_ascii_lowercase().contains("chess") => Some(Self::Chess),
            "standard" | "normal" | "classical" | "orthodox" | "fromposition" => Some(Self::Chess),
            other => Self::ALL.into_iter().find(|variant| bare(variant.pgn_name()) == other),
        }
    }

    /// Its seats and sides.
    pub const fn seating(self) -> Seating {
        match self {
            Self::Duck | Self::ThreeCheckDuck | Self::Chess => Seating::WHITE_AND_BLACK,
            Self::Duchess(set_up) => set_up.seating(),
        }
    }

    /// A turn as it may be typed in the first position, to show how.
    pub const fn turn_example(self) -> &'static str {
        match self {
            Self::Duck | Self::ThreeCheckDuck => "Nf3@e5",
            Self::Duchess(_) => "N1b2-1c4",
            Self::Chess => "Nf3",
        }
    }
}

impl From<Variant> for &'static str {
    fn from(variant: Variant) -> Self {
        variant.key()
    }
}

impl TryFrom<String> for Variant {
    type Error = UnknownVariant;

    fn try_from(key: String) -> Result<Self, UnknownVariant> {
        key.parse()
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// No variant that is played here has this key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no-such-variant key={0:?}")]
pub struct UnknownVariant(pub String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(key: &str) -> Result<Self, UnknownVariant> {
        Self::ALL.into_iter().find(|variant| variant.key() == key).ok_or_else(|| UnknownVariant(key.to_owned()))
    }
}
