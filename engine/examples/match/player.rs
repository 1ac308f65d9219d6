//! [`Player`]: a program that plays, and how it keeps to its time.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use domain::rules::variant::Variant;

use crate::Settings;

/// What is more than this over the time for a turn is an overrun.
const OVERRUN: Duration = Duration::from_millis(20);

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

/// A program that plays, started anew when it has ended.
pub struct Player {
    program: Vec<String>,
    options: Vec<(String, String)>,
    go: String,
    variant: Variant,
    conversation: Conversation,
    turns: u64,
    nodes: u64,
    depths: u64,
    thought: Duration,
    overruns: u64,
    longest: Duration,
    failures: u64,
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
    /// Starts a program: its path and its arguments, separated by spaces.
    pub fn start(program: &str, options: &str, go: &str, settings: &Settings) -> Self {
        let program: Vec<String> = program.split_whitespace().map(str::to_owned).collect();
        assert!(!program.is_empty(), "say which programs play: one=PROGRAM two=PROGRAM");
        let mut options: Vec<(String, String)> = options
            .split(',')
            .filter_map(|pair| pair.split_once('='))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        options.push(("UCI_Variant".to_owned(), settings.variant_name()));
        let conversation = Conversation::start(&program, &options);
        Self {
            program,
            options,
            go: go.to_owned(),
            variant: settings.variant(),
            conversation,
            turns: 0,
            nodes: 0,
            depths: 0,
            thought: Duration::ZERO,
            overruns: 0,
            longest: Duration::ZERO,
            failures: 0,
        }
    }

    pub fn variant(&self) -> Variant {
        self.variant
    }

    pub fn new_game(&mut self) {
        self.conversation.say("ucinewgame");
        self.conversation.wait_until_ready();
    }

    /// Its turn after these.
    pub fn think(&mut self, turns: &[String], patience: Duration) -> Result<String, Failure> {
        self.conversation.say(&format!("position startpos moves {}", turns.join(" ")));
        let began = Instant::now();
        self.conversation.say(&format!("go {}", self.go));
        let (mut nodes, mut depth) = (0, 0);
        loop {
            let line = match self.conversation.lines.recv_timeout(patience) {
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
                }
                _ => (),
            }
        }
    }

    fn count(&mut self, took: Duration, nodes: u64, depth: u64) {
        self.turns += 1;
        self.nodes += nodes;
        self.depths += depth;
        self.thought += took;
        self.longest = self.longest.max(took);
        let allowed = after(&self.go, "movetime").map(Duration::from_millis);
        self.overruns += u64::from(allowed.is_some_and(|allowed| took > allowed + OVERRUN));
    }

    /// It has lost a game that was not over.
    pub fn fail(&mut self, failure: &Failure, turns: &[String]) {
        eprintln!("{} {failure} after {}", self.program.join(" "), turns.join(" "));
        self.failures += 1;
        self.conversation = Conversation::start(&self.program, &self.options);
    }

    pub fn statistics(&self) -> String {
        let turns = self.turns.max(1);
        format!(
            "{} turns, {:.0} nodes/s, mean depth {:.1}, {:.1} ms a turn, longest {} ms, {} overruns, {} failures",
            self.turns,
            self.nodes as f64 / self.thought.as_secs_f64().max(0.001),
            self.depths as f64 / turns as f64,
            self.thought.as_secs_f64() * 1000.0 / turns as f64,
            self.longest.as_millis(),
            self.overruns,
            self.failures
        )
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
        while self.lines.recv_timeout(Duration::from_secs(60)).is_ok_and(|line| line.trim() != awaited) {}
    }
}

/// The number after a word.
fn after(line: &str, word: &str) -> Option<u64> {
    line.split_whitespace().skip_while(|&found| found != word).nth(1)?.parse().ok()
}
