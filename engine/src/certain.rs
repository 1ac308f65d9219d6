//! What is certain is told in full: a line goes on to the end of the game, and of two wins the shorter is told. For the duck games.

use std::iter::once;
use std::ops::ControlFlow;

use domain::rules::duck::{DuckPosition, DuckTurn};
use domain::rules::turn::Turn;

use crate::proof::{Answer, Prover, winning_now};
use crate::report::Line;
use crate::score::{Certain, Score};
use crate::tables::Tables;

/// Adds to a line that wins or loses for certain how it goes on: by the tables, and with the turn that ends the game. A line that the hash table
/// has cut off stays as it is.
pub(crate) fn complete(line: &mut Line, root: &DuckPosition, tables: Option<&Tables>) {
    let Some(plies) = line.score.certain().map(Certain::plies) else { return };
    let mut position = root.clone();
    for turn in &line.turns {
        let Turn::Duck(turn) = *turn else { return };
        position = position.play(turn);
    }
    while line.turns.len() < plies as usize && position.result().is_none() {
        let known = || tables.and_then(|tables| tables.ask(&position)).and_then(|known| known.turn);
        let Some(turn) = winning_now(&position).or_else(known) else { return };
        line.turns.push(Turn::Duck(turn));
        position = position.play(turn);
    }
}

/// The shortest win of the seat to move, if it takes no more than so many of its turns. `None` too if the prover is stopped before it knows.
///
/// # Panics
///
/// When that is more than [`LONGEST`](crate::proof::LONGEST).
pub(crate) fn shortest_win(position: &DuckPosition, most: usize, prover: &mut Prover) -> Option<Line> {
    for turns in 1..=most {
        let win = prover.win(position, turns);
        if prover.is_stopped() {
            return None;
        }
        if let Some(Answer::Turn(turn)) = win {
            let line = once(turn).chain(rest(&position.play(turn), turns - 1, prover));
            let turns_of_both = 2 * turns as u32 - 1;
            return Some(Line { score: Score::win_in(turns_of_both), turns: line.map(Turn::Duck).collect() });
        }
    }
    None
}

/// How a win goes on against the longest defence, where the winner has made a turn and needs so many more. It ends where the prover is stopped.
fn rest(position: &DuckPosition, turns: usize, prover: &mut Prover) -> Vec<DuckTurn> {
    let mut line = Vec::new();
    let mut position = position.clone();
    for left in (1..=turns).rev() {
        if position.result().is_some() {
            break;
        }
        let defence = if left > 1 { prover.defence(&position, left - 1) } else { None };
        let reply = match defence {
            Some(Answer::Turn(turn)) => Some(turn),
            // All lose as soon.
            _ => position.try_for_each_turn(ControlFlow::Break).break_value(),
        };
        let Some(reply) = reply.filter(|_| !prover.is_stopped()) else { break };
        position = position.play(reply);
        line.push(reply);
        let win = (1..=left).find_map(|turns| prover.win(&position, turns));
        let Some(Answer::Turn(win)) = win.filter(|_| !prover.is_stopped()) else { break };
        position = position.play(win);
        line.push(win);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A king that cannot leave its corner: two turns, whatever the reply.
    #[test]
    fn the_line_of_a_win_is_told_to_its_end() {
        let position: DuckPosition = "6rk/6pp/8/4N3/8/8/*7/K7 w - - 0 1".parse().unwrap();
        assert_eq!(shortest_win(&position, 1, &mut Prover::default()), None);
        let line = shortest_win(&position, 3, &mut Prover::default()).unwrap();
        assert_eq!(line.score.certain(), Some(Certain::Win { plies: 3 }));
        assert!(is_win_for_the_first(&line, &position), "{:?}", line.turns);
        let mut cut = Line { turns: line.turns[..2].to_vec(), ..line };
        complete(&mut cut, &position, None);
        assert!(is_win_for_the_first(&cut, &position), "{:?}", cut.turns);
    }

    #[test]
    fn a_line_of_the_tables_is_told_to_its_end() {
        let position: DuckPosition = "8/8/8/8/8/4k3/2*5/KQ6 w - - 0 1".parse().unwrap();
        let mut line = Line { score: Score::win_in(23), turns: Vec::new() };
        complete(&mut line, &position, Some(crate::tables::shipped()));
        assert_eq!(line.turns.len(), 23);
        assert!(is_win_for_the_first(&line, &position), "{:?}", line.turns);
        let mut open = Line { score: Score::centipawns(900), turns: Vec::new() };
        complete(&mut open, &position, Some(crate::tables::shipped()));
        assert_eq!(open.turns, [], "nothing is certain");
    }

    /// Whether its turns are legal and the last, of whoever made the first, ends the game.
    fn is_win_for_the_first(line: &Line, root: &DuckPosition) -> bool {
        let mut position = root.clone();
        for turn in &line.turns {
            let Turn::Duck(turn) = *turn else { return false };
            if !position.is_legal(turn) {
                return false;
            }
            position = position.play(turn);
        }
        line.turns.len() % 2 == 1 && position.result().is_some()
    }
}
