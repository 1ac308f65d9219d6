//! What a line asks for.

use std::time::Duration;

use super::perft;
use super::time::Clock;

/// A line that has been understood.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command<'a> {
    Uci,
    IsReady,
    NewGame,
    Position {
        fen: Option<String>,
        turns: Vec<&'a str>,
    },
    /// No position, and why.
    NoPosition(String),
    SetOption {
        name: String,
        value: String,
    },
    Go(Go<'a>),
    Perft(u32),
    Puzzle,
    Stop,
    PonderHit,
    Display,
    Quit,
    Nothing,
}

/// What a search is asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Go<'a> {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// Within how many turns a win is looked for.
    pub mate: Option<u32>,
    pub white: Clock,
    pub black: Clock,
    pub turn: Option<Duration>,
    /// Until it is stopped.
    pub infinite: bool,
    /// Until the opponent has played what is expected, or something else.
    pub ponder: bool,
    /// The turns that are asked about; all, if none are named.
    pub only: Vec<&'a str>,
    /// What was left out of it, or counts otherwise, in words.
    pub remarks: Vec<String>,
    /// Whether something was left out.
    pub has_left_out: bool,
}

impl Go<'_> {
    fn leave_out(&mut self, remark: String) {
        self.remarks.push(remark);
        self.has_left_out = true;
    }
}

impl<'a> Command<'a> {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words.
    pub fn read(line: &'a str) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        Ok(match words.next() {
            None => Self::Nothing,
            Some("uci") => Self::Uci,
            Some("isready") => Self::IsReady,
            Some("ucinewgame") => Self::NewGame,
            Some("position") => position(words).unwrap_or_else(Self::NoPosition),
            Some("setoption") => set_option(words)?,
            Some("go") => go(words)?,
            Some("puzzle") => Self::Puzzle,
            Some("stop") => Self::Stop,
            Some("ponderhit") => Self::PonderHit,
            Some("d") => Self::Display,
            Some("quit") => Self::Quit,
            Some("debug" | "register") => Self::Nothing,
            Some(word) => {
                return Err(format!(
                    "unknown command {:?}; there are uci, isready, ucinewgame, setoption, position, go, stop, ponderhit, puzzle, d, debug, register, quit",
                    shortened(word)
                ));
            }
        })
    }
}

/// A word as it may be repeated in a message.
pub(super) fn shortened(word: &str) -> String {
    let mut short: String = word.chars().take(40).collect();
    if short.len() < word.len() {
        short.push('…');
    }
    short
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command<'a>, String> {
    let fen = match words.next() {
        Some("startpos") => {
            return match words.next() {
                None | Some("moves") => Ok(Command::Position { fen: None, turns: words.collect() }),
                Some(word) => Err(format!("expected \"moves\" after \"startpos\", not {:?}", shortened(word))),
            };
        }
        Some("fen") => words.by_ref().take_while(|&word| word != "moves").collect::<Vec<_>>().join(" "),
        _ => return Err("expected \"position startpos\" or \"position fen FEN\", then perhaps \"moves …\"".to_owned()),
    };
    Ok(Command::Position { fen: Some(fen), turns: words.collect() })
}

fn set_option<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command<'a>, String> {
    if words.next() != Some("name") {
        return Err("expected \"setoption name NAME value VALUE\"".to_owned());
    }
    let name: Vec<&str> = words.by_ref().take_while(|&word| word != "value").collect();
    let value: Vec<&str> = words.collect();
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

/// Limits that a number follows.
const NUMBERED: [&str; 10] =
    ["depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate", "perft"];
/// The others.
const PLAIN: [&str; 3] = ["infinite", "ponder", "searchmoves"];

fn is_limit(word: &str) -> bool {
    NUMBERED.contains(&word) || PLAIN.contains(&word)
}

/// Reads a search. Whoever asks for one waits for its end, so what cannot be understood is left out.
fn go<'a>(words: impl Iterator<Item = &'a str>) -> Result<Command<'a>, String> {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(turn) = words.next_if(|word| !is_limit(word)) {
                    go.only.push(turn);
                }
            }
            "perft" => return count(words.next()),
            _ if NUMBERED.contains(&word) => {
                let text = words.next_if(|word| !is_limit(word));
                match number(word, text) {
                    Ok(number) => {
                        if let Some(text) = text.filter(|text| text.starts_with('-')) {
                            go.remarks.push(format!("{word} {} is below zero and counts as 0", shortened(text)));
                        }
                        set_limit(&mut go, word, number);
                    }
                    Err(wrong) => go.leave_out(format!("{wrong}; it is left out")),
                }
            }
            _ => {
                let (numbered, plain) = (NUMBERED.join(", "), PLAIN.join(", "));
                let word = shortened(word);
                go.leave_out(format!("unknown limit {word:?} is left out; there are {numbered}, {plain}"));
            }
        }
    }
    Ok(Command::Go(go))
}

