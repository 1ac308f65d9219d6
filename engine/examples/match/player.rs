//! [`Player`]: a program that plays, and how it keeps to its time.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use domain::rules::variant::Variant;

use crate::Settings;
use crate::statistics::Statistics;

/// What is more than this over the time for a turn is an overrun.
const OVERRUN: Duration = Duration::from_millis(20);
/// What a certain win is worth, in centipawns.
const CERTAIN: i64 = 30_000;

/// Why a program has lost a game that was not over.
pub enum Failure {
    Illegal(String),
    Silent,
    Gone,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(why) => write!(f, "made an illegal turn, {why}"),
            Self::Silent => f.write_str("does not answer"),
            Self::Gone => f.write_str("has ended"),
        }
    }
}

/// A program that plays, started again when it has ended.
pub struct Player {
    program: Vec<String>,
    options: Vec<(String, String)>,
    go: String,
    variant: Variant,
    /// How long an answer is waited for.
    patience: Duration,
    conversation: Conversation,
    statistics: Statistics,
    /// What it said last of the game, in centipawns for itself.
    score: i64,
}

struct Conversation {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Conversation {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Player {
    /// Starts the program of this number: its path and its arguments, separated by spaces.
    pub fn of(number: &str, settings: &Settings) -> Self {
        let name = if number == "1" { "one" } else { "two" };
        let program: Vec<String> = settings.text(name, "").split_whitespace().map(str::to_owned).collect();
        assert!(!program.is_empty(), "say which programs play: one=PROGRAM two=PROGRAM");
        let mut options: Vec<(String, String)> = settings
            .text(&format!("set{number}"), "")
            .split(',')
            .filter_map(|pair| pair.split_once('='))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        options.push(("UCI_Variant".to_owned(), settings.variant_name()));
        let conversation = Conversation::start(&program, &options);
        Self {
            program,
            options,
            go: settings.text(&format!("go{number}"), "movetime 50"),
            variant: settings.variant(),
            patience: Duration::from_secs(settings.number("patience", 60)),
            conversation,
            statistics: Statistics::default(),
            score: 0,
        }
    }

    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// What it said last of the game, in centipawns for itself.
    pub const fn score(&self) -> i64 {
        self.score
    }

    pub fn new_game(&mut self) {
        self.score = 0;
        self.conversation.say("ucinewgame");
        self.conversation.wait_until_ready();
    }

    /// Its turn after these.
    pub fn think(&mut self, turns: &[String]) -> Result<String, Failure> {
        self.conversation.say(&format!("position startpos moves {}", turns.join(" ")));
        let began = Instant::now();
        self.conversation.say(&format!("go {}", self.go));
        let (mut nodes, mut depth) = (0, 0);
        loop {
            // Lines that are no answer do not make the wait longer.
            let line = match self.conversation.lines.recv_timeout(self.patience.saturating_sub(began.elapsed())) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(Failure::Silent),
                Err(RecvTimeoutError::Disconnected) => return Err(Failure::Gone),
            };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    self.count(began.elapsed(), nodes, depth);
                    return Ok(words.next().unwrap_or_default().to_owned());
                }
                Some("info") => {
                    nodes = after(&line, "nodes").unwrap_or(nodes);
                    depth = after(&line, "depth").unwrap_or(depth);
                    self.score = score(&line).unwrap_or(self.score);
                }
                _ => (),
            }
        }
    }

    fn count(&mut self, took: Duration, nodes: u64, depth: u64) {
        let allowed = after(&self.go, "movetime").map(Duration::from_millis);
        self.statistics.add(&Statistics {
            turns: 1,
            nodes,
            depths: depth,
            thought: took,
            longest: took,
            overruns: u64::from(allowed.is_some_and(|allowed| took > allowed + OVERRUN)),
            failures: [0; 3],
        });
    }

    /// It has lost a game that was not over.
    pub fn fail(&mut self, failure: &Failure, turns: &[String]) {
        eprintln!("{} {failure} after {}", self.program.join(" "), turns.join(" "));
        let kind = match failure {
            Failure::Illegal(_) => 0,
            Failure::Silent => 1,
            Failure::Gone => 2,
        };
        self.statistics.failures[kind] += 1;
        self.conversation = Conversation::start(&self.program, &self.options);
    }

    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}

impl Conversation {
    fn start(program: &[String], options: &[(String, String)]) -> Self {
        let mut child = Command::new(&program[0])
            .args(&program[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{} cannot be started: {error}", program[0]));
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else { panic!("both were piped") };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut conversation = Self { child, input, lines };
        conversation.say("uci");
        conversation.wait_for("uciok");
        for (name, value) in options {
            conversation.say(&format!("setoption name {name} value {value}"));
        }
        conversation.wait_until_ready();
        conversation
    }

    fn say(&mut self, line: &str) {
        // Whether it still listens shows when it is to answer.
        let _ = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
    }

    fn wait_until_ready(&mut self) {
        self.say("isready");
        self.wait_for("readyok");
    }

    fn wait_for(&mut self, awaited: &str) {
        let began = Instant::now();
        let rest = || Duration::from_secs(60).saturating_sub(began.elapsed());
        while self.lines.recv_timeout(rest()).is_ok_and(|line| line.trim() != awaited) {}
    }
}

/// The number after a word.
fn after(line: &str, word: &str) -> Option<u64> {
    line.split_whitespace().skip_while(|&found| found != word).nth(1)?.parse().ok()
}

/// The score of a line of information; a certain win or loss is worth more than any other.
fn score(line: &str) -> Option<i64> {
    let mut words = line.split_whitespace().skip_while(|&word| word != "score").skip(1);
    match (words.next()?, words.next()?.parse().ok()?) {
        ("mate", turns) => Some(if turns > 0 { CERTAIN } else { -CERTAIN }),
        (_, centipawns) => Some(centipawns),
    }
}
