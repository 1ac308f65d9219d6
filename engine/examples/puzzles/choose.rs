//! Which of the puzzles that were found are shipped.

use std::collections::{BTreeMap, HashSet};
use std::io::{Write, stdout};

use domain::rules::position::Position;
use domain::rules::puzzle::{Goal, Puzzle};
use domain::rules::variant::Variant;
use engine::proof::Prover;
use engine::puzzles::make_from;
use engine::{Engine, Options};

use crate::warm_up;

/// Puzzles whose ratings differ by less may come in any order.
const MIXED: u64 = 250;

/// Of each variant, goal and length one after the other, until there are so many; the warm-up puzzle first.
pub fn choose(found: Vec<Puzzle>, most: usize) {
    let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    let source = "the warm-up puzzle of duckchess.com, composed from its text";
    let first = make_from(&warm_up(), source, &mut engine, &mut Prover::default()).expect("it has one solution");
    let mut known = HashSet::from([first.start().key()]);
    let mut kinds: BTreeMap<(&str, bool, u32), Vec<Puzzle>> = BTreeMap::new();
    for puzzle in found {
        if known.insert(puzzle.start().key()) {
            kinds.entry(kind(&puzzle)).or_default().push(puzzle);
        }
    }
    let longest = kinds.values().map(Vec::len).max().unwrap_or(0);
    let in_turn = (0..longest).flat_map(|place| kinds.values().filter_map(move |kind| kind.get(place)));
    let mut chosen: Vec<&Puzzle> = in_turn.take(most.saturating_sub(1)).collect();
    // Easy ones first, so that the numbers say something, but not all of one kind one after the other.
    chosen.sort_by_key(|puzzle| u64::from(puzzle.rating()) + puzzle.start().key() % MIXED);
    let mut out = stdout().lock();
    for (number, puzzle) in (1..).zip([&first].into_iter().chain(chosen)) {
        let line = serde_json::to_string(&puzzle.clone().numbered(number)).expect("a puzzle is text");
        writeln!(out, "{line}").expect("somebody reads");
    }
}

fn kind(puzzle: &Puzzle) -> (&'static str, bool, u32) {
    let Position::Duck(position) = puzzle.start() else { return ("", false, 0) };
    let variant = if position.checks_given().is_some() { Variant::ThreeCheckDuck } else { Variant::Duck };
    (variant.key(), matches!(puzzle.goal(), Goal::Win { .. }), puzzle.goal().turns())
}
