//! Why something that is asked for cannot be searched.

use domain::rules::position::FenError;
use domain::rules::turn::TurnError;

use super::own::MAX_WORDS_CHARS;
use crate::accounts::NameError;
use crate::wording::{self, Explained, library as words};

/// What is wrong in a field of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterError {
    /// Nobody can be called so.
    Name(NameError),
    /// Nobody is called so.
    NoPlayer(String),
    /// There is no such choice.
    NoChoice(String),
    /// A seat, but nobody who has it.
    SeatOfNobody,
    /// A number is expected.
    NoNumber(String),
    /// A day is expected.
    NoDay(String),
    /// The end of a range lies before its beginning.
    EndsBefore,
    /// More first turns than games are found by.
    TooManyTurns,
    /// A turn cannot be made.
    Turn {
        /// Which, from 1.
        number: usize,
        /// As it was typed.
        typed: String,
        /// Why not.
        error: TurnError,
    },
    /// A text is no position.
    Fen(FenError),
    /// A text does not say which men.
    Material(String),
    /// A man on a square, but not whose.
    NobodysMan(String),
    /// A word is no man on a square.
    NoMan(String),
    /// More men on squares than are looked for.
    TooManyMen,
    /// The viewer's own tags, notes or messages, but nobody is there who has some.
    ForMembers,
    /// There is no word in it, or too much to search for.
    Words,
    /// The same, but everybody could read what is found.
    NoFeed,
}

impl Explained for FilterError {
    fn code(&self) -> &'static str {
        match self {
            Self::Name(error) => error.code(),
            Self::NoPlayer(_) => "no-such-player",
            Self::NoChoice(_) => "no-such-choice",
            Self::SeatOfNobody => "seat-of-nobody",
            Self::NoNumber(_) => "no-number",
            Self::NoDay(_) => "no-day",
            Self::EndsBefore => "ends-before",
            Self::TooManyTurns => "too-many-turns",
            Self::Turn { error, .. } => error.code(),
            Self::Fen(error) => error.code(),
            Self::Material(_) => "no-material",
            Self::NobodysMan(_) => "nobodys-man",
            Self::NoMan(_) => "no-man",
            Self::TooManyMen => "too-many-men",
            Self::ForMembers => "for-members",
            Self::Words => "no-words",
            Self::NoFeed => "no-feed",
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::Name(error) => error.sentence(),
            Self::NoPlayer(name) => words::no_player(name),
            Self::NoChoice(typed) => words::no_choice(typed),
            Self::SeatOfNobody => words::SEAT_OF_NOBODY.to_owned(),
            Self::NoNumber(typed) => words::no_number(typed),
            Self::NoDay(typed) => words::no_day(typed),
            Self::EndsBefore => words::ENDS_BEFORE.to_owned(),
            Self::TooManyTurns => words::too_many_turns(super::opening::DEPTH),
            Self::Turn { number, typed, error } => words::wrong_turn(*number, typed, &wording::turn(error)),
            Self::Fen(error) => wording::fen(error),
            Self::Material(typed) => words::no_material(typed),
            Self::NobodysMan(word) => words::nobodys_man(word),
            Self::NoMan(word) => words::no_man(word),
            Self::TooManyMen => words::too_many_men(super::men::MOST),
            Self::ForMembers => words::FOR_MEMBERS.to_owned(),
            Self::Words => words::no_words(MAX_WORDS_CHARS),
            Self::NoFeed => words::NO_FEED.to_owned(),
        }
    }
}
