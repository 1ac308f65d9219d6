//! Against data made by other programs.

use domain::rules::outcome::{Outcome, RulesEnding, RulesResult};
use domain::rules::position::Position;
use domain::rules::seat::Side;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use serde::Deserialize;

#[derive(Deserialize)]
struct Counted {
    name: String,
    fen: String,
    perft: Vec<u64>,
}

/// As deep as a test without optimisation goes; the benchmark and `examples/perft.rs` go deeper.
const MAX_NODES: u64 = 400_000_000;

#[test]
fn counts_the_same_sequences_of_turns() {
    let cases: Vec<Counted> = serde_json::from_str(include_str!("../../oracle/duck-perft.json")).unwrap();
    for Counted { name, fen, perft } in cases {
        let position = Position::from_fen(Variant::Duck, &fen).unwrap();
        for (depth, &nodes) in (1..).zip(&perft).filter(|&(_, &nodes)| nodes < MAX_NODES) {
            assert_eq!(position.perft(depth), nodes, "{name}, depth {depth}");
        }
    }
}

/// A game as it was recorded, with the number of legal turns before each turn.
#[derive(Deserialize)]
struct Recorded {
    id: String,
    variant: Variant,
    turns: Vec<(String, String, String, u64)>,
    final_fen: String,
    result: String,
    reason: String,
}

fn recorded() -> impl Iterator<Item = Recorded> {
    let files =
        [include_str!("../../oracle/duck-games.jsonl"), include_str!("../../oracle/three-check-duck-games.jsonl")];
    files.into_iter().flat_map(str::lines).map(|line| serde_json::from_str(line).unwrap())
}

#[test]
fn replays_recorded_games_turn_for_turn() {
    for game in recorded() {
        let mut position = Position::from_fen(game.variant, &game.turns[0].0).unwrap();
        let mut key = position.key();
        for (fen, short, coordinates, legal) in &game.turns {
            assert_eq!(&position.fen(), fen, "{}", game.id);
            assert_eq!(position.count_turns(), *legal, "{} {fen}", game.id);
            let turn = position.read_turn(short).unwrap();
            assert_eq!(position.read_turn(coordinates), Ok(turn), "{} {fen}", game.id);
            assert_eq!(&position.write_turn(turn), short, "{} {fen}", game.id);
            assert_eq!(&position.write_coordinates(turn), coordinates, "{} {fen}", game.id);
            let after = position.play(turn);
            if let (Position::Duck(before), Turn::Duck(turn), Position::Duck(after)) = (&position, turn, &after) {
                key = before.key_after(key, turn, after);
            }
            position = after;
            assert_eq!(key, position.key(), "{} {fen}", game.id);
        }
        assert_eq!(position.fen(), game.final_fen, "{}", game.id);
        assert_eq!(position.result(), expected_ending(&game), "{}", game.id);
    }
}

/// What the rules must say at the end: nothing when the players ended the game, or did not.
fn expected_ending(game: &Recorded) -> Option<RulesResult> {
    let side = if game.result == "1-0" { Side::WHITE } else { Side::BLACK };
    let ending = match game.reason.as_str() {
        "king captured" => RulesEnding::KingCaptured,
        "fowled" => RulesEnding::Fowled,
        "third check" => RulesEnding::ThirdCheck,
        _ => return None,
    };
    Some(RulesResult { outcome: Outcome::Win(side), ending })
}
