//! [`Session`]: does what the lines ask for.

use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;

use super::command::{Command, Go, shortened};
use super::notation::{VARIANTS, write};
use super::time::Clock;
use crate::game::Game;
use crate::limits::{Limits, Stop};
use crate::report::{Found, Report};
use crate::strength::Strength;
use crate::{Engine, Options};

/// The most threads and mebibytes that may be asked for.
const MOST_THREADS: usize = 64;
const MOST_HASH: usize = 4096;
const MOST_LINES: usize = 64;

/// Writes a line of the answer.
type Say = Arc<dyn Fn(&str) + Send + Sync>;

/// A conversation with a program that shows games.
pub struct Session {
    say: Say,
    variant: Variant,
    game: Game,
    options: Options,
    /// The Elo that is asked for, and whether it is to be kept to.
    elo: u32,
    is_limited: bool,
    engine: Arc<Mutex<Engine>>,
    thinking: Option<Thinking>,
}

/// A search that goes on.
struct Thinking {
    thread: JoinHandle<()>,
    stop: Stop,
    release: Arc<Release>,
    /// The time it has once the opponent has played what was expected.
    when_hit: Option<Duration>,
}

/// Keeps back the answer of a search that may not end by itself.
#[derive(Default)]
struct Release {
    is_released: Mutex<bool>,
    changed: Condvar,
}

impl Release {
    fn release(&self) {
        *self.is_released.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    fn wait(&self) {
        let released = self.is_released.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(released, |is_released| !*is_released));
    }
}

impl Session {
    /// A session that says each line of its answers by `say`, from several threads. Games below full strength differ by the seed.
    pub fn new(seed: u64, say: impl Fn(&str) + Send + Sync + 'static) -> Self {
        let options = Options { seed, ..Options::default() };
        Self {
            say: Arc::new(say),
            variant: Variant::Duck,
            game: Game::start(Variant::Duck),
            options,
            elo: Strength::STRONGEST,
            is_limited: false,
            engine: Arc::new(Mutex::new(Engine::new(options))),
            thinking: None,
        }
    }

    /// Does what a line asks for; breaks off when that is to quit.
    pub fn obey(&mut self, line: &str) -> ControlFlow<()> {
        match Command::read(line) {
            Ok(Command::Quit) => {
                self.stop();
                return ControlFlow::Break(());
            }
            Ok(command) => {
                if let Err(wrong) = self.run(command) {
                    self.complain(&wrong);
                }
            }
            Err(wrong) => self.complain(&wrong),
        }
        ControlFlow::Continue(())
    }

    /// Lets a search that ends by itself give its answer, and stops any other: there will be no more lines.
    pub fn end(&mut self) {
        if let Some(thinking) = &self.thinking {
            let may_end = *thinking.release.is_released.lock().unwrap_or_else(PoisonError::into_inner);
            if !may_end {
                thinking.stop.stop();
            }
        }
        self.join();
    }

    fn complain(&self, wrong: &str) {
        (self.say)(&format!("info string {wrong}"));
    }

