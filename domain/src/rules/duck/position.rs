//! [`DuckPosition`]: a position that can arise, and what is asked of it.

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingSide, Color, Role, Square};

use super::moves::corner;
use super::{DuckTurn, HalfTurn, PieceMove};
use crate::rules::outcome::{Outcome, RulesEnding, RulesResult};
use crate::rules::seat::{Seat, Side};

/// How many checks win Three-Check Duck Chess.
pub const CHECKS_TO_WIN: u8 = 3;

/// A position of Duck Chess or of Three-Check Duck Chess.
///
/// It is made from the start by legal turns, or from a checked [`DuckFen`](super::DuckFen); so each side has at most
/// sixteen pieces, eight of them pawns, and one king, or none when it has just been captured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuckPosition {
    pub(super) board: Board,
    pub(super) duck: Option<Square>,
    pub(super) color: Color,
    /// The squares of the rooks that may still castle.
    pub(super) castling: Bitboard,
    /// The square behind a pawn that has just made a double step, only where it can be captured there.
    pub(super) en_passant: Option<Square>,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: NonZeroU32,
    /// The checks each side has given, where they are counted.
    pub(super) checks: Option<ByColor<u8>>,
}

impl DuckPosition {
    /// Where Duck Chess starts: as chess does, without a duck.
    pub const fn start() -> Self {
        Self {
            board: Board::new(),
            duck: None,
            color: Color::White,
            castling: Bitboard::CORNERS,
            en_passant: None,
            halfmoves: 0,
            fullmoves: NonZeroU32::MIN,
            checks: None,
        }
    }

    /// Where Three-Check Duck Chess starts.
    pub const fn three_check_start() -> Self {
        Self { checks: Some(ByColor { black: 0, white: 0 }), ..Self::start() }
    }

    /// The pieces.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Where the duck is: nowhere before the first turn.
    pub const fn duck(&self) -> Option<Square> {
        self.duck
    }

    /// Whose turn it is; when the game is over, whose it would be.
    pub const fn color(&self) -> Color {
        self.color
    }

    /// Whose turn it is; when the game is over, whose it would be.
    pub const fn seat_to_move(&self) -> Seat {
        match self.color {
            Color::White => Seat::WHITE,
            Color::Black => Seat::BLACK,
        }
    }

    /// Whether neither the king nor this rook has moved, nor been captured.
    pub const fn has_castling_right(&self, color: Color, side: CastlingSide) -> bool {
        self.castling.contains(corner(color, side))
    }

