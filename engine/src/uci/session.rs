//! [`Session`]: does what the lines ask for.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;

use super::answer::{best_move, board, game_over, info, total};
use super::command::{Command, Go};
use super::mate::{Proof, prove};
use super::options::{self, Change, Settings};
use super::perft::{AT_A_STRETCH, perft};
use super::puzzle;
use super::refusal::{of_fen, read_turn};
use super::thinking::{Answer, Release, Thinking};
use super::ticker::{A_TICK, ticking};
use super::time::Clock;
use crate::game::Game;
use crate::limits::{Limits, Stop};
use crate::report::{Found, Report};
use crate::tables::Tables;
use crate::{Engine, Options};

/// What is said in place of a turn.
const NO_TURN: &str = "bestmove (none)";

/// What is said where a position is needed.
const NO_POSITION: &str = "there is no position, as the last one was refused: send another, or ucinewgame";

/// How long a search goes on after the end of input: whoever asked may be gone.
const AFTER_THE_END: Duration = Duration::from_secs(60);

/// Writes a line of the answer.
type Say = Arc<dyn Fn(&str) + Send + Sync>;

/// A conversation with a program that shows games.
pub struct Session {
    say: Say,
    variant: Variant,
    /// What is searched; nothing after a position that was refused.
    game: Option<Game>,
    settings: Settings,
    engine: Arc<Mutex<Engine>>,
    thinking: Option<Thinking>,
    /// Tables that are still being read.
    reading: Option<JoinHandle<ReadTables>>,
}

/// Tables of endings from files, and what is wrong with files that could not be read.
#[derive(Default)]
pub struct ReadTables {
    /// What was read.
    pub tables: Tables,
    /// A sentence for each file that is left out.
    pub wrong: Vec<String>,
}

impl Session {
    /// A session that says each line of its answers by `say`, from several threads. Games below full strength differ by the seed.
    pub fn new(seed: u64, say: impl Fn(&str) + Send + Sync + 'static) -> Self {
        let settings = Settings::new(Options { seed, ..Options::default() });
        Self {
            say: Arc::new(say),
            variant: Variant::Duck,
            game: Some(Game::start(Variant::Duck)),
            engine: Arc::new(Mutex::new(Engine::new(settings.search))),
            settings,
            thinking: None,
            reading: None,
        }
    }

    /// Lets the engine ask more tables of endings, which are read on a thread of their own: who starts a program waits only some seconds for
    /// the answer to `uci`. Any other command waits until they are read; then it is said how many there are.
    pub fn read_tables(&mut self, read: impl FnOnce() -> ReadTables + Send + 'static) {
        self.take_tables();
        self.reading = Some(std::thread::spawn(read));
    }

