//! Against data made by other programs.

use std::collections::BTreeSet;

use domain::rules::duchess::{DuchessPosition, SetUp};
use domain::rules::outcome::{Outcome, RulesEnding, RulesResult};
use domain::rules::seat::Side;
use serde::Deserialize;

#[derive(Deserialize)]
struct Counted {
    setup: String,
    perft: Vec<u64>,
}

#[test]
fn counts_the_same_sequences_of_turns() {
    let cases: Vec<Counted> = serde_json::from_str(include_str!("../../oracle/duchess-perft.json")).unwrap();
    assert_eq!(cases.len(), SetUp::ALL.len());
    for Counted { setup, perft } in cases {
        let position = DuchessPosition::start(setup.parse().unwrap());
        for (depth, &nodes) in (1..).zip(&perft) {
            assert_eq!(position.perft(depth), nodes, "{setup}, depth {depth}");
        }
    }
}

/// A game as it was recorded.
#[derive(Deserialize)]
struct Recorded {
    setup: String,
    /// The mover's flap, the turn, the number of legal turns before it, the flaps that missed theirs after it.
    turns: Vec<(usize, String, u64, Vec<usize>)>,
    /// Every piece as its owner's flap, letter and square.
    r#final: Vec<String>,
    /// The side, or with three players the flap.
    winner: Option<usize>,
    reason: String,
    to_move: Option<usize>,
    legal: Option<Vec<String>>,
}

#[test]
fn agrees_with_every_recorded_game_turn_for_turn() {
    let games = include_str!("../../oracle/duchess-games.jsonl");
    for line in games.lines() {
        replay(&serde_json::from_str(line).unwrap());
    }
    assert_eq!(games.lines().count(), 29);
}

fn replay(game: &Recorded) {
    let mut position = DuchessPosition::start(game.setup.parse().unwrap());
    let set_up = position.set_up();
    let mut key = position.key();
    for (ply, (flap, text, legal, missed)) in game.turns.iter().enumerate() {
        let at = format!("{} ply {ply}: {position}", game.setup);
        assert_eq!(set_up.flap(position.seat_to_move()).number(), *flap, "{at}");
        let turns = super::turns(&position);
        assert_eq!((position.count_turns(), turns.len() as u64), (*legal, *legal), "{at}");
        let turn = super::read(&position, text);
        assert_eq!(turn.to_string(), *text, "{at}");
        let after = position.play(turn);
        let flaps: Vec<usize> = position.missed_until(&after).map(|seat| set_up.flap(seat).number()).collect();
        assert_eq!(flaps, *missed, "{at}");
        key = position.key_after(key, turn, &after);
        assert_eq!(key, after.key(), "{at}");
        position = after;
    }
    let pieces: BTreeSet<String> = position
        .board()
        .pieces()
        .map(|(square, piece)| format!("{}{}{square}", set_up.flap(piece.seat), piece.role.letter()))
        .collect();
    assert_eq!(pieces, game.r#final.iter().cloned().collect());
    check_end(game, &position);
}

fn check_end(game: &Recorded, position: &DuchessPosition) {
    let set_up = position.set_up();
    let seating = set_up.seating();
    let side = |winner: usize| -> Side {
        let flap = |flap: usize| set_up.seat_at(domain::rules::duchess::Flap::new(flap).unwrap()).unwrap();
        if set_up == SetUp::Three { seating.side(flap(winner)) } else { seating.sides().nth(winner).unwrap() }
    };
    let ending = match game.reason.as_str() {
        "checkmate" => Some(RulesEnding::Checkmate),
        "unfinished" => None,
        other => panic!("{other}"),
    };
    let expected = ending.map(|ending| RulesResult { outcome: Outcome::Win(side(game.winner.unwrap())), ending });
    assert_eq!(position.result(), expected, "{position}");
    if let (Some(to_move), Some(legal)) = (game.to_move, &game.legal) {
        assert_eq!(set_up.flap(position.seat_to_move()).number(), to_move);
        let turns: BTreeSet<String> = super::turns(position).iter().map(ToString::to_string).collect();
        assert_eq!(turns, legal.iter().cloned().collect());
    }
}
