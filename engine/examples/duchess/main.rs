//! Plays matches of Duchess: `cargo run --release -p engine --example duchess -- seats=6 opponent=greedy games=100 nodes=2000`.
//!
//! The engine has all seats of one side, the opponent those of the others; the sides change from game to game. Each game
//! begins with two random turns of each seat. A game that is not finished after `rounds` rounds is not won.
//!
//! | argument | what |
//! |---|---|
//! | `seats` | `6`, `4`, `3`, `2x2` or `2` |
//! | `opponent` | `greedy`: the best by the evaluation after one turn; `random`; `engine`: with `their-nodes` or `their-ms` |
//! | `games`, `rounds`, `seed` | how many, how long, and which |
//! | `nodes`, `ms` | what the engine may use for a turn |

use std::collections::HashMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use domain::rules::duchess::{DuchessPosition, DuchessTurn, SetUp};
use domain::rules::outcome::Outcome;
use domain::rules::seat::Side;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use engine::chance::Chance;
use engine::duchess::evaluate_for;
use engine::game::Game;
use engine::limits::Limits;
use engine::{Engine, Options};

type Arguments = HashMap<String, String>;

fn main() -> ExitCode {
    let arguments: Arguments = std::env::args()
        .skip(1)
        .filter_map(|text| text.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned())))
        .collect();
    match play_match(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn number(arguments: &Arguments, name: &str, otherwise: u64) -> Result<u64, String> {
    arguments.get(name).map_or(Ok(otherwise), |text| text.parse().map_err(|_| format!("{name}={text} is no number")))
}

fn play_match(arguments: &Arguments) -> Result<(), String> {
    let text = |name, otherwise| arguments.get(name).map_or(otherwise, String::as_str);
    let set_up: SetUp = text("seats", "2").parse().map_err(|error| format!("{error}"))?;
    let (games, rounds) = (number(arguments, "games", 20)?, number(arguments, "rounds", 200)?);
    let mut chance = Chance(number(arguments, "seed", 1)?);
    let mut engine = Player::searching(limits(arguments, "nodes", "ms")?);
    let mut opponent = match text("opponent", "greedy") {
        "random" => Player::Random,
        "greedy" => Player::Greedy,
        "engine" => Player::searching(limits(arguments, "their-nodes", "their-ms")?),
        other => return Err(format!("opponent={other} is unknown")),
    };
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

fn limits(arguments: &Arguments, nodes: &str, ms: &str) -> Result<Limits, String> {
    Ok(match arguments.contains_key(ms) {
        true => Limits::time(Duration::from_millis(number(arguments, ms, 0)?)),
        false => Limits::nodes(number(arguments, nodes, 2000)?),
    })
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

/// Who chooses turns.
enum Player {
    Random,
    Greedy,
    Searching { engine: Box<Engine>, limits: Limits, searches: u64, nodes: u64, depth: u64, time: Duration },
}

impl Player {
    fn searching(limits: Limits) -> Self {
        let engine = Box::new(Engine::new(Options { hash: 16, ..Options::default() }));
        Self::Searching { engine, limits, searches: 0, nodes: 0, depth: 0, time: Duration::ZERO }
    }

    fn begin(&mut self) {
        if let Self::Searching { engine, .. } = self {
            engine.forget();
        }
    }

    fn turn(&mut self, position: &DuchessPosition, game: &Game, chance: &mut Chance) -> DuchessTurn {
        match self {
            Self::Random => chance.pick(&turns(position)),
            Self::Greedy => {
                let seat = position.seat_to_move();
                let worth = |turn| evaluate_for(&position.play(turn), seat);
                let turns = turns(position);
                let best = turns.iter().map(|&turn| worth(turn)).max();
                let best: Vec<_> = turns.into_iter().filter(|&turn| Some(worth(turn)) == best).collect();
                chance.pick(&best)
            }
            Self::Searching { engine, limits, searches, nodes, depth, time } => {
                let began = Instant::now();
                let found = engine.search(game, limits, |_| ()).expect("the game goes on");
                *searches += 1;
                *nodes += found.nodes;
                *depth += u64::from(found.depth);
                *time += began.elapsed();
                match found.turn() {
                    Turn::Duchess(turn) => turn,
                    Turn::Duck(_) | Turn::Chess(_) => unreachable!("a turn of Duchess"),
                }
            }
        }
    }

    fn print(&self, name: &str) {
        if let Self::Searching { searches, nodes, depth, time, .. } = self {
            let each = |total: u64| total as f64 / (*searches).max(1) as f64;
            let speed = *nodes as f64 / time.as_secs_f64().max(1e-9);
            println!("{name}: {speed:.0} nodes/s, {:.0} nodes and depth {:.2} a turn", each(*nodes), each(*depth));
        }
    }
}

fn turns(position: &DuchessPosition) -> Vec<DuchessTurn> {
    let mut turns = Vec::new();
    position.for_each_turn(|turn| turns.push(turn));
    turns
}