    /// Waits for the tables, if some are being read.
    fn take_tables(&mut self) {
        let Some(reading) = self.reading.take() else { return };
        // A search holds the engine.
        self.stop();
        let Ok(ReadTables { tables, wrong }) = reading.join() else {
            return self.inform("the tables of endings could not be read");
        };
        wrong.iter().for_each(|wrong| self.inform(&format!("{wrong}; the file is left out")));
        self.inform(&format!("tables of endings read: {}", tables.iter().count()));
        self.engine().use_tables(tables);
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
                    self.inform(&wrong);
                }
            }
            Err(wrong) => self.inform(&wrong),
        }
        ControlFlow::Continue(())
    }

    /// Lets a search that ends by itself give its answer, if that takes no more than a minute, and stops any other: there will be no
    /// more lines. If tables are still being read, nothing was asked that needs them, but what is wrong with them is said.
    pub fn end(&mut self) {
        self.take_tables();
        self.finish(|thinking| thinking.end_within(AFTER_THE_END));
    }

    /// Says what somebody should know, such as what is wrong with a line.
    pub fn inform(&self, words: &str) {
        (self.say)(&format!("info string {words}"));
    }

    fn run(&mut self, command: Command<'_>) -> Result<(), String> {
        if !matches!(command, Command::Uci | Command::Nothing) {
            self.take_tables();
        }
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => (self.say)("readyok"),
            Command::NewGame => {
                self.stop();
                self.game = Some(Game::start(self.variant));
                self.settings.search.seed = self.settings.search.seed.wrapping_add(1);
                let options = self.settings.search;
                // Another seed makes it forget.
                self.engine().set_options(options).map_err(|error| error.to_string())?;
            }
            Command::Position { fen, turns } => {
                // Who has not heard of a mistake must not get a turn of the position before.
                self.game = None;
                self.game = Some(self.read_game(fen.as_deref(), &turns)?);
            }
            Command::NoPosition(wrong) => {
                self.game = None;
                return Err(wrong);
            }
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Go(go) => self.think(&go),
            Command::Perft(depth) => self.count(depth)?,
            Command::Puzzle => self.look_for_puzzle(),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.hit();
                }
            }
            Command::Display => {
                let position = self.game.as_ref().ok_or(NO_POSITION)?.position();
                board(position).iter().for_each(|line| (self.say)(line));
                (self.say)(&format!("Fen: {}", position.fen()));
                (self.say)(&format!("Key: {:016X}", position.key()));
            }
            Command::Quit | Command::Nothing => (),
        }
        Ok(())
    }

    fn introduce(&self) {
        (self.say)(concat!("id name Mallard ", env!("CARGO_PKG_VERSION")));
        (self.say)("id author the Mallard developers");
        for line in options::list() {
            (self.say)(&line);
        }
        (self.say)("uciok");
    }

    fn read_game(&self, fen: Option<&str>, turns: &[&str]) -> Result<Game, String> {
        let mut game = match fen {
            None => Game::start(self.variant),
            Some(fen) => {
                let position = Position::from_fen(self.variant, fen).map_err(|error| of_fen(&error))?;
                Game::new(position)
            }
        };
        for (number, text) in (1..).zip(turns) {
            let read = read_turn(game.position(), text);
            game.play(read.map_err(|wrong| format!("turn {number}: {wrong}"))?);
        }
        Ok(game)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        match self.settings.change(name, value)? {
            Change::Settings(settings) if settings != self.settings => {
                self.stop();
                self.engine().set_options(settings.search).map_err(|error| error.to_string())?;
                self.settings = settings;
            }
            Change::Forget => {
                self.stop();
                self.engine().forget();
            }
            Change::Variant(variant) => {
                self.stop();
                self.variant = variant;
                self.game = Some(Game::start(variant));
            }
            Change::Settings(_) | Change::Nothing => (),
        }
        Ok(())
    }

    fn think(&mut self, go: &Go<'_>) {
        // Its answer comes before what is said of this one.
        self.stop();
        go.remarks.iter().for_each(|remark| self.inform(remark));
        let Some(game) = self.game.clone() else { return self.search_nothing(go) };
        let position = game.position();
        if let Some(result) = position.result() {
            self.inform(&game_over(result, position.seating()));
        }
        let only = self.read_only(position, &go.only);
        if only.is_empty() && !go.only.is_empty() {
            self.inform("none of the turns after searchmoves can be played; all are searched");
        }
        let clock = match position.seat_to_move() {
            Seat::FIRST => go.white.or(go.black),
            _ => go.black.or(go.white),
        };
        let mut timed = Limits::default();
        Clock { turn: go.turn, overhead: self.settings.overhead, ..clock }.limit(&mut timed);
        let is_limited = go.depth.is_some() || go.nodes.is_some() || timed.time.is_some();
        if go.has_left_out && !is_limited && !go.infinite {
            self.inform("no limit is left: the search goes on until stop");
        }
        // There is nothing to search where a game is over.
        let is_endless = !is_limited && position.result().is_none();
        let answer = if go.infinite || is_endless {
            Answer::WhenStopped
        } else if go.ponder {
            // It has thought already, so that it gets no more than is enough.
            Answer::WhenHit(timed.enough.or(timed.time))
        } else {
            Answer::AtTheEnd
        };
        let mut limits = Limits { depth: go.depth, nodes: go.nodes, only, ..Limits::default() };
        if answer == Answer::AtTheEnd {
            (limits.time, limits.enough) = (timed.time, timed.enough);
        }
        // A weaker player does not prove anything.
        let mate = go.mate.filter(|_| self.settings.search.strength.is_none());
        let engine = Arc::clone(&self.engine);
        self.begin(limits.stop.clone(), answer, Some(NO_TURN), move |say, release| {
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let (began, told) = (Instant::now(), Cell::new(0));
            let report = |report: &Report| {
                told.set(report.nodes);
                say(&info(game.position(), report, began.elapsed()));
            };
            let found = ticking(&**say, &limits.visited, (began, A_TICK), |put_off| {
                let report = |found: &Report| {
                    put_off(found.nodes);
                    report(found);
                };
                match mate.map_or(Proof::Unknown, |turns| prove(game.position(), turns, &limits)) {
                    Proof::Win(win) => {
                        report(&win);
                        return Some(Found { lines: vec![win.line], depth: win.depth, nodes: win.nodes });
                    }
                    Proof::NoWin => say("info string there is no win of so few turns"),
                    Proof::Unknown => {}
                }
                engine.search(&game, &limits, report)
            });
            if let Some(found) = found.as_ref().filter(|found| found.nodes > told.get()) {
                say(&total(found.nodes, began.elapsed()));
            }
            release.wait();
            say(&best_move(game.position(), found.as_ref()));
        });
    }

    /// Answers where there is no position.
    fn search_nothing(&mut self, go: &Go<'_>) {
        self.stop();
        self.inform(NO_POSITION);
        let answer = if go.infinite {
            Answer::WhenStopped
        } else if go.ponder {
            Answer::WhenHit(None)
        } else {
            Answer::AtTheEnd
        };
        self.begin(Stop::default(), answer, Some(NO_TURN), move |say, release| {
            release.wait();
            say(NO_TURN);
        });
    }

    /// The legal ones of these turns.
    fn read_only(&self, position: &Position, texts: &[&str]) -> Vec<Turn> {
        let read = |text: &&str| match read_turn(position, text) {
            Ok(turn) => Some(turn),
            Err(wrong) => {
                self.inform(&format!("{wrong}; it is left out"));
                None
            }
        };
        texts.iter().filter_map(read).collect()
    }

    fn count(&mut self, depth: u32) -> Result<(), String> {
        self.stop();
        let game = self.game.clone().ok_or(NO_POSITION)?;
        let stop = Stop::default();
        if depth <= AT_A_STRETCH {
            // Scripts send all their lines at once.
            perft(game.position(), depth, &stop, &*self.say);
            return Ok(());
        }
        self.begin(stop.clone(), Answer::AtTheEnd, None, move |say, _| perft(game.position(), depth, &stop, &**say));
        Ok(())
    }

    fn look_for_puzzle(&mut self) {
        self.stop();
        let (stop, game) = (Stop::default(), self.game.clone());
        self.begin(stop.clone(), Answer::AtTheEnd, Some("puzzle none"), move |say, _| {
            say(&puzzle::answer(game.as_ref(), &stop));
        });
    }

    /// Begins work that says what it finds; if it fails, `without` is said in place of its answer.
    fn begin(
        &mut self,
        stop: Stop,
        answer: Answer,
        without: Option<&'static str>,
        work: impl FnOnce(&Say, &Release) + Send + 'static,
    ) {
        let say = Arc::clone(&self.say);
        self.thinking = Some(Thinking::begin(stop, answer, move |release| {
            let last_words = LastWords { say, without };
            work(&last_words.say, release);
        }));
    }

    /// Stops the search and waits for its answer.
    fn stop(&mut self) {
        self.finish(Thinking::stop);
    }

    fn finish(&mut self, how: impl FnOnce(Thinking)) {
        self.thinking.take().map(how);
    }

    fn engine(&self) -> MutexGuard<'_, Engine> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
    }
}

/// What a thread says when it panics: nobody is to wait for its answer.
struct LastWords {
    say: Say,
    without: Option<&'static str>,
}

impl Drop for LastWords {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.say)("info string the search has failed; please report the position");
            self.without.into_iter().for_each(|answer| (self.say)(answer));
        }
    }
}
