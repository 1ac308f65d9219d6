//! [`Prover`]: whether a win is forced, by looking at every turn of both seats. For the duck games.
//!
//! Nothing is left out that could matter, so what it says is exact. A seat wins by taking the king, by the third check, or by having
//! no turn. It is fast enough for three turns because a reply that refutes a turn refutes it with every duck that leaves the reply
//! possible: the position after the reply is the same.

use domain::rules::duck::{CHECKS_TO_WIN, DuckPosition, DuckTurn};
use domain::rules::outcome::RulesEnding;
use shakmaty::{Bitboard, Square};

use crate::limits::Stop;

/// The longest wins that [`Prover::wins_in`] looks for.
pub const LONGEST: usize = 3;

/// How many turns of each kind are remembered.
const REMEMBERED: usize = 4;

/// Looks for forced wins. What it remembers of other positions only says what is tried first.
#[derive(Default)]
pub struct Prover {
    /// Turns that won lately, by how many turns are left.
    wins: [Lately; LONGEST + 1],
    /// Turns that defended lately.
    defences: [Lately; LONGEST + 1],
    /// Ends it from outside.
    stop: Stop,
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

/// How the seat to move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Win {
    /// By this turn.
    Turn(DuckTurn),
    /// It cannot move, and has won by that.
    Fowled,
}

/// What the seat to move has against a win of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// Nothing: every turn loses.
    None,
    /// This turn.
    Turn(DuckTurn),
    /// It cannot move, and has won by that.
    Fowled,
}

impl Prover {
    /// A prover that another thread can stop. What it says after that proves nothing.
    pub fn until(stop: Stop) -> Self {
        Self { stop, ..Self::default() }
    }

    /// Whether it has been stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// In how many turns the seat to move wins, if it is few. A seat that cannot move has won, but not by a turn.
    pub fn wins_in(&mut self, position: &DuckPosition) -> Option<usize> {
        (1..=LONGEST).find(|&turns| matches!(self.win(position, turns), Some(Win::Turn(_))))
    }

    /// Whether a legal turn wins in so many turns, itself the first of them.
    pub fn is_won_by(&mut self, position: &DuckPosition, turn: DuckTurn, turns: usize) -> bool {
        let after = position.play(turn);
        match after.result() {
            Some(result) => result.ending != RulesEnding::Fowled,
            None => self.is_lost(&after, turns - 1),
        }
    }

    /// Whether every turn of the seat to move lets the other win in so many turns.
    pub fn is_lost(&mut self, position: &DuckPosition, turns: usize) -> bool {
        turns > 0 && self.defence(position, turns) == Defence::None
    }

    /// How the seat to move wins in so many turns at most, whatever the other does.
    pub fn win(&mut self, position: &DuckPosition, turns: usize) -> Option<Win> {
        if let Some(turn) = winning_now(position) {
            return Some(Win::Turn(turn));
        }
        if turns <= 1 {
            return (!position.has_turn()).then_some(Win::Fowled);
        }
        for turn in self.wins[turns].0.into_iter().flatten() {
            if position.is_legal(turn) && self.is_lost(&position.play(turn), turns - 1) {
                self.wins[turns].remember(turn);
                return Some(Win::Turn(turn));
            }
        }
        if !position.has_turn() {
            return Some(Win::Fowled);
        }
        let turn = self.winning_turns(position, turns, 1).into_iter().next()?;
        self.wins[turns].remember(turn);
        Some(Win::Turn(turn))
    }

    /// The turns that win in so many turns, the game not being won at once; no more than `most`.
    pub fn winning_turns(&mut self, position: &DuckPosition, turns: usize, most: usize) -> Vec<DuckTurn> {
        let mut found = Vec::new();
        for piece_move in position.piece_moves() {
            if self.is_stopped() {
                break;
            }
            let half = position.half_turn(piece_move);
            let mut ducks = half.duck_squares();
            while let Some(duck) = ducks.first() {
                ducks.discard(duck);
                let after = half.finish(Some(duck));
                match self.defence(&after, turns - 1) {
                    Defence::None => found.extend(half.turn(Some(duck))),
                    Defence::Turn(turn) => ducks = spoiling(ducks, &after, turn, |duck| half.finish(Some(duck))),
                    Defence::Fowled => (),
                }
                if found.len() >= most {
                    return found;
                }
            }
        }
        found
    }

    /// The turns after which the other does not win in so many turns; no more than `most`.
    pub fn defences(&mut self, position: &DuckPosition, turns: usize, most: usize) -> Vec<DuckTurn> {
        let mut found = Vec::new();
        for piece_move in position.piece_moves() {
            if self.is_stopped() {
                break;
            }
            let half = position.half_turn(piece_move);
            let mut ducks = half.duck_squares();
            while let Some(duck) = ducks.first() {
                ducks.discard(duck);
                let after = half.finish(Some(duck));
                match self.win(&after, turns) {
                    None => found.extend(half.turn(Some(duck))),
                    Some(Win::Turn(win)) => ducks = spoiling(ducks, &after, win, |duck| half.finish(Some(duck))),
                    Some(Win::Fowled) => (),
                }
                if found.len() >= most {
                    return found;
                }
            }
        }
        found
    }

    /// Looks for a turn after which the other does not win in so many turns.
    pub fn defence(&mut self, position: &DuckPosition, turns: usize) -> Defence {
        if let Some(turn) = winning_now(position) {
            return Defence::Turn(turn);
        }
        for turn in self.defences[turns].0.into_iter().flatten() {
            if position.is_legal(turn) && self.win(&position.play(turn), turns).is_none() {
                self.defences[turns].remember(turn);
                return Defence::Turn(turn);
            }
        }
        if !position.has_turn() {
            return Defence::Fowled;
        }
        match self.defences(position, turns, 1).first() {
            Some(&turn) => {
                self.defences[turns].remember(turn);
                Defence::Turn(turn)
            }
            None => Defence::None,
        }
    }
}

/// A turn that captures the king or gives the third check.
pub fn winning_now(position: &DuckPosition) -> Option<DuckTurn> {
    king_capture(position).or_else(|| third_check(position))
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

/// A turn that gives the third check, if two have been given.
pub(crate) fn third_check(position: &DuckPosition) -> Option<DuckTurn> {
    let color = position.color();
    if position.checks_given()?[color] + 1 < CHECKS_TO_WIN {
        return None;
    }
    position.piece_moves().into_iter().find_map(|piece_move| {
        let half = position.half_turn(piece_move);
        let board = half.board();
        let king = board.king_of(!color)?;
        if board.attacks_to(king, color, board.occupied()).is_empty() {
            return None;
        }
        let is_check = |&duck: &Square| board.attacks_to(king, color, board.occupied() | Bitboard::from(duck)).any();
        let duck = half.duck_squares().into_iter().find(is_check)?;
        half.turn(Some(duck)).ok()
    })
}

/// The squares where the duck makes the answer impossible, or where another check is counted, so that the answer leads to another
/// position.
pub fn spoiling(
    ducks: Bitboard,
    answered: &DuckPosition,
    answer: DuckTurn,
    with_duck: impl Fn(Square) -> DuckPosition,
) -> Bitboard {
    let is_spoilt = |duck: &Square| {
        let after = with_duck(*duck);
        after.checks_given() != answered.checks_given() || !after.is_legal(answer)
    };
    ducks.into_iter().filter(is_spoilt).collect()
}