    fn run(&mut self, command: Command<'_>) -> Result<(), String> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => (self.say)("readyok"),
            Command::NewGame => {
                self.stop();
                self.game = Game::start(self.variant);
                self.options.seed = self.options.seed.wrapping_add(1);
                let options = self.options;
                self.engine().set_options(options);
                self.engine().forget();
            }
            Command::Position { fen, turns } => self.game = self.read_game(fen.as_deref(), &turns)?,
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Go(go) => self.think(&go),
            Command::Perft(depth) => self.perft(depth),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Display => {
                let position = self.game.position();
                (self.say)(&format!("Fen: {}", position.fen()));
                (self.say)(&format!("Key: {:016X}", position.key()));
            }
            Command::Quit | Command::Nothing => (),
        }
        Ok(())
    }

    fn introduce(&self) {
        let variants: Vec<String> = VARIANTS.iter().map(|(name, _)| format!(" var {name}")).collect();
        for line in [
            concat!("id name Mallard ", env!("CARGO_PKG_VERSION")).to_owned(),
            "id author the Mallard developers".to_owned(),
            format!("option name Hash type spin default {} min 1 max {MOST_HASH}", Options::default().hash),
            format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
            format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
            "option name Clear Hash type button".to_owned(),
            "option name Ponder type check default false".to_owned(),
            "option name UCI_LimitStrength type check default false".to_owned(),
            format!(
                "option name UCI_Elo type spin default {0} min {1} max {0}",
                Strength::STRONGEST,
                Strength::WEAKEST
            ),
            format!("option name UCI_Variant type combo default duck{}", variants.concat()),
            "uciok".to_owned(),
        ] {
            (self.say)(&line);
        }
    }

    fn read_game(&self, fen: Option<&str>, turns: &[&str]) -> Result<Game, String> {
        let mut game = match fen {
            None => Game::start(self.variant),
            Some(fen) => {
                let position = Position::from_fen(self.variant, fen)
                    .map_err(|error| format!("the FEN cannot be read: {error}"))?;
                Game::new(position)
            }
        };
        for text in turns {
            let turn = game.position().read_turn(text).map_err(|error| {
                format!(
                    "{:?} cannot be played in {}: {error}; the position is as before",
                    shortened(text),
                    game.position().fen()
                )
            })?;
            game.play(turn);
        }
        Ok(game)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let between = |least: usize, most: usize| match value.parse::<usize>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name} is a number from {least} to {most}, not {:?}", shortened(value))),
        };
        let number = |most| between(1, most);
        let mut options = self.options;
        match name.to_ascii_lowercase().as_str() {
            "hash" => options.hash = number(MOST_HASH)?,
            "threads" => options.threads = number(MOST_THREADS)?,
            "multipv" => options.lines = number(MOST_LINES)?,
            "clear hash" => {
                self.stop();
                self.engine().forget();
            }
            "ponder" => (),
            "uci_limitstrength" => {
                self.is_limited = match value {
                    "true" => true,
                    "false" => false,
                    _ => return Err(format!("{name} is true or false, not {:?}", shortened(value))),
                };
            }
            "uci_elo" => self.elo = between(Strength::WEAKEST as usize, Strength::STRONGEST as usize)? as u32,
            "uci_variant" => {
                let found = VARIANTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
                let Some(&(_, variant)) = found else {
                    let names: Vec<&str> = VARIANTS.iter().map(|&(name, _)| name).collect();
                    return Err(format!("UCI_Variant is one of {}, not {:?}", names.join(", "), shortened(value)));
                };
                self.stop();
                self.variant = variant;
                self.game = Game::start(variant);
            }
            _ => {
                return Err(format!(
                    "unknown option {:?}; there are Hash, Threads, MultiPV, Clear Hash, Ponder, UCI_LimitStrength, \
                     UCI_Elo, UCI_Variant",
                    shortened(name)
                ));
            }
        }
        options.strength = self.is_limited.then(|| Strength::of_elo(self.elo));
        if options != self.options {
            self.stop();
            self.options = options;
            self.engine().set_options(options);
        }
        Ok(())
    }

    fn think(&mut self, go: &Go) {
        self.stop();
        let clock = if self.game.position().seat_to_move() == Seat::FIRST { go.white } else { go.black };
        let clock = Clock { turn: go.turn, ..clock };
        let mut timed = Limits::default();
        clock.limit(&mut timed);
        let is_limited = go.depth.is_some() || go.nodes.is_some() || timed.time.is_some();
        let waits = go.infinite || go.ponder || !is_limited;
        let mut limits = Limits { depth: go.depth, nodes: go.nodes, ..Limits::default() };
        if !waits {
            (limits.time, limits.enough) = (timed.time, timed.enough);
        }
        let release = Arc::new(Release::default());
        if !waits {
            release.release();
        }
        let stop = limits.stop.clone();
        let (engine, say, game, held) =
            (Arc::clone(&self.engine), Arc::clone(&self.say), self.game.clone(), Arc::clone(&release));
        let thread = std::thread::spawn(move || {
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let found = engine.search(&game, &limits, |report| say(&info(game.position(), report)));
            held.wait();
            say(&answer(game.position(), found.as_ref()));
        });
        let when_hit = if go.ponder && !go.infinite { timed.enough.or(timed.time) } else { None };
        self.thinking = Some(Thinking { thread, stop, release, when_hit });
    }

    /// The opponent has played what was expected: from now on the clock runs.
    fn ponder_hit(&mut self) {
        let Some(thinking) = &mut self.thinking else { return };
        thinking.release.release();
        if let Some(time) = thinking.when_hit.take() {
            let stop = thinking.stop.clone();
            std::thread::spawn(move || {
                std::thread::sleep(time);
                stop.stop();
            });
        }
    }

    /// Stops the search and waits for its answer.
    fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.stop();
        }
        self.join();
    }

    fn join(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.release.release();
            if thinking.thread.join().is_err() {
                self.complain("the search has failed; please report the position");
            }
        }
    }

    fn engine(&self) -> std::sync::MutexGuard<'_, Engine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the games of so many turns, by their first turn.
    fn perft(&mut self, depth: u32) {
        self.stop();
        let position = self.game.position();
        let mut nodes = 0;
        position.for_each_turn(|turn| {
            let count = position.play(turn).perft(depth.max(1) - 1);
            nodes += count;
            (self.say)(&format!("{}: {count}", write(position, turn)));
        });
        (self.say)(&format!("\nNodes searched: {nodes}"));
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
    }
}

fn info(position: &Position, report: &Report) -> String {
    let time = report.elapsed.as_millis();
    let per_second = (u128::from(report.nodes) * 1_000_000).checked_div(report.elapsed.as_micros()).unwrap_or(0);
    let Report { depth, deepest, number, nodes, hash_filled, line, .. } = report;
    format!(
        "info depth {depth} seldepth {deepest} multipv {number} score {} nodes {nodes} nps {per_second} hashfull {hash_filled} \
         time {time} pv {}",
        line.score,
        written(position, &line.turns).join(" ")
    )
}

fn answer(position: &Position, found: Option<&Found>) -> String {
    let Some(found) = found else { return "bestmove (none)".to_owned() };
    let line = &found.lines[0].turns;
    match written(position, &line[..line.len().min(2)]).as_slice() {
        [best, ponder] => format!("bestmove {best} ponder {ponder}"),
        best => format!("bestmove {}", best.concat()),
    }
}

/// The turns of a line that begins here.
fn written(position: &Position, turns: &[Turn]) -> Vec<String> {
    let mut position = position.clone();
    turns
        .iter()
        .map(|&turn| {
            let text = write(&position, turn);
            position = position.play(turn);
            text
        })
        .collect()
}
