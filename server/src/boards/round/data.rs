//! What the scripts need to let the player to move make a turn on the round board: the position, every legal turn, and how
//! each goes. Where the squares are they see in the drawing.

use std::collections::BTreeMap;

use domain::rules::duchess::{DuchessPosition, DuchessTurn, MovePath, Piece};
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use serde::Serialize;

use super::{COLOURS, RoundBoard, figure, flap_of, token_shape};

/// The position with its legal turns.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RoundData {
    round: bool,
    /// The colour at the bottom.
    orientation: &'static str,
    to_move: &'static str,
    /// The shapes of the tokens by colour.
    shapes: BTreeMap<&'static str, &'static str>,
    variant: &'static str,
    fen: String,
    /// Colour and figure by square: `red wR`.
    pieces: BTreeMap<String, String>,
    in_check: Vec<String>,
    /// What a pawn may become on the Vortex.
    promotions: Vec<char>,
    ply: u32,
    /// Whether the turn is not the player's own, but one that they prepare for.
    theirs: bool,
    moves: Vec<MoveData>,
}

#[derive(Serialize)]
struct MoveData {
    from: String,
    to: String,
    kind: &'static str,
    /// The squares that are passed, the last included; none for a leap or a teleportation.
    way: Vec<String>,
    capture: Option<String>,
}

impl RoundData {
    /// The data of a position at a ply, as a seat sees it.
    pub fn new(position: &DuchessPosition, seen_from: Seat, ply: u32) -> Self {
        let set_up = position.set_up();
        let mut moves = Vec::new();
        // What a pawn becomes is chosen afterwards.
        position.for_each_turn(|turn| {
            if turn.promotion().is_none() {
                moves.push(move_data(position, turn));
            }
        });
        Self {
            round: true,
            orientation: COLOURS[flap_of(set_up, seen_from).index()],
            to_move: set_up.colour(position.seat_to_move()),
            shapes: set_up.seating().seats().map(|seat| (set_up.colour(seat), token_shape(set_up, seat))).collect(),
            variant: Variant::Duchess(set_up).key(),
            fen: position.to_string(),
            pieces: position.board().pieces().map(|(at, piece)| (at.to_string(), name(position, piece))).collect(),
            in_check: Vec::new(),
            promotions: position.promotions().map(|role| role.letter()).collect(),
            ply,
            theirs: false,
            moves,
        }
    }

    /// The same with the kings that are marked on the board it belongs to.
    #[must_use]
    pub fn marked_as(self, board: &RoundBoard) -> Self {
        Self { in_check: board.checks().iter().map(|mark| mark.square.to_string()).collect(), ..self }
    }

    /// The same for a turn that another seat may make, and that the player prepares for.
    #[must_use]
    pub fn of_theirs(self, theirs: bool) -> Self {
        Self { theirs, ..self }
    }
}

fn name(position: &DuchessPosition, piece: Piece) -> String {
    let set_up = position.set_up();
    format!("{} {}", set_up.colour(piece.seat), figure(set_up, piece))
}

fn move_data(position: &DuchessPosition, turn: DuchessTurn) -> MoveData {
    let (kind, way) = match position.path(turn) {
        MovePath::Squares(way) => ("line", way),
        MovePath::Leap => ("leap", Vec::new()),
        MovePath::Teleport => ("teleport", Vec::new()),
    };
    MoveData {
        from: turn.from().to_string(),
        to: turn.to().to_string(),
        kind,
        way: way.iter().map(ToString::to_string).collect(),
        capture: position.board().piece_at(turn.to()).map(|piece| name(position, piece)),
    }
}