    /// Where a pawn can be captured en passant now.
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Turns since the last capture or pawn move, of both seats together.
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmoves
    }

    /// 1 for the first turn of White and of Black, and so on.
    pub const fn fullmove_number(&self) -> NonZeroU32 {
        self.fullmoves
    }

    /// The checks each side has given; `None` in Duck Chess, where they are not counted.
    pub const fn checks_given(&self) -> Option<ByColor<u8>> {
        self.checks
    }

    /// How the game has ended here by the rules alone; draws are for the players to claim or to agree on.
    ///
    /// ```
    /// use domain::rules::duck::DuckPosition;
    /// use domain::rules::outcome::RulesEnding;
    ///
    /// let fowled: DuckPosition = "7k/8/8/8/8/p1p5/P*P5/KB6 w - - 0 1".parse().unwrap();
    /// assert_eq!(fowled.result().unwrap().ending, RulesEnding::Fowled);
    /// assert_eq!(DuckPosition::start().result(), None);
    /// ```
    pub fn result(&self) -> Option<RulesResult> {
        let win = |color: Color, ending| RulesResult {
            outcome: Outcome::Win(color.fold_wb(Side::WHITE, Side::BLACK)),
            ending,
        };
        if !self.board.kings().intersects(self.board.by_color(self.color)) {
            Some(win(!self.color, RulesEnding::KingCaptured))
        } else if self.has_third_check() {
            Some(win(!self.color, RulesEnding::ThirdCheck))
        } else if !self.has_turn() {
            Some(win(self.color, RulesEnding::Fowled))
        } else {
            None
        }
    }

    /// Whether the last turn captured the king or gave the third check.
    pub(super) fn is_decided(&self) -> bool {
        !self.board.kings().intersects(self.board.by_color(self.color)) || self.has_third_check()
    }

    fn has_third_check(&self) -> bool {
        self.checks.is_some_and(|given| given[!self.color] >= CHECKS_TO_WIN)
    }

    /// Whether this turn can be made here.
    pub fn is_legal(&self, turn: DuckTurn) -> bool {
        self.is_legal_piece_move(turn.piece_move)
            && match turn.duck {
                None => turn.captures_king(),
                Some(square) => {
                    !turn.captures_king() && turn.piece_move.emptied_from(!self.blockers()).contains(square)
                }
            }
    }

    /// Whether this piece move can be made here.
    pub fn is_legal_piece_move(&self, piece_move: PieceMove) -> bool {
        let is_it = |legal| if legal == piece_move { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.try_for_each_piece_move(is_it).is_break()
    }

    /// The position after a legal piece move, with the duck still to be moved.
    ///
    /// The move must come from this position: of another it makes a position that no game reaches.
    pub fn half_turn(&self, piece_move: PieceMove) -> HalfTurn {
        HalfTurn::new(self, piece_move)
    }

    /// The position after a legal turn.
    ///
    /// The turn must come from this position, from [`read_turn`](Self::read_turn) or the legal turns: one of another
    /// position makes a position that no game reaches, though nothing panics.
    pub fn play(&self, turn: DuckTurn) -> Self {
        self.half_turn(turn.piece_move).finish(turn.duck)
    }

    /// The same pieces with the other seat to move, and no duck: what a search looks at to see what is threatened. No turn
    /// leads to it, for nobody may pass.
    #[must_use]
    pub fn pass(&self) -> Self {
        Self { duck: None, color: !self.color, en_passant: None, halfmoves: 0, ..self.clone() }
    }

    /// The same without the right to capture en passant.
    pub(in crate::rules) fn without_en_passant(self) -> Self {
        Self { en_passant: None, ..self }
    }

    /// What has been captured from each side, counted from the usual sixteen pieces; a promoted pawn is no pawn captured:
    /// it stands for the pawn that it was.
    pub fn captured(&self) -> ByColor<ByRole<u8>> {
        self.board.material().zip(Board::new().material()).map(|(left, start)| {
            let mut taken = left.zip(start).map(|(left, start)| start.saturating_sub(left));
            let promoted: u8 = Role::ALL
                .into_iter()
                .filter(|&role| role != Role::Pawn)
                .map(|role| left[role].saturating_sub(start[role]))
                .sum();
            taken.pawn = taken.pawn.saturating_sub(promoted);
            taken
        })
    }

    /// The kings that the other side could capture if it were to move now: the king of the seat to move, if this turn does
    /// not save it, and the other, if this turn does not capture it. There is no check in the duck games, so this forbids
    /// nothing; pages mark these squares. None once a king has been captured.
    ///
    /// ```
    /// use domain::rules::duck::DuckPosition;
    /// use shakmaty::Square;
    ///
    /// let attacked: DuckPosition = "4k3/8/8/8/*7/8/8/K3R3 b - - 0 1".parse().unwrap();
    /// assert_eq!(attacked.kings_in_reach(), Square::E8.into());
    /// let guarded: DuckPosition = "4k3/8/4*3/8/8/8/8/K3R3 b - - 0 1".parse().unwrap();
    /// assert!(guarded.kings_in_reach().is_empty());
    /// ```
    pub fn kings_in_reach(&self) -> Bitboard {
        let king = |color| self.board.king_of(color).map(|square| (color, square));
        let (Some(white), Some(black)) = (king(Color::White), king(Color::Black)) else { return Bitboard::EMPTY };
        let in_reach = |&(color, square): &(Color, Square)| self.is_attacked(square, !color);
        [white, black].into_iter().filter(in_reach).map(|(_, square)| square).collect()
    }

    /// Whether a piece of this colour attacks the square, with the duck where it is.
    pub(in crate::rules) fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.board.attacks_to(square, by, self.blockers()).any()
    }

    /// Everything that stands in the way: the pieces and the duck.
    pub(super) fn blockers(&self) -> Bitboard {
        self.board.occupied() | Bitboard::from_iter(self.duck)
    }
}

impl Default for DuckPosition {
    fn default() -> Self {
        Self::start()
    }
}
