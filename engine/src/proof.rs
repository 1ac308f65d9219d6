//! [`Prover`]: whether a win is forced, by looking at every turn of both seats. For the duck games.
//!
//! Nothing is left out that could matter, so what it says is exact. A seat wins by taking the king, by the third check, or by having
//! no turn. It is fast enough for three turns because a reply that refutes a turn refutes it with every duck that leaves the reply
//! possible: the position after the reply is the same.

use std::time::Instant;

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
    /// When it ends by itself.
    end: Option<Instant>,
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

/// What the seat to move has: a win of its own, or something against that of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
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

    /// The same, if it is not to go on after a time.
    #[must_use]
    pub fn by(self, end: Option<Instant>) -> Self {
        Self { end, ..self }
    }

    /// Whether it has been stopped, or its time is over.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// In how many turns the seat to move wins, if it is few. A seat that cannot move has won, but not by a turn.
    pub fn wins_in(&mut self, position: &DuckPosition) -> Option<usize> {
        (1..=LONGEST).find(|&turns| matches!(self.win(position, turns), Some(Answer::Turn(_))))
    }

    /// Whether a legal turn wins in so many turns, itself the first of them.
    ///
    /// # Panics
    ///
    /// When that is none, or more than [`LONGEST`] after it.
    pub fn is_won_by(&mut self, position: &DuckPosition, turn: DuckTurn, turns: usize) -> bool {
        let after = position.play(turn);
        match after.result() {
            Some(result) => result.ending != RulesEnding::Fowled,
            None => self.is_lost(&after, turns - 1),
        }
    }

    /// Whether every turn of the seat to move lets the other win in so many turns.
    ///
    /// # Panics
    ///
    /// When that is more than [`LONGEST`].
    pub fn is_lost(&mut self, position: &DuckPosition, turns: usize) -> bool {
        turns > 0 && self.defence(position, turns).is_none()
    }

    /// How the seat to move wins in so many turns at most, whatever the other does.
    ///
    /// # Panics
    ///
    /// When that is more than [`LONGEST`].
    pub fn win(&mut self, position: &DuckPosition, turns: usize) -> Option<Answer> {
        if let Some(turn) = winning_now(position) {
            return Some(Answer::Turn(turn));
        }
        if turns <= 1 {
            return (!position.has_turn()).then_some(Answer::Fowled);
        }
        for turn in self.wins[turns].0.into_iter().flatten() {
            if position.is_legal(turn) && self.is_lost(&position.play(turn), turns - 1) {
                self.wins[turns].remember(turn);
                return Some(Answer::Turn(turn));
            }
        }
        if !position.has_turn() {
            return Some(Answer::Fowled);
        }
        let turn = self.winning_turns(position, turns, 1).into_iter().next()?;
        self.wins[turns].remember(turn);
        Some(Answer::Turn(turn))
    }

    /// The turns that win in so many turns, the game not being won at once; no more than `most`.
    ///
    /// # Panics
    ///
    /// When that is none, or more than [`LONGEST`] after the first.
    pub fn winning_turns(&mut self, position: &DuckPosition, turns: usize, most: usize) -> Vec<DuckTurn> {
        self.turns_without_answer(position, most, |prover, after| prover.defence(after, turns - 1))
    }

    /// The turns after which the other does not win in so many turns; no more than `most`.
    ///
    /// # Panics
    ///
    /// When that is more than [`LONGEST`].
    pub fn defences(&mut self, position: &DuckPosition, turns: usize, most: usize) -> Vec<DuckTurn> {
        self.turns_without_answer(position, most, |prover, after| prover.win(after, turns))
    }

    /// The turns that the other seat has no answer to; no more than `most`.
    fn turns_without_answer(
        &mut self,
        position: &DuckPosition,
        most: usize,
        answer: impl Fn(&mut Self, &DuckPosition) -> Option<Answer>,
    ) -> Vec<DuckTurn> {
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
                match answer(self, &after) {
                    None => found.extend(half.turn(Some(duck))),
                    Some(Answer::Turn(turn)) => {
                        ducks = spoiling(ducks, &after, turn, |duck| half.finish(Some(duck)));
                    }
                    Some(Answer::Fowled) => (),
                }
                if found.len() >= most {
                    return found;
                }
            }
        }
        found
    }

    /// What the seat to move has against a win of the other in so many turns, if anything.
    ///
    /// # Panics
    ///
    /// When that is more than [`LONGEST`].
    pub fn defence(&mut self, position: &DuckPosition, turns: usize) -> Option<Answer> {
        if let Some(turn) = winning_now(position) {
            return Some(Answer::Turn(turn));
        }
        for turn in self.defences[turns].0.into_iter().flatten() {
            if position.is_legal(turn) && self.win(&position.play(turn), turns).is_none() {
                self.defences[turns].remember(turn);
                return Some(Answer::Turn(turn));
            }
        }
        if !position.has_turn() {
            return Some(Answer::Fowled);
        }
        let turn = self.defences(position, turns, 1).into_iter().next()?;
        self.defences[turns].remember(turn);
        Some(Answer::Turn(turn))
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
