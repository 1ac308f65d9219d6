//! [`SearchError`]: why something that is asked for cannot be searched, in games of this site, in the explorer, or in a collection.

use domain::rules::position::FenError;
use domain::rules::turn::TurnError;

use crate::accounts::NameError;
use crate::wording::{self, Explained, explorer as explorer_words, library as words};

/// What is wrong in a field of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchError {
    /// Nobody can be called so.
    Name(NameError),
    /// Nobody is called so.
    NoPlayer {
        /// As it was typed.
        typed: String,
        /// Some names that begin so.
        alike: Vec<String>,
    },
    /// There is no such choice.
    NoChoice(String),
    /// There is no such collection for the viewer.
    NoCollection,
    /// A seat, but nobody who has it.
    SeatOfNobody,
    /// A game that was won, drawn or lost, but nobody who did so.
    OutcomeOfNobody,
    /// A number is expected.
    NoNumber(String),
    /// A day is expected.
    NoDay(String),
    /// A year is expected.
    NoYear(String),
    /// The end of a range lies before its beginning.
    EndsBefore,
    /// More first turns than games are found by, which are so many.
    TooManyFirstTurns(usize),
    /// More turns that lead to a position than are read, which are so many.
    TooManyTurns(usize),
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
    /// A man cannot stand there together with one that was named before.
    NotTogether(String),
    /// More men on squares than are looked for, which are so many.
    TooManyMen(usize),
    /// The viewer's own tags, notes or messages, but nobody is there who has some.
    ForMembers,
    /// There is no word in it, or more characters to search for than these.
    Words(usize),
    /// The same, but everybody could read what is found.
    NoFeed,
}

impl Explained for SearchError {
    fn code(&self) -> &'static str {
        match self {
            Self::Name(error) => error.code(),
            Self::NoPlayer { .. } => "no-such-player",
            Self::NoChoice(_) => "no-such-choice",
            Self::NoCollection => "no-such-collection",
            Self::SeatOfNobody => "seat-of-nobody",
            Self::OutcomeOfNobody => "outcome-of-nobody",
            Self::NoNumber(_) => "no-number",
            Self::NoDay(_) => "no-day",
            Self::NoYear(_) => "no-year",
            Self::EndsBefore => "ends-before",
            Self::TooManyFirstTurns(_) | Self::TooManyTurns(_) => "too-many-turns",
            Self::Turn { error, .. } => error.code(),
            Self::Fen(error) => error.code(),
            Self::Material(_) => "no-material",
            Self::NobodysMan(_) => "nobodys-man",
            Self::NoMan(_) => "no-man",
            Self::NotTogether(_) => "not-together",
            Self::TooManyMen(_) => "too-many-men",
            Self::ForMembers => "for-members",
            Self::Words(_) => "no-words",
            Self::NoFeed => "no-feed",
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::Name(error) => error.sentence(),
            Self::NoPlayer { typed, alike } => words::no_player_but(typed, alike),
            Self::NoChoice(typed) => words::no_choice(typed),
            Self::NoCollection => explorer_words::NO_COLLECTION.to_owned(),
            Self::SeatOfNobody => words::SEAT_OF_NOBODY.to_owned(),
            Self::OutcomeOfNobody => words::OUTCOME_OF_NOBODY.to_owned(),
            Self::NoNumber(typed) => words::no_number(typed),
            Self::NoDay(typed) => words::no_day(typed),
            Self::NoYear(typed) => explorer_words::no_year(typed),
            Self::EndsBefore => words::ENDS_BEFORE.to_owned(),
            Self::TooManyFirstTurns(most) => words::too_many_turns(*most),
            Self::TooManyTurns(most) => explorer_words::too_many_turns(*most),
            Self::Turn { number, typed, error } => words::wrong_turn(*number, typed, &wording::turn(error)),
            Self::Fen(error) => wording::fen(error),
            Self::Material(typed) => words::no_material(typed),
            Self::NobodysMan(word) => words::nobodys_man(word),
            Self::NoMan(word) => words::no_man(word),
            Self::NotTogether(word) => words::not_together(word),
            Self::TooManyMen(most) => words::too_many_men(*most),
            Self::ForMembers => words::FOR_MEMBERS.to_owned(),
            Self::Words(most) => words::no_words(*most),
            Self::NoFeed => words::NO_FEED.to_owned(),
        }
    }

    fn instead(&self) -> &[String] {
        match self {
            Self::NoPlayer { alike, .. } => alike,
            _ => &[],
        }
    }
}
