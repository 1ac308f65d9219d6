//! Which turns of a game say something of whoever made them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use domain::correspondence::game::Game;
use domain::rules::duck::piece_part;
use domain::rules::ply::Ply;

use super::choices::{Choices, RANKS};
use crate::evaluation::{self, Course, EvaluatedLine, JudgedTurn, Report};

/// How many turns of each seat are opening in any case.
const OPENING: usize = 4;
/// A turn that was made in so many games from the same start is opening too: it is known, or looked up in the explorer.
pub const SHARED_BY: i64 = 5;
/// A game says too little in which each seat has made fewer turns after the opening.
const FEWEST_TURNS: usize = 5;
/// The chances to win in a game that is not decided: between 6 pawns down and 6 up. Beyond, people win and lose as they like.
const UNDECIDED: RangeInclusive<f64> = 0.15..=0.85;

/// The positions that have to be searched to judge the turns of a game, of which so many are opening: none, if the rest is too
/// short.
pub fn to_search(game: &Game, shared_turns: usize) -> Vec<Ply> {
    let seats = game.seating().len();
    let opening = shared_turns.max(OPENING * seats);
    if game.turns().len() < opening + FEWEST_TURNS * seats {
        return Vec::new();
    }
    evaluation::goes_on_at(game).filter(|ply| ply.turns() >= opening).collect()
}

/// The choices of each player of a game, by number, from the lines that were found in those positions.
pub fn choices(game: &Game, lines: &BTreeMap<Ply, Vec<EvaluatedLine>>) -> Vec<Choices> {
    let mut choices = vec![Choices::default(); game.seating().players()];
    for turn in &Report::new(&Course::of_game(game), lines).turns {
        let of_player = &mut choices[game.seating().player(turn.seat)];
        if let Some(choice) = choice(game, turn, lines) {
            *of_player += choice;
        }
    }
    choices
}

/// What one turn adds, if it counts: there was something to choose, and the game was not decided.
fn choice(game: &Game, turn: &JudgedTurn, lines: &BTreeMap<Ply, Vec<EvaluatedLine>>) -> Option<Choices> {
    let (made, lines) = (&game.turn_before(turn.ply)?.text, lines.get(&turn.ply.previous()?)?);
    let has_choice = lines.len() > 1;
    if !has_choice || !UNDECIDED.contains(&turn.before) {
        return None;
    }
    let is_rank = |rank: usize| lines.get(rank).and_then(EvaluatedLine::first) == Some(made);
    let is_first_move = lines[0].first().map(piece_part) == Some(piece_part(made));
    Some(Choices {
        turns: 1,
        ranks: std::array::from_fn::<_, RANKS, _>(|rank| u32::from(is_rank(rank))),
        first_moves: u32::from(is_first_move),
        lost: turn.loss(),
    })
}

#[cfg(test)]
#[path = "counting_tests.rs"]
mod tests;
