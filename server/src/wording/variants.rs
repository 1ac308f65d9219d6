//! The names of variants, and what they are about.

use domain::rules::duchess::SetUp;
use domain::rules::variant::Variant;

/// No variant has the key that was sent.
pub const UNKNOWN: &str = "Choose a game from the list.";

/// What people call a variant.
pub trait VariantNames {
    /// Its name: `Duck Chess`.
    fn name(self) -> &'static str;

    /// What it is about, in a few words.
    fn in_short(self) -> &'static str;
}

impl VariantNames for Variant {
    fn name(self) -> &'static str {
        match self {
            Self::Duck => "Duck Chess",
            Self::ThreeCheckDuck => "Three-Check Duck Chess",
            Self::Duchess(SetUp::Six) => "Duchess for six",
            Self::Duchess(SetUp::Four) => "Duchess for four",
            Self::Duchess(SetUp::Three) => "Duchess for three",
            Self::Duchess(SetUp::TwoByTwo) => "Duchess with two sets each",
            Self::Duchess(SetUp::Two) => "Duchess for two",
            Self::Chess => "Chess",
        }
    }

    fn in_short(self) -> &'static str {
        match self {
            Self::Duck => "Take the king; mind the duck.",
            Self::ThreeCheckDuck => "Three checks win as well.",
            Self::Duchess(SetUp::Six) => "Three against three on a round board.",
            Self::Duchess(SetUp::Four) => "Two against two, partners opposite.",
            Self::Duchess(SetUp::Three) => "Each alone: mate the player on your left.",
            Self::Duchess(SetUp::TwoByTwo) => "Two players, each of them both partners.",
            Self::Duchess(SetUp::Two) => "One set each, on a round board.",
            Self::Chess => "Without a duck: to read and to analyse.",
        }
    }
}
