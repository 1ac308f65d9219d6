//! [`verify`]: proves that a puzzle has the one solution that it says, and that its refutations refute.

use std::collections::HashMap;

use domain::rules::duck::{DuckPosition, DuckTurn};
use domain::rules::outcome::RulesEnding;
use domain::rules::position::Position;
use domain::rules::puzzle::{Goal, Puzzle, Verdict};
use domain::rules::turn::Turn;

use crate::proof::{LONGEST, Prover};

/// What is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// It is of a variant that nothing is proved for.
    #[error("this is no duck game")]
    Variant,
    /// It is longer than anything that is proved: see [`LONGEST`].
    #[error("it takes more than {LONGEST} turns")]
    TooLong,
    /// It is won sooner than it says, or the king can be taken at once.
    #[error("it ends sooner")]
    Sooner,
    /// The solution does not reach the goal.
    #[error("{0} does not reach the goal")]
    Solution(String),
    /// The line does not end as the goal says.
    #[error("the line does not end the game")]
    End,
    /// This turn reaches the goal too, or nothing proves that it does not.
    #[error("nothing refutes {0}")]
    Try(String),
}

/// Proves a puzzle: every turn of every task, and every reply to the solution.
///
/// # Errors
/// What is not as the puzzle says.
pub fn verify(puzzle: &Puzzle, prover: &mut Prover) -> Result<(), Flaw> {
    let (Goal::Win { turns } | Goal::Save { turns }) = puzzle.goal();
    if turns as usize > LONGEST {
        return Err(Flaw::TooLong);
    }
    for task in 0..puzzle.goal().tasks() {
        let (Some(Position::Duck(position)), Some(Turn::Duck(solution))) =
            (puzzle.position(task), puzzle.solution(task))
        else {
            return Err(Flaw::Variant);
        };
        let claim = Claim { puzzle, task, position, solution };
        match puzzle.goal() {
            Goal::Win { turns } => claim.wins_in(turns as usize - task, prover)?,
            Goal::Save { turns } => claim.saves_in(turns as usize, prover)?,
        }
    }
    let ends = puzzle.positions().last().is_some_and(|last| last.result().is_some());
    match puzzle.goal() {
        Goal::Win { .. } if !ends => Err(Flaw::End),
        _ => Ok(()),
    }
}

/// What a puzzle says of one task.
struct Claim<'a> {
    puzzle: &'a Puzzle,
    task: usize,
    position: &'a DuckPosition,
    solution: DuckTurn,
}

impl Claim<'_> {
    fn wins_in(&self, turns: usize, prover: &mut Prover) -> Result<(), Flaw> {
        if prover.win(self.position, turns - 1).is_some() {
            return Err(Flaw::Sooner);
        }
        if !prover.is_lost(&self.position.play(self.solution), turns - 1) {
            return Err(Flaw::Solution(self.solution.to_string()));
        }
        // After the reply there must be no win in the turns that are left.
        self.each_try(|after| prover.win(after, turns - 1).is_none())
    }

    fn saves_in(&self, turns: usize, prover: &mut Prover) -> Result<(), Flaw> {
        if prover.win(self.position, 1).is_some() {
            return Err(Flaw::Sooner);
        }
        if prover.win(&self.position.play(self.solution), turns).is_some() {
            return Err(Flaw::Solution(self.solution.to_string()));
        }
        // The reply must win, with the turns that are left after it.
        self.each_try(|after| is_decided(after) || turns > 1 && prover.is_lost(after, turns - 1))
    }

    /// Looks at each turn that is not the solution, and whether the position after its refutation is as it must be.
    fn each_try(&self, mut is_refuted: impl FnMut(&DuckPosition) -> bool) -> Result<(), Flaw> {
        let mut known: HashMap<(String, Option<[u8; 2]>), bool> = HashMap::new();
        for piece_move in self.position.piece_moves() {
            known.clear();
            let half = self.position.half_turn(piece_move);
            for turn in half.duck_squares().into_iter().filter_map(|duck| half.turn(Some(duck)).ok()) {
                if turn == self.solution {
                    continue;
                }
                let flaw = || Flaw::Try(turn.to_string());
                let after = self.position.play(turn);
                match self.puzzle.judge(self.task, Turn::Duck(turn)) {
                    Some(Verdict::Wrong { reply: Some(Turn::Duck(reply)) }) => {
                        // The reply leads to the same position, wherever the duck was, but for checks.
                        let checks = after.checks_given().map(|given| [given.white, given.black]);
                        let refuted = || is_refuted(&after.play(reply));
                        if !*known.entry((reply.to_string(), checks)).or_insert_with(refuted) {
                            return Err(flaw());
                        }
                    }
                    // Whoever cannot move has won.
                    Some(Verdict::Wrong { reply: None }) if after.result().is_some() => (),
                    _ => return Err(flaw()),
                }
            }
        }
        Ok(())
    }
}

/// Whether the last turn has won the game.
fn is_decided(position: &DuckPosition) -> bool {
    position.result().is_some_and(|result| result.ending != RulesEnding::Fowled)
}
