//! What the scripts need to let the player to move make a turn on the round board: the position, every legal turn, and
//! how each goes. They take the squares' places from the drawing.

use std::collections::BTreeMap;

use domain::rules::duchess::{DuchessPosition, DuchessTurn, MovePath, Piece, Role, Square};
use domain::rules::seat::Seat;

use super::{COLOURS, figure, flap_of, token_shape};
use crate::boards::data::{BoardData, Features, MoveData};
use crate::wording::{self, SeatNames};

/// The data of a position, as a seat sees it.
pub fn data(position: &DuchessPosition, seen_from: Seat) -> BoardData {
    let set_up = position.set_up();
    let mut moves = Vec::new();
    position.for_each_turn(|turn| moves.push(move_data(position, turn)));
    // To stay a pawn is offered last.
    moves.sort_by_key(|one| one.promotion.is_none());
    BoardData {
        shape: "round",
        features: Features { duck: false },
        variant: "",
        fen: String::new(),
        ply: 0,
        orientation: COLOURS[flap_of(set_up, seen_from).index()],
        to_move: set_up.colour(position.seat_to_move()),
        theirs: false,
        pieces: position.board().pieces().map(|(at, piece)| (at.to_string(), code(position, piece))).collect(),
        duck: None,
        marked: Vec::new(),
        cursor: position.king(position.seat_to_move()).unwrap_or(Square::VORTEX).to_string(),
        shapes: set_up.seating().seats().map(|seat| (set_up.colour(seat), token_shape(set_up, seat))).collect(),
        moves,
        names: BTreeMap::new(),
        titles: BTreeMap::new(),
        kinds: BTreeMap::new(),
        words: wording::board::ROUND,
    }
}

/// Colour and figure: `red wR`.
fn code(position: &DuchessPosition, piece: Piece) -> String {
    let set_up = position.set_up();
    format!("{} {}", set_up.colour(piece.seat), figure(set_up, piece))
}

/// Of a piece by its code and its kind's letter: `red rook`, `rook`.
pub fn name(code: &str, letter: char) -> String {
    let colour = code.split(' ').next().unwrap_or_default();
    let kind = wording::piece_of_letter(letter).map_or("", |names| names.one);
    format!("{colour} {kind}")
}

/// Of a piece by its code, as its token is titled: `Red rook`.
pub fn title(position: &DuchessPosition, code: &str) -> String {
    let set_up = position.set_up();
    let seat = set_up.seating().seats().find(|&seat| code.starts_with(set_up.colour(seat)));
    let kind = code.chars().next_back().and_then(wording::piece_of_letter).map_or("", |names| names.one);
    seat.map_or_else(String::new, |seat| wording::titled(set_up.seating().name(seat), kind))
}

fn move_data(position: &DuchessPosition, turn: DuchessTurn) -> MoveData {
    let (teleports, way) = match position.path(turn) {
        MovePath::Squares(way) => (false, way),
        MovePath::Leap => (false, Vec::new()),
        MovePath::Teleport => (true, Vec::new()),
    };
    let takes_from = position.board().piece_at(turn.to()).map(|taken| position.set_up().seating().name(taken.seat));
    MoveData {
        from: turn.from().to_string(),
        to: turn.to().to_string(),
        text: turn.to_string(),
        words: wording::duchess_turn_alone(turn, takes_from, teleports),
        promotion: turn.promotion().map(Role::letter),
        ends: false,
        castle: None,
        en_passant: None,
        way: way.iter().map(ToString::to_string).collect(),
        teleports,
    }
}
