//! What the scripts need to let the player to move make a turn on the round board: the outline of every square, the pieces,
//! and every legal turn with the way it goes.

use std::collections::BTreeMap;

use domain::duchess::{DuchessPosition, DuchessTurn, Role, Way};
use domain::seat::Seat;
use serde::Serialize;

use super::round::{Turned, figure, seat_base};

/// A position for scripts.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RoundData {
    /// The flap at the lower edge, and the colour of the seat to move: `red`.
    flap: usize,
    to_move: &'static str,
    ply: u32,
    /// Whether the turn is not the player's own, but one that they prepare for.
    theirs: bool,
    /// By name: `1c2`.
    squares: BTreeMap<String, SquareData>,
    /// By square.
    pieces: BTreeMap<String, PieceData>,
    /// What a pawn may become on the Vortex, by letter: pieces of the seat that were taken.
    promotions: Vec<char>,
    moves: Vec<MoveData>,
}

#[derive(Serialize)]
struct SquareData {
    /// As a path of SVG.
    outline: String,
    /// The upper left corner of what stands there, and its size.
    x: i32,
    y: i32,
    size: i32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PieceData {
    role: char,
    figure: &'static str,
    own_figure: bool,
    colour: &'static str,
    base: String,
    /// Whether the seat to move may move it.
    own: bool,
}

#[derive(Serialize)]
struct MoveData {
    from: String,
    to: String,
    /// As it is sent; of a pawn on the Vortex without what it becomes.
    turn: String,
    capture: bool,
    /// The squares it goes over, the last its target; empty for a leap and for teleportation.
    path: Vec<String>,
    teleport: bool,
}

impl RoundData {
    /// The data of a position at a ply, with a seat's flap at the lower edge.
    pub fn new(position: &DuchessPosition, seen_from: Seat, ply: u32) -> Self {
        let set_up = position.set_up();
        let seating = set_up.seating();
        let flap = set_up.flap(seating.seat(seen_from.index()).unwrap_or(Seat::FIRST));
        let view = Turned::to(flap);
        let squares = set_up.squares().into_iter().map(|square| {
            let (x, y, size) = view.place(square);
            (square.to_string(), SquareData { outline: view.outline(square), x, y, size })
        });
        let pieces = position.board().pieces().map(|(square, piece)| {
            let (figure, own_figure) = figure(piece);
            let data = PieceData {
                role: piece.role.letter(),
                figure,
                own_figure,
                colour: set_up.colour(piece.seat),
                base: seat_base(seating, piece.seat),
                own: piece.seat == position.seat_to_move(),
            };
            (square.to_string(), data)
        });
        let mut moves = Vec::new();
        position.for_each_turn(|turn| moves.extend(turn.promotion().is_none().then(|| move_data(position, turn))));
        Self {
            flap: flap.number(),
            to_move: set_up.colour(position.seat_to_move()),
            ply,
            theirs: false,
            squares: squares.collect(),
            pieces: pieces.collect(),
            promotions: position.promotions().map(Role::letter).collect(),
            moves,
        }
    }

    /// The same for a turn that another player may make, and that the player prepares for.
    #[must_use]
    pub fn of_theirs(self, theirs: bool) -> Self {
        Self { theirs, ..self }
    }

    /// The data as it stands in a page: nothing in it can end the element it stands in.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string(self)?.replace('<', "\\u003c"))
    }
}

fn move_data(position: &DuchessPosition, turn: DuchessTurn) -> MoveData {
    let way = position.way(turn);
    let teleport = way == Way::Teleport;
    let path = if let Way::Path(path) = way { path } else { Vec::new() };
    MoveData {
        from: turn.from().to_string(),
        to: turn.to().to_string(),
        turn: turn.to_string(),
        capture: turn.capture().is_some(),
        path: path.iter().map(ToString::to_string).collect(),
        teleport,
    }
}
