//! Why a turn of the duck games cannot be made.

use domain::rules::duck::{DuckTurnError as Error, Origin};
use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::lists::one_of;
use super::pieces::piece;

/// Of a turn of the reader's.
pub fn own(error: &Error) -> String {
    match *error {
        Error::Empty => {
            "The turn is missing: write a piece move and the duck’s square, such as Nf3@e5 or g1f3@e5.".to_owned()
        }
        Error::Unreadable { ref text } => {
            format!("“{text}” is not a turn: write a piece move and the duck’s square, such as Nf3@e5 or g1f3@e5.")
        }
        Error::PieceUnreadable { ref text } => {
            format!("“{text}” is not a piece move: write it as Nf3, exd5, e8=Q, O-O or g1f3.")
        }
        Error::PieceMissing => "Say which piece moves before the duck does, such as Nf3@e5.".to_owned(),
        Error::DuckUnreadable { ref text } => {
            format!("“{text}” does not say where the duck goes: write a square, such as @e5.")
        }
        Error::GameOver => "The game is over.".to_owned(),
        Error::EmptySquare { square } => format!("There is no piece on {square}."),
        Error::DuckIsNoPiece { square } => format!("The duck is on {square}: move a piece first, then the duck."),
        Error::NotYourPiece { square, role } => format!("The {} on {square} is not your piece.", piece(role).one),
        Error::NoSuchPiece { role, origin } => no_such_piece(role, origin),
        Error::OwnPiece { square, role } => format!("Your own {} is on {square}.", piece(role).one),
        Error::BlockedByDuck { role, from, to, duck } => {
            format!("The {} cannot go from {from} to {to}: the duck is on {duck}.", piece(role).one)
        }
        Error::BlockedByPiece { role, from, to, square, blocker } => {
            let (role, blocker) = (piece(role).one, piece(blocker).a);
            format!("The {role} cannot go from {from} to {to}: {blocker} is on {square}.")
        }
        Error::NotItsWay { role, from, to } => {
            format!("{} does not move from {from} to {to}.", piece(role).a_first)
        }
        Error::NothingToCapture { from, to } => format!("The pawn on {from} has nothing to take on {to}."),
        Error::CaptureWithoutFile { from, to } => {
            format!("A pawn’s capture is written with the pawn’s file: {}x{to}.", from.file().char())
        }
        Error::NoneCanGo { role, to } => format!("None of your {} can go to {to}.", piece(role).many),
        Error::Ambiguous { role, to, candidates } => {
            let squares: Vec<_> = candidates.into_iter().map(|square| square.to_string()).collect();
            let role = piece(role).one;
            format!("More than one {role} can go to {to}: say which, the one on {}.", one_of(&squares))
        }
        Error::PromotionMissing { from, to } => {
            let taker = if from.file() == to.file() { String::new() } else { format!("{}x", from.file().char()) };
            format!("Say what the pawn becomes on {to}: queen, rook, bishop or knight, such as {taker}{to}=Q.")
        }
        Error::PromotionMisplaced => "Only a pawn that reaches the last rank becomes another piece.".to_owned(),
        Error::CastlingRightLost { side } => castling_right_lost(side).to_owned(),
        Error::CastlingBlockedByDuck { side, duck } => by_side(
            side,
            format!("You cannot castle to the king’s side: the duck is on {duck}."),
            format!("You cannot castle to the queen’s side: the duck is on {duck}."),
        ),
        Error::CastlingBlockedByPiece { side, square, blocker } => by_side(
            side,
            format!("You cannot castle to the king’s side: {} is on {square}.", piece(blocker).a),
            format!("You cannot castle to the queen’s side: {} is on {square}.", piece(blocker).a),
        ),
        Error::DuckMissing => "Say where the duck goes, such as @e5 after the piece move.".to_owned(),
        Error::DuckNotMoved { square } => format!("The duck must move: it is on {square} already."),
        Error::DuckOnPiece { square, role, yours } => duck_on_piece(square, piece(role).one, yours),
    }
}

const fn castling_right_lost(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "You cannot castle to the king’s side: the king or that rook has moved or was taken.",
        CastlingSide::QueenSide => {
            "You cannot castle to the queen’s side: the king or that rook has moved or was taken."
        }
    }
}

fn duck_on_piece(square: Square, piece: &str, yours: bool) -> String {
    match yours {
        true => format!("The duck cannot go to {square}: your {piece} is there."),
        false => format!("The duck cannot go to {square}: your opponent’s {piece} is there."),
    }
}

/// Of a turn of the reader's opponent, where that is said in other words.
pub fn of_opponent(error: &Error) -> String {
    match *error {
        Error::DuckIsNoPiece { square } => format!("The duck is on {square}: a piece moves first, then the duck."),
        Error::NotYourPiece { square, role } => {
            format!("The {} on {square} is yours: here your opponent is to move.", piece(role).one)
        }
        Error::NoSuchPiece { role, origin } => no_such_piece_of_opponent(role, origin),
        Error::OwnPiece { square, role } => format!("Your opponent’s own {} is on {square}.", piece(role).one),
        Error::NoneCanGo { role, to } => format!("None of your opponent’s {} can go to {to}.", piece(role).many),
        Error::DuckOnPiece { square, role, yours } => own(&Error::DuckOnPiece { square, role, yours: !yours }),
        Error::CastlingRightLost { side } => by_side(
            side,
            "Your opponent cannot castle to the king’s side: the king or that rook has moved or was taken.",
            "Your opponent cannot castle to the queen’s side: the king or that rook has moved or was taken.",
        )
        .to_owned(),
        Error::CastlingBlockedByDuck { side, duck } => by_side(
            side,
            format!("Your opponent cannot castle to the king’s side: the duck is on {duck}."),
            format!("Your opponent cannot castle to the queen’s side: the duck is on {duck}."),
        ),
        Error::CastlingBlockedByPiece { side, square, blocker } => by_side(
            side,
            format!("Your opponent cannot castle to the king’s side: {} is on {square}.", piece(blocker).a),
            format!("Your opponent cannot castle to the queen’s side: {} is on {square}.", piece(blocker).a),
        ),
        ref other => own(other),
    }
}

fn by_side<T>(side: CastlingSide, of_king: T, of_queen: T) -> T {
    match side {
        CastlingSide::KingSide => of_king,
        CastlingSide::QueenSide => of_queen,
    }
}

fn no_such_piece(role: Role, Origin { file, rank }: Origin) -> String {
    let role = piece(role).one;
    match (file.map(File::char), rank.map(Rank::char)) {
        (None, None) => format!("You have no {role}."),
        (Some(file), None) => format!("You have no {role} on the {file}-file."),
        (None, Some(rank)) => format!("You have no {role} on rank {rank}."),
        (Some(file), Some(rank)) => format!("You have no {role} on {file}{rank}."),
    }
}

fn no_such_piece_of_opponent(role: Role, Origin { file, rank }: Origin) -> String {
    let role = piece(role).one;
    match (file.map(File::char), rank.map(Rank::char)) {
        (None, None) => format!("Your opponent has no {role}."),
        (Some(file), None) => format!("Your opponent has no {role} on the {file}-file."),
        (None, Some(rank)) => format!("Your opponent has no {role} on rank {rank}."),
        (Some(file), Some(rank)) => format!("Your opponent has no {role} on {file}{rank}."),
    }
}
