//! [`Prover`]: whether a win is forced, by looking at every turn of both seats.

use domain::rules::duck::{DuckPosition, DuckTurn};
use shakmaty::{Bitboard, Square};

/// The longest wins that are looked for.
pub const LONGEST: usize = 3;

/// How many turns of each kind are remembered.
const REMEMBERED: usize = 3;

/// Looks for forced wins. It leaves out nothing that could matter; what it remembers of other positions only says what is tried
/// first.
#[derive(Default)]
pub struct Prover {
    /// Turns that won lately, by how many turns are left.
    wins: [Lately; LONGEST + 1],
    /// Turns that defended lately.
    defences: [Lately; LONGEST + 1],
}

/// Turns that were good lately, the last of them first.
#[derive(Default)]
struct Lately([Option<DuckTurn>; REMEMBERED]);

impl Lately {
    fn remember(&mut self, turn: DuckTurn) {
        let place = self.0.iter().position(|&known| known == Some(turn)).unwrap_or(REMEMBERED - 1);
        self.0[place] = Some(turn);
        self.0[..=place].rotate_right(1);
    }
}

/// What the seat to move has against a win of the other.
enum Defence {
    None,
    Turn(DuckTurn),
    /// It cannot move, and has won by that.
    Fowled,
}

impl Prover {
    /// In how many turns the seat to move wins, if it is few. A seat that cannot move has won, but not by a turn.
    pub fn wins_in(&mut self, position: &DuckPosition) -> Option<usize> {
        (1..=LONGEST).find(|&turns| self.winning_turn(position, turns).is_some())
    }

    /// Whether every turn of the seat to move lets the other win in so many turns.
    pub fn is_lost(&mut self, position: &DuckPosition, turns: usize) -> bool {
        turns > 0 && matches!(self.defence(position, turns), Defence::None)
    }

    /// A turn that wins in so many turns at most, whatever the opponent does. That a seat that cannot move has won counts as a
    /// defence, but not as a win.
    fn winning_turn(&mut self, position: &DuckPosition, turns: usize) -> Option<DuckTurn> {
        if let Some(capture) = king_capture(position) {
            return Some(capture);
        }
        if turns <= 1 {
            return None;
        }
        for turn in self.wins[turns].0.into_iter().flatten() {
            if position.is_legal(turn) && self.is_lost(&position.play(turn), turns - 1) {
                self.wins[turns].remember(turn);
                return Some(turn);
            }
        }
        let found = position.piece_moves().into_iter().find_map(|piece_move| {
            let half = position.half_turn(piece_move);
            let mut ducks = half.duck_squares();
            while let Some(duck) = ducks.first() {
                ducks.discard(duck);
                match self.defence(&half.finish(Some(duck)), turns - 1) {
                    Defence::None => return half.turn(Some(duck)).ok(),
                    // The same turn defends wherever it is legal: it leads to the same position.
                    Defence::Turn(turn) => ducks = spoiling(ducks, |duck| half.finish(Some(duck)).is_legal(turn)),
                    Defence::Fowled => (),
                }
            }
            None
        });
        found.inspect(|&turn| self.wins[turns].remember(turn))
    }

    /// Looks for a turn after which the other does not win in so many turns.
    fn defence(&mut self, position: &DuckPosition, turns: usize) -> Defence {
        if let Some(capture) = king_capture(position) {
            return Defence::Turn(capture);
        }
        for turn in self.defences[turns].0.into_iter().flatten() {
            if position.is_legal(turn) && self.winning_turn(&position.play(turn), turns).is_none() {
                self.defences[turns].remember(turn);
                return Defence::Turn(turn);
            }
        }
        let moves = position.piece_moves();
        if moves.is_empty() {
            return Defence::Fowled;
        }
        let found = moves.into_iter().find_map(|piece_move| {
            let half = position.half_turn(piece_move);
            let mut ducks = half.duck_squares();
            while let Some(duck) = ducks.first() {
                ducks.discard(duck);
                match self.winning_turn(&half.finish(Some(duck)), turns) {
                    None => return half.turn(Some(duck)).ok(),
                    Some(win) => ducks = spoiling(ducks, |duck| half.finish(Some(duck)).is_legal(win)),
                }
            }
            None
        });
        match found {
            Some(turn) => {
                self.defences[turns].remember(turn);
                Defence::Turn(turn)
            }
            None => Defence::None,
        }
    }
}

/// A turn that captures the king.
fn king_capture(position: &DuckPosition) -> Option<DuckTurn> {
    let (board, color) = (position.board(), position.color());
    let blockers = board.occupied() | Bitboard::from_iter(position.duck());
    let king = board.king_of(!color)?;
    if board.attacks_to(king, color, blockers).is_empty() {
        return None;
    }
    let capture = position.piece_moves().into_iter().find(|piece_move| piece_move.captures_king())?;
    position.half_turn(capture).turn(None).ok()
}

/// The squares where the duck makes the answer impossible.
fn spoiling(ducks: Bitboard, is_legal_with: impl Fn(Square) -> bool) -> Bitboard {
    ducks.into_iter().filter(|&duck| !is_legal_with(duck)).collect()
}
