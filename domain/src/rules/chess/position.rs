//! [`ChessPosition`]: a position that can arise, and what is asked of it.

use shakmaty::{Bitboard, Color, Square};

use super::ChessTurn;
use crate::rules::check_status::CheckStatus;
use crate::rules::duck::DuckPosition;
use crate::rules::outcome::{Outcome, RulesEnding, RulesResult};
use crate::rules::seat::{Seat, Side};

/// A position of chess.
///
/// It is made from the start by legal turns, or read from a FEN. So each side has one king, and that of the side that is not to move
/// is not attacked. A square can be captured on en passant only where such a turn is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessPosition(DuckPosition);

impl ChessPosition {
    /// Where chess starts.
    pub const fn start() -> Self {
        Self(DuckPosition::start())
    }

    /// A position whose kings are as the type says.
    pub(super) fn new(pieces: DuckPosition) -> Self {
        let position = Self(pieces);
        if position.0.en_passant().is_some() && !position.has_en_passant() {
            return Self(position.0.without_en_passant());
        }
        position
    }

    /// The same as a position of Duck Chess, in which the duck has not come yet: what a board shows, and where pieces go if nobody
    /// minds their king.
    pub const fn pieces(&self) -> &DuckPosition {
        &self.0
    }

    /// Whose turn it is; when the game is over, whose it would be.
    pub const fn color(&self) -> Color {
        self.0.color()
    }

    /// Whose turn it is; when the game is over, whose it would be.
    pub const fn seat_to_move(&self) -> Seat {
        self.0.seat_to_move()
    }

    /// The king of the side to move, if it is in check.
    pub fn king_in_check(&self) -> Option<Square> {
        self.0.board().king_of(self.color()).filter(|&king| self.0.is_attacked(king, !self.color()))
    }

    /// The status of a seat. Only the seat to move can be in check, or without a turn.
    pub fn check_status(&self, seat: Seat) -> CheckStatus {
        if seat != self.seat_to_move() {
            return CheckStatus::Free;
        }
        match (self.king_in_check(), self.has_turn()) {
            (None, true) => CheckStatus::Free,
            (None, false) => CheckStatus::Stalemated,
            (Some(_), true) => CheckStatus::InCheck,
            (Some(_), false) => CheckStatus::Checkmated,
        }
    }

    /// How the game has ended here. In a dead position there are still turns, and files go on with them.
    ///
    /// ```
    /// use domain::rules::chess::ChessPosition;
    /// use domain::rules::outcome::{Outcome, RulesEnding};
    ///
    /// let stalemate: ChessPosition = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse().unwrap();
    /// let result = stalemate.result().unwrap();
    /// assert_eq!((result.outcome, result.ending), (Outcome::Draw, RulesEnding::Stalemate));
    /// ```
    pub fn result(&self) -> Option<RulesResult> {
        let draw = |ending| RulesResult { outcome: Outcome::Draw, ending };
        match (self.has_turn(), self.king_in_check()) {
            (false, Some(_)) => {
                let outcome = Outcome::Win(self.color().fold_wb(Side::BLACK, Side::WHITE));
                Some(RulesResult { outcome, ending: RulesEnding::Checkmate })
            }
            (false, None) => Some(draw(RulesEnding::Stalemate)),
            (true, _) => self.is_dead().then(|| draw(RulesEnding::DeadPosition)),
        }
    }

    /// Whether nobody has what it takes to mate: kings alone, with one knight, or with bishops all on squares of one colour.
    fn is_dead(&self) -> bool {
        let board = self.0.board();
        if (board.pawns() | board.rooks() | board.queens()).any() {
            return false;
        }
        let bishops = board.bishops();
        if board.knights().any() {
            return (board.knights() | bishops).count() == 1;
        }
        !(bishops.intersects(Bitboard::DARK_SQUARES) && bishops.intersects(Bitboard::LIGHT_SQUARES))
    }

    /// The position after a legal turn.
    ///
    /// The turn must come from this position, from [`read_turn`](Self::read_turn) or the legal turns: one of another position makes
    /// a position that no game reaches, though nothing panics.
    #[must_use]
    pub fn play(&self, turn: ChessTurn) -> Self {
        Self::new(self.0.half_turn(turn.piece_move()).without_duck())
    }
}

impl Default for ChessPosition {
    fn default() -> Self {
        Self::start()
    }
}
