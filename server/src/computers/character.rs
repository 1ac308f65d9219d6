//! [`Character`]: who a computer player is, and how well it plays.

use std::str::FromStr;

use crate::engines::SearchLimit;

/// How well a computer player plays, from 1, which a child beats, to [`Level::BEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// There is no level of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchLevel;

impl Level {
    /// The one that somebody gets who has not chosen: who has never moved a duck wins now and then.
    pub const FIRST: Self = Self(1);
    /// As well as the engine can.
    pub const BEST: Self = Self(CHARACTERS.len() as u8);

    /// The level of a number.
    pub fn new(number: i16) -> Option<Self> {
        let number = u8::try_from(number).ok()?;
        (Self::FIRST.0..=Self::BEST.0).contains(&number).then_some(Self(number))
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The next stronger, or the best itself.
    #[must_use]
    pub fn stronger(self) -> Self {
        Self((self.0 + 1).min(Self::BEST.0))
    }

    /// The next weaker, or the first itself.
    #[must_use]
    pub fn weaker(self) -> Self {
        Self((self.0 - 1).max(Self::FIRST.0))
    }

    /// How far two levels are apart.
    pub fn distance(self, other: Self) -> u8 {
        self.0.abs_diff(other.0)
    }

    /// Who plays at it.
    pub fn character(self) -> &'static Character {
        &CHARACTERS[usize::from(self.0) - 1]
    }
}

impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(text: &str) -> Result<Self, NoSuchLevel> {
        text.trim().parse().ok().and_then(Self::new).ok_or(NoSuchLevel)
    }
}

/// A computer player.
#[derive(Debug, PartialEq, Eq)]
pub struct Character {
    /// How well it plays.
    pub level: Level,
    /// The name of its account. It says what it is wherever a name stands: on pages, in emails, in PGN.
    pub name: &'static str,
    /// Its strength in the Elo of the engine; `None`: as well as it can.
    pub elo: Option<u32>,
    /// How long it searches for a turn.
    pub limit: SearchLimit,
    /// Whether it gives a game up that is lost. A beginner wants to take the king.
    pub resigns: bool,
}

/// What the name of every computer player ends in.
const SUFFIX: &str = "-computer";

/// Enough for every level: those with an Elo search less by themselves.
const LIMIT: SearchLimit = SearchLimit::Nodes(400_000);

const CHARACTERS: [Character; 5] = [
    Character { level: Level(1), name: "Duckling-computer", elo: Some(600), limit: LIMIT, resigns: false },
    Character { level: Level(2), name: "Teal-computer", elo: Some(1350), limit: LIMIT, resigns: false },
    Character { level: Level(3), name: "Wigeon-computer", elo: Some(2150), limit: LIMIT, resigns: true },
    Character { level: Level(4), name: "Pintail-computer", elo: Some(2885), limit: LIMIT, resigns: true },
    Character { level: Level(5), name: "Goldeneye-computer", elo: None, limit: LIMIT, resigns: true },
];

impl Character {
    /// Its name where everybody knows that it is a computer: `Teal`.
    pub fn short_name(&self) -> &'static str {
        self.name.strip_suffix(SUFFIX).unwrap_or(self.name)
    }

    /// All of them, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = &'static Self> {
        CHARACTERS.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::PlayerName;

    #[test]
    fn every_level_has_a_character_whose_name_says_what_it_is() {
        for (number, character) in (1..).zip(Character::all()) {
            assert_eq!(Level::new(number), Some(character.level));
            assert_eq!(character.level.character(), character);
            assert!(character.name.ends_with(SUFFIX) && character.name.parse::<PlayerName>().is_ok());
        }
        let strengths: Vec<_> = Character::all().map(|character| character.elo.unwrap_or(u32::MAX)).collect();
        assert!(strengths.is_sorted_by(|weaker, stronger| weaker < stronger));
    }

    #[test]
    fn there_are_no_other_levels() {
        for wrong in ["0", "6", "-1", "two", "", "257"] {
            assert_eq!(wrong.parse::<Level>(), Err(NoSuchLevel), "{wrong:?}");
        }
        assert_eq!((Level::FIRST.weaker(), Level::BEST.stronger()), (Level::FIRST, Level::BEST));
        assert_eq!(" 3 ".parse::<Level>().map(Level::number), Ok(3));
    }
}
