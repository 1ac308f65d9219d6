//! Plays matches between two engines that speak the Universal Chess Interface, and says which is stronger.
//!
//! ```text
//! cargo run --release -p engine --example match -- one=PROGRAM two=PROGRAM [variant=duck] [go1="movetime 50"] [go2="movetime 50"]
//!     [set1="Hash=64,Threads=1"] [set2=…] [openings=100] [seed=1] [concurrency=1] [patience=60] [decided=1200] [games=FILE]
//! ```
//!
//! Each opening is four to twelve random turns that a short search calls within a pawn of equal, and is played twice,
//! each program having either colour once. The rules are the arbiter; a third repetition, fifty quiet moves and 300 turns are
//! draws. With `decided`, a game that both programs have called won for the same side, by so many centipawns and for six turns, is
//! not played to its end. A program that makes an illegal turn, ends, or does not answer within so many seconds of patience has
//! lost the game. Totals are printed after each game, so that a match that is cut off has said something.

mod player;
mod statistics;
mod tally;

use std::fs::File;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::rules::outcome::Outcome;
use domain::rules::position::Position;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use engine::chance::Chance;
use engine::game::Game;
use engine::limits::Limits;
use engine::{Engine, Options};

use player::{Failure, Player};
use statistics::Statistics;
use tally::Tally;

/// After so many turns a game is a draw.
const MOST_TURNS: usize = 300;
/// For so many turns both programs must call a game decided.
const DECIDED_TURNS: usize = 6;
/// An opening is even if a short search says no more than this, in centipawns.
const EVEN: i32 = 100;

fn main() {
    let settings = Settings::read();
    let openings = settings.number("openings", 100);
    let games = settings.find("games").map(|path| File::create(path).expect("the file of games can be written"));
    let record = Mutex::new(Record { tally: Tally::default(), games });
    let next = AtomicU64::new(0);
    let workers = settings.number("concurrency", 1).clamp(1, openings.max(1));
    let teams: Vec<[Player; 2]> = std::thread::scope(|scope| {
        let work = || {
            let mut players = ["1", "2"].map(|number| Player::of(number, &settings));
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= openings {
                    return players;
                }
                play_pair(&mut players, number, &settings, &record);
            }
        };
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a match goes on to its end")).collect()
    });
    for (n, name) in ["one", "two"].into_iter().enumerate() {
        let mut all = Statistics::default();
        for players in &teams {
            all.add(players[n].statistics());
        }
        println!("{name}: {all}");
    }
}

/// The results so far.
struct Record {
    tally: Tally,
    games: Option<File>,
}

/// Plays an opening from both sides.
fn play_pair(players: &mut [Player; 2], number: u64, settings: &Settings, record: &Mutex<Record>) {
    // Each opening has its own chance: it is the same however many games go on at once.
    let mut chance = Chance(settings.number("seed", 1) ^ number << 32);
    let opening = opening(settings.variant(), &mut chance);
    let mut pair = 0;
    for first in [0, 1] {
        let (points, why, turns) =
            play(players, first, &opening, settings.find("decided").map(|_| settings.number("decided", 0)));
        pair += points;
        let mut record = record.lock().expect("a match goes on to its end");
        record.tally.game(points);
        if first == 1 {
            record.tally.pair(pair);
        }
        if let Some(file) = &mut record.games {
            writeln!(file, "{number} {first} {points} {why} {}", turns.join(" "))
                .expect("the file of games can be written");
        }
        let result = ["loss", "draw", "win"][points];
        println!("{}.{first}: {result} by {why} in {} turns; {}", number + 1, turns.len(), record.tally);
    }
}

/// What can be said on the command line.
const NAMES: [&str; 13] = [
    "decided",
    "variant",
    "one",
    "two",
    "go1",
    "go2",
    "set1",
    "set2",
    "openings",
    "seed",
    "concurrency",
    "patience",
    "games",
];

/// The words `name=value` of the command line.
pub struct Settings(Vec<(String, String)>);

impl Settings {
    fn read() -> Self {
        let pair = |word: String| match word.split_once('=') {
            Some((name, value)) if NAMES.contains(&name) => (name.to_owned(), value.to_owned()),
            _ => {
                eprintln!("{word} is none of {}=…", NAMES.join("=…, "));
                std::process::exit(2);
            }
        };
        Self(std::env::args().skip(1).map(pair).collect())
    }

