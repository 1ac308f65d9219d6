//! Looking for a puzzle in a position, until told to stop.

use domain::rules::position::Position;
use domain::rules::puzzle::Puzzle;

use crate::game::Game;
use crate::limits::{Limits, Stop};
use crate::proof::Prover;
use crate::puzzles::find;
use crate::{Engine, Options};

/// How many positions are looked at for a first thought.
const GLANCE: u64 = 6_000;

/// Where a puzzle says that it is from: whoever asks knows better.
const SOURCE: &str = "a position that was asked about";

/// The answer: the puzzle that begins in a game's position, or that none is worth solving. Without a game there is none.
pub(super) fn answer(game: Option<&Game>, stop: &Stop) -> String {
    let found = game.and_then(|game| find_in(game, stop)).filter(|_| !stop.is_stopped());
    let text = found.and_then(|puzzle| serde_json::to_string(&puzzle).ok());
    format!("puzzle {}", text.as_deref().unwrap_or("none"))
}

fn find_in(game: &Game, stop: &Stop) -> Option<Puzzle> {
    let Position::Duck(position) = game.position() else { return None };
    // An engine of its own: at full strength, whatever is set for games.
    let mut judge = Engine::new(Options { hash: 1, ..Options::default() });
    let limits = Limits { stop: stop.clone(), ..Limits::nodes(GLANCE) };
    let seen = judge.search(game, &limits, |_| ())?.score();
    find(position, SOURCE, seen, &mut judge, &mut Prover::until(stop.clone()))
}