fn count<'a>(word: Option<&str>) -> Result<Command<'a>, String> {
    match u32::try_from(number("perft", word)?) {
        Ok(depth @ ..=perft::MOST_TURNS) => Ok(Command::Perft(depth)),
        _ => Err(format!("perft counts up to {} turns", perft::MOST_TURNS)),
    }
}

/// The number after a word: what is below zero is zero, and what is too great the greatest.
fn number(after: &str, word: Option<&str>) -> Result<u64, String> {
    let digits = word.map(|word| word.strip_prefix('-').unwrap_or(word));
    match (word, digits) {
        (Some(word), Some(digits)) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            Ok(if digits == word { digits.parse().unwrap_or(u64::MAX) } else { 0 })
        }
        (Some(word), _) => Err(format!("expected a number after {after:?}, not {:?}", shortened(word))),
        (None, _) => Err(format!("expected a number after {after:?}")),
    }
}

fn set_limit(go: &mut Go<'_>, word: &str, number: u64) {
    let time = Duration::from_millis(number.min(1 << 40));
    let count = u32::try_from(number).unwrap_or(u32::MAX);
    match word {
        "depth" => go.depth = Some(count),
        "mate" => (go.mate, go.depth) = (Some(count), Some(count.saturating_mul(2))),
        "nodes" => go.nodes = Some(number),
        "movetime" => go.turn = Some(time),
        "movestogo" => (go.white.turns, go.black.turns) = (Some(count), Some(count)),
        "wtime" => go.white.left = Some(time),
        "btime" => go.black.left = Some(time),
        "winc" => go.white.increment = time,
        _ => go.black.increment = time,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let position = Command::Position { fen: Some("8/8 w".to_owned()), turns: vec!["e2e4,e4d6"] };
        assert_eq!(Command::read("position fen 8/8 w moves e2e4,e4d6"), Ok(position));
        let option = Command::SetOption { name: "clear hash".to_owned(), value: String::new() };
        assert_eq!(Command::read(" setoption name clear  hash"), Ok(option));
        let clock = |left| Clock { left: Some(Duration::from_millis(left)), ..Clock::default() };
        let remarks = vec!["btime -3 is below zero and counts as 0".to_owned()];
        let go = Go { white: clock(5), black: clock(0), depth: Some(7), remarks, ..Go::default() };
        assert_eq!(Command::read("go wtime 5 btime -3 depth 7"), Ok(Command::Go(go)));
        assert_eq!(Command::read("go perft 3"), Ok(Command::Perft(3)));
        assert_eq!(Command::read("puzzle"), Ok(Command::Puzzle));
        let go = Go { only: vec!["a2a3,a3h3", "O-O@e5"], infinite: true, ..Go::default() };
        assert_eq!(Command::read("go searchmoves a2a3,a3h3 O-O@e5 infinite"), Ok(Command::Go(go)));
        let Ok(Command::Go(go)) = Command::read("go depth fast nodes infinite 7 movetime 1e3 depth 3") else {
            panic!()
        };
        assert_eq!((go.depth, go.nodes, go.turn, go.infinite, go.remarks.len()), (Some(3), None, None, true, 4));
        let go = Go { nodes: Some(u64::MAX), ..Go::default() };
        assert_eq!(Command::read("go nodes 99999999999999999999"), Ok(Command::Go(go)));
    }

    #[test]
    fn what_is_wrong_with_a_line_is_said() {
        for (line, said) in [
            ("mate", "unknown command"),
            ("go perft -", "expected a number after \"perft\", not \"-\""),
            ("go perft 1000", "up to 32"),
            ("go perft", "expected a number"),
            ("setoption Hash 5", "expected \"setoption name"),
        ] {
            assert!(Command::read(line).unwrap_err().contains(said), "{line}");
        }
        for (line, said) in
            [("position", "expected \"position startpos\""), ("position startpos e2e4", "expected \"moves\"")]
        {
            assert!(matches!(Command::read(line), Ok(Command::NoPosition(wrong)) if wrong.contains(said)), "{line}");
        }
    }
}