    fn find(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    fn text(&self, name: &str, otherwise: &str) -> String {
        self.find(name).unwrap_or(otherwise).to_owned()
    }

    fn number(&self, name: &str, otherwise: u64) -> u64 {
        self.find(name)
            .map_or(otherwise, |value| value.parse().unwrap_or_else(|_| panic!("{name}={value} is no number")))
    }

    /// The variant by its value of `UCI_Variant`.
    pub fn variant_name(&self) -> String {
        self.text("variant", "duck")
    }

    fn variant(&self) -> Variant {
        let name = self.variant_name();
        let is_it = |variant: &Variant| variant.key().replace('-', "") == name;
        Variant::ALL.into_iter().find(is_it).unwrap_or_else(|| panic!("there is no variant {name}"))
    }
}

/// A game whose first turns are random, and which is even.
fn opening(variant: Variant, chance: &mut Chance) -> Vec<Turn> {
    let mut judge = Engine::new(Options { hash: 4, ..Options::default() });
    loop {
        let mut game = Game::start(variant);
        let mut made = Vec::new();
        for _ in 0..4 + 2 * chance.below(5) {
            let mut turns = Vec::new();
            game.position().for_each_turn(|turn| turns.push(turn));
            if turns.is_empty() {
                break;
            }
            let turn = chance.pick(&turns);
            game.play(turn);
            made.push(turn);
        }
        judge.forget();
        let found = judge.search(&game, &Limits::nodes(20_000), |_| ());
        if found.is_some_and(|found| found.score().as_centipawns().abs() <= EVEN) {
            return made;
        }
    }
}

/// Plays a game; the points of player 0 in halves, why it ended, and its turns.
fn play(
    players: &mut [Player; 2],
    first: usize,
    opening: &[Turn],
    decided: Option<u64>,
) -> (usize, String, Vec<String>) {
    for player in players.iter_mut() {
        player.new_game();
    }
    let mut positions = vec![Position::start(players[0].variant())];
    let mut turns: Vec<String> = Vec::new();
    for &turn in opening {
        advance(&mut positions, &mut turns, turn);
    }
    let mut decided_turns = 0;
    loop {
        let position = &positions[positions.len() - 1];
        if let Some(result) = position.result() {
            let winner = match result.outcome {
                Outcome::Win(side) => Some(side),
                Outcome::Draw | Outcome::Void => None,
            };
            // The player who has the first seat is on the first side.
            let points = winner.map_or(1, |side| if (side.index() == 0) == (first == 0) { 2 } else { 0 });
            return (points, format!("{:?}", result.ending), turns);
        }
        if position.may_claim_repetition(&positions) || position.quiet_claim().is_some() || turns.len() >= MOST_TURNS {
            return (1, "draw".to_owned(), turns);
        }
        let side = position.seating().side(position.seat_to_move()).index();
        let mover = if side == 0 { first } else { 1 - first };
        let answer = players[mover].think(&turns);
        match answer
            .and_then(|text| position.read_turn(&text).map_err(|error| Failure::Illegal(format!("{text}: {error}"))))
        {
            Ok(turn) => {
                advance(&mut positions, &mut turns, turn);
                let [one, two] = [0, 1].map(|player| players[player].score());
                let agree =
                    decided.is_some_and(|by| one.signum() != two.signum() && one.abs().min(two.abs()) >= by as i64);
                decided_turns = if agree { decided_turns + 1 } else { 0 };
                if decided_turns == DECIDED_TURNS {
                    return (if one > 0 { 2 } else { 0 }, "agreement".to_owned(), turns);
                }
            }
            Err(failure) => {
                players[mover].fail(&failure, &turns);
                return (if mover == 0 { 0 } else { 2 }, "failure".to_owned(), turns);
            }
        }
    }
}

fn advance(positions: &mut Vec<Position>, turns: &mut Vec<String>, turn: Turn) {
    let position = &positions[positions.len() - 1];
    turns.push(position.write_uci(turn));
    positions.push(position.play(turn));
}
