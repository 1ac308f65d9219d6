//! Plays matches of Duchess: `cargo run --release -p engine --example duchess -- seats=6 opponent=greedy games=100 nodes=2000`.
//!
//! The engine has all seats of one side, the opponent those of the others; the sides change from game to game. Each game
//! begins with two random turns of each seat. A game that is not finished after `rounds` rounds is not won.
//!
//! | argument | what |
//! |---|---|
//! | `seats` | `6`, `4`, `3`, `2x2` or `2` |
//! | `player`, `opponent` | `greedy`: the best by the evaluation after one turn; `random`; `max-n`: everybody for themselves, each the best of its own; `engine`, which `player` is if nothing is said |
//! | `games`, `rounds`, `seed` | how many, how long, and which |
//! | `nodes`, `ms` | what the engine may use for a turn; `max-n` knows `nodes` alone |
//! | `model` | with three seats `paranoid` or `best-reply`: how the engine expects its opponents to play |
//! | `their-nodes`, `their-ms`, `their-model` | the same of the opponent |

mod max_n;
mod player;

use std::collections::HashMap;
use std::process::ExitCode;
use std::time::Duration;

use domain::rules::duchess::{DuchessPosition, SetUp};
use domain::rules::outcome::Outcome;
use domain::rules::seat::Side;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use engine::OpponentModel;
use engine::chance::Chance;
use engine::game::Game;
use engine::limits::Limits;
use player::{Player, turns};

type Arguments = HashMap<String, String>;

fn main() -> ExitCode {
    match read_arguments().and_then(|arguments| play_match(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

/// What may be said, each with its value.
const NAMES: [&str; 12] = [
    "seats",
    "player",
    "opponent",
    "games",
    "rounds",
    "seed",
    "nodes",
    "ms",
    "model",
    "their-nodes",
    "their-ms",
    "their-model",
];

fn read_arguments() -> Result<Arguments, String> {
    let read = |text: String| match text.split_once('=') {
        Some((name, value)) if NAMES.contains(&name) => Ok((name.to_owned(), value.to_owned())),
        _ => Err(format!("{text} is none of {}=…", NAMES.join("=…, "))),
    };
    std::env::args().skip(1).map(read).collect()
}

fn number(arguments: &Arguments, name: &str, otherwise: u64) -> Result<u64, String> {
    arguments.get(name).map_or(Ok(otherwise), |text| text.parse().map_err(|_| format!("{name}={text} is no number")))
}

fn play_match(arguments: &Arguments) -> Result<(), String> {
    let text = |name, otherwise| arguments.get(name).map_or(otherwise, String::as_str);
    let set_up: SetUp = text("seats", "2").parse().map_err(|error| format!("{error}"))?;
    let (games, rounds) = (number(arguments, "games", 20)?, number(arguments, "rounds", 200)?);
    let mut chance = Chance(number(arguments, "seed", 1)?);
    let mut engine = player(arguments, text("player", "engine"), "")?;
    let mut opponent = player(arguments, text("opponent", "greedy"), "their-")?;
    let sides: Vec<Side> = set_up.seating().sides().collect();
    let (mut wins, mut draws, mut losses, mut unfinished, mut turns) = (0, 0, 0, 0, 0);
    for n in 0..games {
        let ours = sides[n as usize % sides.len()];
        let (end, length) = play_game(set_up, ours, &mut engine, &mut opponent, rounds as u32, &mut chance);
        turns += length;
        match end {
            Some(Outcome::Win(winner)) if winner == ours => wins += 1,
            Some(Outcome::Win(_)) => losses += 1,
            Some(_) => draws += 1,
            None => unfinished += 1,
        }
    }
    println!(
        "seats {set_up}, {games} games of {} turns: {wins} won, {draws} drawn, {losses} lost, {unfinished} not finished",
        turns / games.max(1)
    );
    engine.print("engine");
    opponent.print("opponent");
    Ok(())
}

/// A player of this kind; what it may use is in the arguments that begin so.
fn player(arguments: &Arguments, kind: &str, prefix: &str) -> Result<Player, String> {
    let named = |name: &str| format!("{prefix}{name}");
    let nodes = number(arguments, &named("nodes"), 2000)?;
    Ok(match kind {
        "random" => Player::Random,
        "greedy" => Player::Greedy,
        "max-n" => Player::MaxN { nodes },
        "engine" => {
            let time = number(arguments, &named("ms"), 0)?;
            let limits = if time > 0 { Limits::time(Duration::from_millis(time)) } else { Limits::nodes(nodes) };
            Player::searching(limits, opponent_model(arguments, &named("model"))?)
        }
        other => return Err(format!("{other} is unknown; there are engine, max-n, greedy and random")),
    })
}

fn opponent_model(arguments: &Arguments, name: &str) -> Result<OpponentModel, String> {
    match arguments.get(name).map(String::as_str) {
        None | Some("paranoid") => Ok(OpponentModel::Paranoid),
        Some("best-reply") => Ok(OpponentModel::BestReply),
        Some(other) => Err(format!("{name}={other} is unknown; there are paranoid and best-reply")),
    }
}

/// The outcome, if the game ended in time, and how many turns were made.
fn play_game(
    set_up: SetUp,
    ours: Side,
    engine: &mut Player,
    opponent: &mut Player,
    rounds: u32,
    chance: &mut Chance,
) -> (Option<Outcome>, u64) {
    let mut game = Game::start(Variant::Duchess(set_up));
    let mut positions = vec![DuchessPosition::start(set_up)];
    engine.begin();
    opponent.begin();
    loop {
        let position = positions[positions.len() - 1].clone();
        let length = positions.len() as u64;
        if let Some(result) = position.result() {
            return (Some(result.outcome), length);
        }
        if position.may_claim_hundred_turns() || position.may_claim_repetition(&positions) {
            return (Some(Outcome::Draw), length);
        }
        if position.round().get() > rounds {
            return (None, length);
        }
        let is_ours = set_up.seating().side(position.seat_to_move()) == ours;
        let turn = match if is_ours { &mut *engine } else { &mut *opponent } {
            _ if position.round().get() <= 2 => chance.pick(&turns(&position)),
            player => player.turn(&position, &game, chance),
        };
        game.play(Turn::Duchess(turn));
        positions.push(position.play(turn));
    }
}
