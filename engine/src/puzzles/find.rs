//! [`find`]: looks for a puzzle in a position of a game.

use std::ops::RangeInclusive;

use domain::rules::duck::{DuckPosition, DuckTurn};
use domain::rules::position::Position;
use domain::rules::puzzle::{Goal, Parts, Puzzle};
use domain::rules::turn::Turn;

use super::rate::rating;
use super::refute::{refute_losses, refute_wins};
use super::themes::themes;
use super::verify::verify;
use crate::Engine;
use crate::game::Game;
use crate::limits::Limits;
use crate::proof::{LONGEST, Prover, winning_now};
use crate::score::{Certain, Score};

/// How many positions the engine looks at for a first thought.
const GLANCE: u64 = 1_000;
/// How many to see whether turns that are not the solution are good enough.
const LOOK: u64 = 15_000;
/// Whoever is so far behind is not saved by one turn, and whoever is so far ahead need not be.
const IN_DOUBT: RangeInclusive<i32> = -300..=600;
/// What is worse has not been saved.
const SAVED: Score = Score::centipawns(-250);
/// Where either seat has more piece moves, wins in three turns are not looked for: that could take minutes.
const WIDEST: usize = 36;
/// Fewer piece moves than this leave nothing to look for.
const FEWEST_MOVES: usize = 6;

/// A puzzle that begins in this position, called 0, if there is one worth solving. The engine must play at its best. `seen` is what a
/// player thinks of the position: a long proof is only tried where somebody sees a win.
///
/// A position in which there is a win is never one that has to be saved.
pub fn find(
    position: &DuckPosition,
    source: &str,
    seen: Score,
    engine: &mut Engine,
    prover: &mut Prover,
) -> Option<Puzzle> {
    if position.result().is_some() || winning_now(position).is_some() || position.piece_moves().len() < FEWEST_MOVES {
        return None;
    }
    let (goal, line) = goal_of(position, seen, engine, prover)?;
    if matches!(goal, Goal::Win { .. }) && rest_wins(position, line[0], engine) {
        return None;
    }
    made_of(position, goal, &line, source, engine, prover)
}

/// A puzzle that begins in this position, whether it is worth solving or not.
pub fn make_from(position: &DuckPosition, source: &str, engine: &mut Engine, prover: &mut Prover) -> Option<Puzzle> {
    let (_, seen) = look(engine, position, GLANCE, &[])?;
    let (goal, line) = goal_of(position, seen, engine, prover)?;
    made_of(position, goal, &line, source, engine, prover)
}

/// What one turn alone reaches here, and how.
fn goal_of(
    position: &DuckPosition,
    seen: Score,
    engine: &mut Engine,
    prover: &mut Prover,
) -> Option<(Goal, Vec<DuckTurn>)> {
    match wins(position, seen, engine, prover) {
        Search::One(goal, line) => Some((goal, line)),
        Search::None => saves(position, engine, prover),
        Search::Several => None,
    }
}

fn made_of(
    position: &DuckPosition,
    goal: Goal,
    line: &[DuckTurn],
    source: &str,
    engine: &mut Engine,
    prover: &mut Prover,
) -> Option<Puzzle> {
    let mut start = position.clone();
    let mut refutations = Vec::new();
    for task in 0..goal.tasks() {
        let solution = line[2 * task];
        refutations.push(match goal {
            Goal::Win { turns } => refute_wins(&start, solution, turns as usize - task, engine, prover)?,
            Goal::Save { turns } => refute_losses(&start, solution, turns as usize, prover)?,
        });
        start = line[2 * task..].iter().take(2).fold(start, |position, &turn| position.play(turn));
    }
    let puzzle = Puzzle::new(Parts {
        number: 0,
        goal,
        start: Position::Duck(position.clone()),
        line: line.iter().copied().map(Turn::Duck).collect(),
        themes: themes(position, goal, line, &refutations[0]),
        rating: rating(position, goal, line[0], engine),
        refutations,
        source: source.to_owned(),
    })
    .ok()?;
    verify(&puzzle, prover).is_ok().then_some(puzzle)
}

