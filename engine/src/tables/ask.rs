//! What the tables say of a position.

use std::ops::ControlFlow;

use domain::rules::duck::{DuckPosition, DuckTurn, PieceMove};
use shakmaty::{CastlingSide, Color, Square};

use super::ending::Placed;
use super::entry::Entry;
use super::{Tables, Verdict};

/// What the tables say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// How it ends.
    pub verdict: Verdict,
    /// A turn than which none is better; `None` if there is no turn to make.
    pub turn: Option<DuckTurn>,
}

/// The best piece move, and a good square for the duck, if the duck does not stand there already.
struct BestMove {
    verdict: Verdict,
    piece_move: PieceMove,
    duck: Option<Square>,
}

impl Tables {
    /// How a position of Duck Chess ends with best play, and a best turn. `None` where no table tells: of other men, in
    /// Three-Check Duck Chess, if a king may still castle or a pawn be captured en passant, and when the game is over because
    /// a king was captured.
    ///
    /// Draws that can be claimed are left aside.
    ///
    /// ```
    /// use domain::rules::duck::DuckPosition;
    /// use engine::tables::{Verdict, shipped};
    ///
    /// let position: DuckPosition = "8/8/8/3*4/8/1k6/8/K1Q5 w - - 0 1".parse().unwrap();
    /// assert!(matches!(shipped().ask(&position).unwrap().verdict, Verdict::Win { .. }));
    /// ```
    pub fn ask(&self, position: &DuckPosition) -> Option<Known> {
        let Some(BestMove { verdict, piece_move, duck }) = self.best_move(position)? else {
            return Some(Known { verdict: FOWLED, turn: None });
        };
        let half = position.half_turn(piece_move);
        let is_best = |&duck: &Square| {
            let after = self.verdict(&half.finish(Some(duck)));
            after.is_some_and(|after| after.turn_earlier() == verdict)
        };
        let must_leave = duck.is_some() && duck == position.duck();
        let duck = if must_leave { half.duck_squares().into_iter().find(is_best) } else { duck };
        Some(Known { verdict, turn: half.turn(duck).ok() })
    }

    /// How a position ends with best play: what [`ask`](Self::ask) says, without looking for a turn.
    pub fn verdict(&self, position: &DuckPosition) -> Option<Verdict> {
        Some(self.best_move(position)?.map_or(FOWLED, |best| best.verdict))
    }

    /// What [`verdict`](Self::verdict) says, but each piece move is looked up once for all positions that are asked with the same
    /// `known`: they must differ in nothing but the duck's square.
    pub(super) fn verdict_with(&self, position: &DuckPosition, known: &mut KnownMoves) -> Option<Verdict> {
        let look_up =
            |placed: &Placed, piece_move| known.entry(piece_move, || self.after(placed, piece_move, position.color()));
        Some(self.best_move_by(position, look_up)?.map_or(FOWLED, |best| best.verdict))
    }

    fn best_move(&self, position: &DuckPosition) -> Looked {
        self.best_move_by(position, |placed, piece_move| self.after(placed, piece_move, position.color()))
    }

    fn best_move_by(
        &self,
        position: &DuckPosition,
        mut look_up: impl FnMut(&Placed, PieceMove) -> Option<Entry>,
    ) -> Looked {
        if position.board().occupied().count() > self.most_men() || !is_plain(position) {
            return None;
        }
        let placed: Placed = position.board().iter().map(|(square, piece)| (piece, square)).collect();
        let mut best: Option<BestMove> = None;
        let looked_up = position.try_for_each_piece_move(|piece_move| {
            let (verdict, duck) = if piece_move.captures_king() {
                (Verdict::Win { plies: 1 }, None)
            } else {
                let Some(entry) = look_up(&placed, piece_move) else { return ControlFlow::Break(()) };
                (entry.verdict(position.duck()), Some(entry.duck()))
            };
            if best.as_ref().is_none_or(|best| verdict.rank() > best.verdict.rank()) {
                best = Some(BestMove { verdict, piece_move, duck });
            }
            ControlFlow::Continue(())
        });
        looked_up.is_continue().then_some(best)
    }

    /// What is known of the men after a piece move.
    fn after(&self, placed: &Placed, piece_move: PieceMove, color: Color) -> Option<Entry> {
        self.entry(&moved(placed, piece_move, color), !color)
    }
}

/// The outer `None`: no table tells. The inner one: there is no piece move.
type Looked = Option<Option<BestMove>>;

/// Who has no turn to make has won.
const FOWLED: Verdict = Verdict::Win { plies: 0 };

/// Whether a position is no more than men, the duck and who is to move, with both kings on the board.
fn is_plain(position: &DuckPosition) -> bool {
    position.checks_given().is_none()
        && position.en_passant().is_none()
        && Color::ALL.into_iter().all(|color| {
            position.board().king_of(color).is_some()
                && !CastlingSide::ALL.into_iter().any(|side| position.has_castling_right(color, side))
        })
}

/// The men after a piece move.
fn moved(placed: &Placed, piece_move: PieceMove, color: Color) -> Placed {
    let stays = |square| square != piece_move.from() && Some(square) != piece_move.capture_square();
    let mut after: Placed = placed.iter().copied().filter(|&(_, square)| stays(square)).collect();
    after.push((piece_move.promotion().unwrap_or(piece_move.role()).of(color), piece_move.to()));
    after
}

/// What each piece move leads to, for men that stay in place while the duck is put on one square after another.
#[derive(Default)]
pub(super) struct KnownMoves {
    moves: Vec<(PieceMove, Entry)>,
    /// Where the next one is looked for first: positions that differ in the duck's square alone have their moves in the same order.
    next: usize,
}

impl KnownMoves {
    /// The entry that a piece move leads to, looked up if it was not yet.
    pub fn entry(&mut self, piece_move: PieceMove, look_up: impl FnOnce() -> Option<Entry>) -> Option<Entry> {
        let is_this = |(known, _): &(PieceMove, Entry)| *known == piece_move;
        if !self.moves.get(self.next).is_some_and(is_this) {
            self.next = self.moves.iter().position(is_this).unwrap_or(self.moves.len());
        }
        if self.next == self.moves.len() {
            self.moves.push((piece_move, look_up()?));
        }
        let (_, entry) = self.moves[self.next];
        self.next += 1;
        Some(entry)
    }
}
