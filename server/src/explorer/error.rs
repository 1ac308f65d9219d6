//! Why the explorer cannot answer.

use domain::rules::position::FenError;
use domain::rules::turn::TurnError;

use crate::accounts::NameError;
use crate::wording::{self, Explained, explorer as words, library as library_words};

/// What is wrong in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExplorerError {
    /// Nobody can be called so.
    Name(NameError),
    /// Nobody is called so.
    NoPlayer(String),
    /// There is no such choice.
    NoChoice(String),
    /// There is no such collection for the viewer.
    NoCollection,
    /// A seat, but nobody who has it.
    SeatOfNobody,
    /// A year is expected.
    NoYear(String),
    /// The end of a range lies before its beginning.
    EndsBefore,
    /// More turns than a game has.
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
}

impl Explained for ExplorerError {
    fn code(&self) -> &'static str {
        match self {
            Self::Name(error) => error.code(),
            Self::NoPlayer(_) => "no-such-player",
            Self::NoChoice(_) => "no-such-choice",
            Self::NoCollection => "no-such-collection",
            Self::SeatOfNobody => "seat-of-nobody",
            Self::NoYear(_) => "no-year",
            Self::EndsBefore => "ends-before",
            Self::TooManyTurns => "too-many-turns",
            Self::Turn { error, .. } => error.code(),
            Self::Fen(error) => error.code(),
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::Name(error) => error.sentence(),
            Self::NoPlayer(name) => library_words::no_player(name),
            Self::NoChoice(typed) => library_words::no_choice(typed),
            Self::NoCollection => words::NO_COLLECTION.to_owned(),
            Self::SeatOfNobody => library_words::SEAT_OF_NOBODY.to_owned(),
            Self::NoYear(typed) => words::no_year(typed),
            Self::EndsBefore => library_words::ENDS_BEFORE.to_owned(),
            Self::TooManyTurns => words::too_many_turns(super::line::MOST),
            Self::Turn { number, typed, error } => library_words::wrong_turn(*number, typed, &wording::turn(error)),
            Self::Fen(error) => wording::fen(error),
        }
    }
}
