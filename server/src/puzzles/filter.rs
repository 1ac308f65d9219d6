//! [`Filter`]: which puzzles somebody wants to see.

use domain::rules::puzzle::Theme;
use domain::rules::variant::Variant;
use serde::Deserialize;

use crate::wording::puzzles as words;

/// How hard, by rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// Below 1200.
    Easy,
    /// Up to 1600.
    Medium,
    /// From there on.
    Hard,
}

impl Difficulty {
    /// All, the easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Its name in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// What a person reads.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => words::EASY,
            Self::Medium => words::MEDIUM,
            Self::Hard => words::HARD,
        }
    }

    const fn ratings(self) -> (f64, f64) {
        match self {
            Self::Easy => (f64::MIN, 1200.0),
            Self::Medium => (1200.0, 1600.0),
            Self::Hard => (1600.0, f64::MAX),
        }
    }
}

/// The query of a list: what is empty leaves all.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Filter {
    variant: String,
    theme: String,
    difficulty: String,
}

/// A filter as the database is asked.
pub struct Wanted {
    /// The key of a variant.
    pub variant: Option<&'static str>,
    /// The key of a theme.
    pub theme: Option<&'static str>,
    /// The lowest rating.
    pub from: f64,
    /// What no rating comes to.
    pub below: f64,
}

impl Filter {
    /// The game.
    pub fn variant(&self) -> Option<Variant> {
        self.variant.parse().ok()
    }

    /// The idea.
    pub fn theme(&self) -> Option<Theme> {
        self.theme.parse().ok()
    }

    /// How hard.
    pub fn difficulty(&self) -> Option<Difficulty> {
        Difficulty::ALL.into_iter().find(|difficulty| difficulty.key() == self.difficulty)
    }

    /// What it asks for that there is not, in a sentence.
    pub fn unknown(&self) -> Option<String> {
        let is_unknown = |asked: &str, is_known: bool| !asked.is_empty() && !is_known;
        if is_unknown(&self.variant, self.variant().is_some()) {
            Some(words::no_such_game(&self.variant))
        } else if is_unknown(&self.theme, self.theme().is_some()) {
            Some(words::no_such_theme(&self.theme))
        } else if is_unknown(&self.difficulty, self.difficulty().is_some()) {
            Some(words::no_such_difficulty(&self.difficulty))
        } else {
            None
        }
    }

    /// What the database is asked for.
    pub fn wanted(&self) -> Wanted {
        let (from, below) = self.difficulty().map_or((f64::MIN, f64::MAX), Difficulty::ratings);
        Wanted { variant: self.variant().map(Variant::key), theme: self.theme().map(Theme::key), from, below }
    }

    /// The filter as a query, `variant=duck&theme=quiet`, with what is not known; empty if it leaves nothing out.
    pub fn query(&self) -> String {
        let parts = [("variant", &self.variant), ("theme", &self.theme), ("difficulty", &self.difficulty)];
        let parts = parts.into_iter().filter(|(_, asked)| !asked.is_empty());
        form_urlencoded::Serializer::new(String::new()).extend_pairs(parts).finish()
    }
}
