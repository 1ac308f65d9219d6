//! Why a turn of chess cannot be made: what check adds to the reasons of the duck games.

use domain::rules::chess::ChessTurnError as Error;

use super::duck_turns;
use super::pieces::piece;

/// Of a turn of the reader's.
pub fn own(error: &Error) -> String {
    match error {
        Error::Piece(error) => duck_turns::own(error),
        other => of_anybody(other),
    }
}

/// Of a turn of the reader's opponent.
pub fn of_opponent(error: &Error) -> String {
    match error {
        Error::Piece(error) => duck_turns::of_opponent(error),
        other => of_anybody(other),
    }
}

fn of_anybody(error: &Error) -> String {
    match *error {
        Error::Empty => "The turn is missing: write a move, such as Nf3 or g1f3.".to_owned(),
        Error::Unreadable { ref text } => {
            format!("“{text}” is not a turn: write it as Nf3, exd5, e8=Q, O-O or g1f3.")
        }
        Error::NoDuckHere => "There is no duck in chess: write the move alone, such as Nf3.".to_owned(),
        Error::KingThreatened { to, role, square } => {
            format!("The king cannot go to {to}: the {} on {square} attacks that square.", piece(role).one)
        }
        Error::LeavesKing { king, role, square } => {
            format!("That leaves the king in check: the {} on {square} attacks {king}.", piece(role).one)
        }
        Error::StillInCheck { king, role, square } => {
            format!("That leaves the king on {king} in check from the {} on {square}.", piece(role).one)
        }
        Error::CastlingInCheck { king, .. } => format!("The king on {king} is in check, and cannot castle out of it."),
        Error::CastlingThroughCheck { passed, role, square, .. } => {
            format!("The king cannot castle over {passed}: the {} on {square} attacks that square.", piece(role).one)
        }
        Error::Piece(ref error) => duck_turns::own(error),
    }
}
