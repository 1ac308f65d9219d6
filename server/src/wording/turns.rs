//! Turns as they are said, and why one cannot be made.

use domain::rules::chess::ChessTurn;
use domain::rules::duchess::DuchessTurn;
use domain::rules::duck::{DuckTurn, PieceMove};
use domain::rules::turn::{Turn, TurnError};
use shakmaty::CastlingSide;

use super::board::place;
use super::pieces::{duchess_piece, piece};
use super::{chess_turns, duchess_turns, duck_turns};

/// Why a turn of the reader's cannot be made.
pub fn turn(error: &TurnError) -> String {
    match error {
        TurnError::Duck(error) => duck_turns::own(error),
        TurnError::Duchess(error) => duchess_turns::own(error),
        TurnError::Chess(error) => chess_turns::own(error),
    }
}

/// Why a turn cannot be made that the reader prepares for: not theirs, but another player's.
pub fn turn_of_another(error: &TurnError) -> String {
    match error {
        TurnError::Duck(error) => duck_turns::of_opponent(error),
        TurnError::Duchess(error) => duchess_turns::of_another(error),
        TurnError::Chess(error) => chess_turns::of_opponent(error),
    }
}

/// A turn to be heard: `knight g1 to f3, duck to e5`, `queen 1c2 takes the rook on 4c5`.
pub fn in_words(turn: Turn) -> String {
    match turn {
        Turn::Duck(turn) => duck_turn(turn),
        Turn::Duchess(turn) => duchess_turn(turn),
        Turn::Chess(turn) => piece_move(ChessTurn::piece_move(turn)),
    }
}

fn duck_turn(turn: DuckTurn) -> String {
    let piece_move = piece_move(turn.piece_move());
    match turn.duck() {
        Some(square) => format!("{piece_move}, duck to {square}"),
        None => piece_move,
    }
}

/// A piece move to be heard: `knight g1 to f3`.
fn piece_move(piece_move: PieceMove) -> String {
    match piece_move.castling() {
        Some(CastlingSide::KingSide) => "castling on the king’s side".to_owned(),
        Some(CastlingSide::QueenSide) => "castling on the queen’s side".to_owned(),
        None => moved(piece_move, piece(piece_move.role()).one),
    }
}

/// The same alone: `Knight g1 to f3`.
pub fn piece_move_alone(piece_move: PieceMove) -> String {
    match piece_move.castling() {
        Some(CastlingSide::KingSide) => "Castling on the king’s side".to_owned(),
        Some(CastlingSide::QueenSide) => "Castling on the queen’s side".to_owned(),
        None => moved(piece_move, piece(piece_move.role()).one_first),
    }
}

fn moved(piece_move: PieceMove, mover: &str) -> String {
    let (from, to) = (piece_move.from(), piece_move.to());
    let capture = piece_move.capture().zip(piece_move.capture_square());
    let moves = match capture {
        Some((taken, square)) if piece_move.is_en_passant() => {
            format!("{mover} {from} takes the {} on {square} in passing", piece(taken).one)
        }
        Some((taken, square)) => format!("{mover} {from} takes the {} on {square}", piece(taken).one),
        None => format!("{mover} {from} to {to}"),
    };
    match piece_move.promotion() {
        Some(role) => format!("{moves} and becomes {}", piece(role).a),
        None => moves,
    }
}

/// A turn of Duchess alone, with whose piece it takes: `Knight 1b2 takes Green’s pawn on 1c4`.
pub fn duchess_turn_alone(turn: DuchessTurn, takes_from: Option<&str>, teleports: bool) -> String {
    let mover = duchess_piece(turn.role()).one_first;
    let (from, to) = (place(turn.from()), place(turn.to()));
    let moves = match (turn.capture().zip(takes_from), teleports) {
        (Some((taken, owner)), true) => {
            format!("{mover} {from} teleports and takes {owner}’s {} on {to}", duchess_piece(taken).one)
        }
        (Some((taken, owner)), false) => {
            format!("{mover} {from} takes {owner}’s {} on {to}", duchess_piece(taken).one)
        }
        (None, true) => format!("{mover} {from} teleports to {to}"),
        (None, false) => format!("{mover} {from} to {to}"),
    };
    match turn.promotion() {
        Some(role) => format!("{moves} and becomes {}", duchess_piece(role).a),
        None => moves,
    }
}

fn duchess_turn(turn: DuchessTurn) -> String {
    let (mover, from, to) = (duchess_piece(turn.role()).one, turn.from(), turn.to());
    let moves = match turn.capture() {
        Some(taken) => format!("{mover} {from} takes the {} on {to}", duchess_piece(taken).one),
        None => format!("{mover} {from} to {to}"),
    };
    match turn.promotion() {
        Some(role) => format!("{moves} and becomes {}", duchess_piece(role).a),
        None => moves,
    }
}
