//! How boards look: what is drawn, and with which pictures and colours.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::wording::{self, Explained};

/// A player's choice of how boards look.
///
/// Kings that can be captured next are marked by default. The duck games have no check: nothing prevents a player from
/// leaving their king en prise, and a game of weeks should not be lost just by that. The mark adds no information that
/// is not on the board, and both players get it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BoardLooks {
    /// Which pieces.
    pub pieces: PieceSet,
    /// Which colours.
    pub design: BoardDesign,
    /// Show the names of files and ranks at the edge.
    pub coordinates: bool,
    /// A king that can be captured next is marked.
    pub check_marks: bool,
}

impl Default for BoardLooks {
    fn default() -> Self {
        Self { pieces: PieceSet::Mallard, design: BoardDesign::Pond, coordinates: true, check_marks: true }
    }
}

/// The pieces and the duck, by who drew them: a file in `static/pieces`. A name that is not known any more is the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceSet {
    /// Slim and turned.
    Reed,
    /// Flat and heavy, for small boards and weak eyes.
    Pebble,
    /// Full and friendly.
    #[default]
    #[serde(other)]
    Mallard,
}

impl PieceSet {
    /// Every set, the usual one first.
    pub const ALL: [Self; 3] = [Self::Mallard, Self::Reed, Self::Pebble];

    /// Its name in forms, and of its file.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Mallard => "mallard",
            Self::Reed => "reed",
            Self::Pebble => "pebble",
        }
    }

    /// Its name to people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Mallard => "Mallard",
            Self::Reed => "Reed",
            Self::Pebble => "Pebble",
        }
    }

    /// What it is like.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Mallard => "full and friendly",
            Self::Reed => "slim, with a drake",
            Self::Pebble => "plain and bold",
        }
    }
}

/// No set has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no-such-piece-set")]
pub struct UnknownPieceSet;

impl Explained for UnknownPieceSet {
    fn code(&self) -> &'static str {
        "no-such-piece-set"
    }

    fn sentence(&self) -> String {
        wording::preferences::UNKNOWN_PIECE_SET.to_owned()
    }
}

impl FromStr for PieceSet {
    type Err = UnknownPieceSet;

    fn from_str(key: &str) -> Result<Self, UnknownPieceSet> {
        Self::ALL.into_iter().find(|set| set.key() == key).ok_or(UnknownPieceSet)
    }
}

/// The colours of the board, light and dark: `static/css/boards.css`. A name that is not known any more is the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardDesign {
    /// Wood.
    Jetty,
    /// Pale blue.
    Mist,
    /// White and grey with the strongest contrast.
    Heron,
    /// Green.
    #[default]
    #[serde(other)]
    Pond,
}

impl BoardDesign {
    /// Every design, the usual one first.
    pub const ALL: [Self; 4] = [Self::Pond, Self::Jetty, Self::Mist, Self::Heron];

    /// Its name in forms and in the style sheet.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Pond => "pond",
            Self::Jetty => "jetty",
            Self::Mist => "mist",
            Self::Heron => "heron",
        }
    }

    /// Its name to people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Pond => "Pond",
            Self::Jetty => "Jetty",
            Self::Mist => "Mist",
            Self::Heron => "Heron",
        }
    }

    /// What it is like.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Pond => "green",
            Self::Jetty => "wood",
            Self::Mist => "blue",
            Self::Heron => "high contrast",
        }
    }
}

/// No design has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no-such-board-design")]
pub struct UnknownBoardDesign;

impl Explained for UnknownBoardDesign {
    fn code(&self) -> &'static str {
        "no-such-board-design"
    }

    fn sentence(&self) -> String {
        wording::preferences::UNKNOWN_BOARD_DESIGN.to_owned()
    }
}

impl FromStr for BoardDesign {
    type Err = UnknownBoardDesign;

    fn from_str(key: &str) -> Result<Self, UnknownBoardDesign> {
        Self::ALL.into_iter().find(|design| design.key() == key).ok_or(UnknownBoardDesign)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{BoardDesign, BoardLooks, PieceSet};

    #[test]
    fn names_are_read_as_they_are_written() {
        for set in PieceSet::ALL {
            assert_eq!(set.key().parse(), Ok(set));
            assert_eq!(json!(set), json!(set.key()));
            assert_eq!(serde_json::from_value::<PieceSet>(json!(set.key())).unwrap(), set);
        }
        for design in BoardDesign::ALL {
            assert_eq!(design.key().parse(), Ok(design));
            assert_eq!(json!(design), json!(design.key()));
            assert_eq!(serde_json::from_value::<BoardDesign>(json!(design.key())).unwrap(), design);
        }
    }

    #[test]
    fn a_name_that_is_gone_is_the_usual_one() {
        let stored = json!({ "pieces": "swan", "design": "desert", "coordinates": false });
        let looks: BoardLooks = serde_json::from_value(stored).unwrap();
        assert_eq!(looks, BoardLooks { coordinates: false, ..BoardLooks::default() });
    }
}