/// What a search for a win has found.
enum Search {
    None,
    /// One turn wins, and so at each later task.
    One(Goal, Vec<DuckTurn>),
    /// More turns do, or it is no matter.
    Several,
}

fn wins(position: &DuckPosition, seen: Score, engine: &mut Engine, prover: &mut Prover) -> Search {
    let is_narrow = position.piece_moves().len() <= WIDEST && position.pass().piece_moves().len() <= WIDEST;
    let longest = match seen.certain() {
        Some(Certain::Win { plies }) if is_narrow => LONGEST.min(plies.div_ceil(2) as usize),
        _ => 2,
    };
    for turns in 2..=longest.max(2) {
        match *prover.winning_turns(position, turns, 2).as_slice() {
            [] => (),
            [solution] => {
                let line = line_of_win(position, solution, turns, engine, prover);
                let goal = Goal::Win { turns: turns as u32 };
                return line.map_or(Search::Several, |line| Search::One(goal, line));
            }
            _ => return Search::Several,
        }
    }
    if IN_DOUBT.contains(&seen.as_centipawns()) { Search::None } else { Search::Several }
}

fn saves(position: &DuckPosition, engine: &mut Engine, prover: &mut Prover) -> Option<(Goal, Vec<DuckTurn>)> {
    for turns in 1..LONGEST {
        match *prover.defences(position, turns, 2).as_slice() {
            [] => return None,
            [solution] => {
                let (_, score) = look(engine, &position.play(solution), LOOK, &[])?;
                let goal = Goal::Save { turns: turns as u32 };
                return (-score > SAVED).then(|| (goal, vec![solution]));
            }
            _ => (),
        }
    }
    None
}

/// The solution and the replies, to the end of the game: the replies hold out longest, and each leaves one turn that wins.
fn line_of_win(
    position: &DuckPosition,
    solution: DuckTurn,
    turns: usize,
    engine: &mut Engine,
    prover: &mut Prover,
) -> Option<Vec<DuckTurn>> {
    let after = position.play(solution);
    let mut line = vec![solution];
    let (best, _) = look(engine, &after, GLANCE, &[])?;
    if turns == 2 {
        let capture = winning_now(&after.play(best))?;
        line.extend([best, capture]);
        return Some(line);
    }
    let mut replies = vec![best];
    after.for_each_turn(|turn| replies.push(turn));
    for reply in replies {
        let next = after.play(reply);
        if winning_now(&next).is_some() || next.result().is_some() {
            continue;
        }
        if let [only] = *prover.winning_turns(&next, turns - 1, 2).as_slice()
            && let Some(rest) = line_of_win(&next, only, turns - 1, engine, prover)
        {
            line.push(reply);
            line.extend(rest);
            return Some(line);
        }
    }
    None
}

/// Whether the engine sees that another turn than the solution wins by force, if later. That makes a poor puzzle, though it is a
/// proper one.
fn rest_wins(position: &DuckPosition, solution: DuckTurn, engine: &mut Engine) -> bool {
    let mut rest = Vec::new();
    position.for_each_turn(|turn| {
        if turn != solution {
            rest.push(Turn::Duck(turn));
        }
    });
    let best = look(engine, position, LOOK, &rest);
    best.is_some_and(|(_, score)| matches!(score.certain(), Some(Certain::Win { .. })))
}

/// The turn that the engine likes best of these, or of all, and its score.
pub(super) fn look(
    engine: &mut Engine,
    position: &DuckPosition,
    nodes: u64,
    only: &[Turn],
) -> Option<(DuckTurn, Score)> {
    engine.forget();
    let limits = Limits { only: only.to_vec(), ..Limits::nodes(nodes) };
    let found = engine.search(&Game::new(Position::Duck(position.clone())), &limits, |_| ())?;
    match found.turn() {
        Turn::Duck(turn) => Some((turn, found.score())),
        Turn::Duchess(_) | Turn::Chess(_) => None,
    }
}
