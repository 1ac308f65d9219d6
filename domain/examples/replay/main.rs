//! Checks recorded games, one as JSON on a line, against the rules: every position, every turn in both notations, every
//! count of legal turns, the final position and the result; of Duchess also who missed turns, and the legal turns where a
//! game was left. Exits 1 if anything differs.

mod duchess;

use std::io::{self, BufRead};
use std::process::ExitCode;

use domain::rules::outcome::{Outcome, RulesEnding, RulesResult};
use domain::rules::position::Position;
use domain::rules::seat::Side;
use domain::rules::variant::Variant;
use serde::Deserialize;

/// A line of either file.
#[derive(Deserialize)]
#[serde(untagged)]
enum Game {
    Duck(DuckGame),
    Duchess(duchess::Recorded),
}

/// A line of `duck-games.jsonl`.
#[derive(Deserialize)]
struct DuckGame {
    id: String,
    variant: Variant,
    /// FEN before, short notation, coordinates, number of legal turns.
    turns: Vec<(String, String, String, u64)>,
    final_fen: String,
    result: String,
    reason: String,
}

/// What has been looked at, and what was not as recorded.
#[derive(Default)]
struct Tally {
    games: usize,
    turns: usize,
    mismatches: usize,
}

impl Tally {
    fn check(&mut self, game: &str, what: &str, expected: &str, found: &str) {
        if expected != found {
            self.mismatches += 1;
            println!("{game}: {what}: expected {expected}, found {found}");
        }
    }
}

fn main() -> ExitCode {
    let mut tally = Tally::default();
    for (number, line) in io::stdin().lock().lines().enumerate() {
        let text = match line {
            Ok(text) if text.trim().is_empty() => continue,
            Ok(text) => text,
            Err(error) => {
                eprintln!("line {}: {error}", number + 1);
                return ExitCode::FAILURE;
            }
        };
        let at = format!("line {}", number + 1);
        match serde_json::from_str::<Game>(&text) {
            Ok(Game::Duck(game)) => replay_duck(&game, &mut tally),
            Ok(Game::Duchess(game)) => duchess::replay(&at, &game, &mut tally),
            Err(error) => tally.check(&at, "JSON", "a game", &error.to_string()),
        }
    }
    println!("{} games, {} turns, {} mismatches", tally.games, tally.turns, tally.mismatches);
    if tally.mismatches > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn replay_duck(game: &DuckGame, tally: &mut Tally) {
    tally.games += 1;
    let start = game.turns.first().map_or(&game.final_fen, |(fen, ..)| fen);
    let mut position = match Position::from_fen(game.variant, start) {
        Ok(position) => position,
        Err(error) => return tally.check(&game.id, "start", start, &error.to_string()),
    };
    for (ply, (fen, san, coordinates, legal)) in game.turns.iter().enumerate() {
        tally.turns += 1;
        let at = format!("{} ply {ply}", game.id);
        tally.check(&at, "position", fen, &position.fen());
        tally.check(&at, "legal turns", &legal.to_string(), &position.count_turns().to_string());
        let mut listed = 0_u64;
        position.for_each_turn(|_| listed += 1);
        tally.check(&at, "listed turns", &legal.to_string(), &listed.to_string());
        let turn = match position.read_turn(san) {
            Ok(turn) => turn,
            Err(error) => return tally.check(&at, "turn", san, &error.to_string()),
        };
        match position.read_turn(coordinates) {
            Ok(same) if same == turn => {}
            Ok(other) => tally.check(&at, "coordinates", coordinates, &position.write_coordinates(other)),
            Err(error) => tally.check(&at, "coordinates", coordinates, &error.to_string()),
        }
        tally.check(&at, "short notation", san, &position.write_turn(turn));
        tally.check(&at, "coordinates", coordinates, &position.write_coordinates(turn));
        position = position.play(turn);
    }
    tally.check(&game.id, "final position", &game.final_fen, &position.fen());
    check_result(game, position.result(), tally);
}

/// A game that ended by the rules must be found so; one that ended otherwise must still be open.
fn check_result(game: &DuckGame, found: Option<RulesResult>, tally: &mut Tally) {
    let ending = match game.reason.as_str() {
        "fowled" => Some(RulesEnding::Fowled),
        "king captured" => Some(RulesEnding::KingCaptured),
        reason if reason.contains("check") => Some(RulesEnding::ThirdCheck),
        _ => None,
    };
    let side = if game.result == "1-0" { Side::WHITE } else { Side::BLACK };
    let expected = ending.map(|ending| RulesResult { outcome: Outcome::Win(side), ending });
    tally.check(&game.id, "result", &format!("{expected:?}"), &format!("{found:?}"));
}
