//! [`PageKey`]: the last game of a page, after which the next begins: however many came before, it is found by an index.

use std::fmt;
use std::str::FromStr;

use crate::games::GameId;

/// Finished and running games are two lists, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Games that are over.
    Finished,
    /// Games that go on, the last that began first.
    Running,
}

/// A place in a list, in an address `f1772452800000000-abcdefghij`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageKey {
    /// In which of the two lists.
    pub phase: Phase,
    /// What the list is sorted by, of the game at this place: a number of turns, a rating, or an instant in microseconds.
    pub value: i64,
    /// That game.
    pub game: GameId,
}

/// A text is no place in a list.
#[derive(Debug)]
pub struct NoPageKey;

impl fmt::Display for PageKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let phase = match self.phase {
            Phase::Finished => 'f',
            Phase::Running => 'r',
        };
        write!(f, "{phase}{}-{}", self.value, self.game)
    }
}

/// Instants beyond what the database can tell are no places.
const VALUES: std::ops::RangeInclusive<i64> = 0..=253_402_300_799_999_999;

impl FromStr for PageKey {
    type Err = NoPageKey;

    fn from_str(text: &str) -> Result<Self, NoPageKey> {
        let (phase, rest) = match text.split_at_checked(1) {
            Some(("f", rest)) => (Phase::Finished, rest),
            Some(("r", rest)) => (Phase::Running, rest),
            _ => return Err(NoPageKey),
        };
        let (value, game) = rest.split_once('-').ok_or(NoPageKey)?;
        let value = value.parse().ok().filter(|value| VALUES.contains(value)).ok_or(NoPageKey)?;
        Ok(Self { phase, value, game: GameId::read(game).ok_or(NoPageKey)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_is_written_and_nothing_else_is_one() {
        for text in ["f1772452800000000-abcdefghij", "r0-0123456789"] {
            assert_eq!(text.parse::<PageKey>().map(|key| key.to_string()).ok().as_deref(), Some(text));
        }
        for text in [
            "",
            "f",
            "x7-abcdefghij",
            "f-7-abcdefghij",
            "f7-",
            "f7-../etc/pas",
            "f99999999999999999999-abcdefghij",
            "ü",
        ] {
            assert!(text.parse::<PageKey>().is_err(), "{text}");
        }
    }
}
