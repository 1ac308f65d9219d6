//! Boards as pictures, and as data for the scripts that let a player move on them. Each rule system has its own; this is
//! the only place in the server that looks inside a position.

mod arrows;
mod data;
mod icon;
mod kind;
mod last_squares;
mod numbered;
pub mod pictures;
mod position_data;
mod round;
mod square;
mod turn_input;

use domain::correspondence::game::Game;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::turn::{Pattern, Turn};
use domain::rules::variant::Variant;
use shakmaty::Square;

use crate::wording::{SeatNames, board_labels};
pub use data::BoardData;
pub use icon::{SeatIcon, SeatMark, SeatToken};
pub use kind::{BoardKind, Rotation};
pub use last_squares::squares_of;
pub use numbered::numbered;
pub use round::{RoundBoard, figure_of};
pub use square::{SquareBoard, piece_of};
pub use turn_input::{Attempt, ParsedTurn};

/// A position drawn as somebody sees it.
pub enum BoardView {
    /// Of a duck game or of chess.
    Square(SquareBoard),
    /// Of Duchess.
    Round(RoundBoard),
}

impl BoardView {
    /// A position as a seat sees it, with the turn that led to it marked. `label` says it in words.
    pub fn new(position: &Position, last: Option<Turn>, seen_from: Seat, label: String) -> Self {
        match position {
            Position::Duck(position) => {
                let last = last.and_then(|turn| match turn {
                    Turn::Duck(turn) => Some(turn),
                    Turn::Duchess(_) | Turn::Chess(_) => None,
                });
                Self::Square(SquareBoard::new(position, last, seen_from, label))
            }
            Position::Chess(position) => {
                let last = last.and_then(|turn| match turn {
                    Turn::Chess(turn) => Some(turn),
                    Turn::Duck(_) | Turn::Duchess(_) => None,
                });
                Self::Square(SquareBoard::of_chess(position, last, seen_from, label))
            }
            Position::Duchess(position) => {
                let last = last.and_then(|turn| match turn {
                    Turn::Duchess(turn) => Some(turn),
                    Turn::Duck(_) | Turn::Chess(_) => None,
                });
                Self::Round(RoundBoard::seen_from(position, last, seen_from, label))
            }
        }
    }

    /// A game at a ply it has come to, as a seat sees it.
    pub fn at(game: &Game, ply: Ply, seen_from: Seat) -> Self {
        let position = game.position_at(ply).unwrap_or(game.position());
        let before = ply.previous().and_then(|before| game.position_at(before));
        let last = game.turn_before(ply).map(|turn| turn.turn);
        let to_move = game.seating().name(position.seat_to_move());
        let is_final = ply == game.ply() && game.conclusion().is_some();
        let label = match is_final {
            true => board_labels::FINAL_POSITION.to_owned(),
            false => board_labels::to_move(numbered(game, ply).as_deref(), to_move),
        };
        let board = Self::new(position, last, seen_from, label).coming_from(before);
        match board {
            Self::Round(board) if ply < game.ply() || game.conclusion().is_none() => Self::Round(board.with_turn()),
            board => board,
        }
    }

    /// The moment of a turn when the piece has moved and the duck is still to be; `None` where a turn has no such moment.
    pub fn half_way(before: &Position, turn: Turn, seen_from: Seat) -> Option<Self> {
        match (before, turn) {
            (Position::Duck(before), Turn::Duck(turn)) => {
                SquareBoard::half_way(before, turn, seen_from).map(Self::Square)
            }
            _ => None,
        }
    }

    /// A position as a seat sees it, with the turn or the piece move that led to it marked.
    pub fn after_pattern(position: &Position, last: Option<Pattern>, seen_from: Seat, label: String) -> Self {
        match (last, position) {
            (Some(Pattern::AnyDuck(piece_move)), Position::Duck(position)) => {
                Self::Square(SquareBoard::without_duck(position, piece_move, seen_from, label))
            }
            (Some(Pattern::Turn(turn)), _) => Self::new(position, Some(turn), seen_from, label),
            (Some(Pattern::AnyDuck(_)) | None, _) => Self::new(position, None, seen_from, label),
        }
    }

    /// The same, with what the previous position adds about the last turn: a faint mark where the duck was, if it has
    /// moved; on a round board the path of the piece.
    #[must_use]
    pub fn coming_from(self, before: Option<&Position>) -> Self {
        match (self, before) {
            (Self::Square(board), Some(Position::Duck(before))) => Self::Square(board.coming_from(before)),
            (Self::Round(board), Some(Position::Duchess(before))) => Self::Round(board.coming_from(before)),
            (board, _) => board,
        }
    }

    /// The same with arrows for turns that were not made, the one that matters most first.
    #[must_use]
    pub fn with_arrows(self, turns: &[Turn]) -> Self {
        let of_duck = |turn: &Turn| match turn {
            Turn::Duck(turn) => Some(*turn),
            Turn::Duchess(_) | Turn::Chess(_) => None,
        };
        let of_duchess = |turn: &Turn| match turn {
            Turn::Duchess(turn) => Some(*turn),
            Turn::Duck(_) | Turn::Chess(_) => None,
        };
        match self {
            Self::Square(board) => Self::Square(board.with_arrows(turns.iter().filter_map(of_duck))),
            Self::Round(board) => Self::Round(board.with_arrows(turns.iter().filter_map(of_duchess))),
        }
    }

    /// A diagram of any position of a square board, from White's side; `None` if the FEN cannot be read.
    pub fn illustration(fen: &str, marks: &[(&'static str, Square)], label: &str) -> Option<Self> {
        SquareBoard::illustration(fen, marks, label).map(Self::Square)
    }

    /// The same cut to so many files and ranks, up to 8, from the lower left corner; a round board cannot be cut.
    #[must_use]
    pub fn cut_to(self, squares: u16) -> Self {
        match self {
            Self::Square(board) => Self::Square(board.cut_to(squares)),
            Self::Round(board) => Self::Round(board),
        }
    }
}

/// What the marks of kings say to a player: `Your king on e8 can be captured.`
pub fn kings_in_reach_of(position: &Position, player: Seat) -> Vec<String> {
    match position {
        Position::Duck(position) => square::kings_in_reach_of(position, player),
        Position::Duchess(_) | Position::Chess(_) => Vec::new(),
    }
}

/// The picture of a kind of piece of a seat in the sprite of the pieces, if there is one, by the kind's letter.
pub fn piece_figure(variant: Variant, seat: Seat, letter: char) -> Option<&'static str> {
    match variant {
        Variant::Duck | Variant::ThreeCheckDuck | Variant::Chess => piece_of(seat, letter),
        Variant::Duchess(set_up) => figure_of(set_up, seat, letter),
    }
}

/// The picture of a seat: its king.
pub const fn seat_piece(seat: Seat) -> &'static str {
    if seat.index() == 0 { "wK" } else { "bK" }
}
