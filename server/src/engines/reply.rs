//! Reading what an engine says.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use domain::rules::position::Position;
use domain::rules::puzzle::Puzzle;
use domain::rules::turn::Turn;

use super::process::EngineFailure;
use super::search::{EngineLine, EngineScore, Found};

/// The lines of a search that were said so far, by their number.
#[derive(Default)]
pub(super) struct Reply {
    lines: BTreeMap<usize, EngineLine>,
    /// The same when all of them were of one depth last: scores of different depths cannot be compared.
    of_one_depth: BTreeMap<usize, EngineLine>,
}

impl Reply {
    /// Takes in a line of an engine that searches a position; what was found, if it was the last.
    ///
    /// # Errors
    /// The turn to play is not legal.
    pub fn take(&mut self, position: &Position, line: &str) -> Result<Option<Found>, EngineFailure> {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("info") => {
                if let Some((number, line)) = info(position, words) {
                    let depth = line.depth;
                    self.lines.insert(number, line);
                    if self.lines.values().all(|line| line.depth == depth) {
                        self.of_one_depth.clone_from(&self.lines);
                    }
                }
                Ok(None)
            }
            Some("bestmove") => {
                let said = words.next().unwrap_or_default();
                let best = position.read_turn(said).map_err(|_| EngineFailure::IllegalTurn(shortened(said)))?;
                Ok(Some(Found { best, lines: std::mem::take(self).into_lines() }))
            }
            _ => Ok(None),
        }
    }

    /// The lines that were found, the best first.
    fn into_lines(self) -> Vec<EngineLine> {
        let has_all = self.of_one_depth.len() == self.lines.len();
        let mut lines: Vec<_> = if has_all { self.of_one_depth } else { self.lines }.into_values().collect();
        lines.sort_by_key(|line| Reverse(line.score.order()));
        lines
    }
}

/// The number of a line, and the line; `None` if no line is told of, or only a bound of its score.
fn info<'a>(position: &Position, mut words: impl Iterator<Item = &'a str>) -> Option<(usize, EngineLine)> {
    let (mut number, mut depth, mut score) = (1, 0, None);
    while let Some(word) = words.next() {
        match word {
            "multipv" => number = words.next()?.parse().ok()?,
            "depth" => depth = words.next()?.parse().ok()?,
            "score" => score = Some(read_score(&mut words)?),
            "lowerbound" | "upperbound" | "string" => return None,
            "pv" => {
                let turns = legal_turns(position, words);
                return (!turns.is_empty()).then_some((number, EngineLine { score: score?, depth, turns }));
            }
            _ => {}
        }
    }
    None
}

fn read_score<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<EngineScore> {
    let (unit, number) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    match unit {
        "cp" => Some(EngineScore::Centipawns(number)),
        // Zero is said of a position that is lost already.
        "mate" if number > 0 => Some(EngineScore::WinIn(number.unsigned_abs())),
        "mate" => Some(EngineScore::LossIn(number.unsigned_abs())),
        _ => None,
    }
}

/// The turns of a line up to the first that is not legal.
fn legal_turns<'a>(position: &Position, words: impl Iterator<Item = &'a str>) -> Vec<Turn> {
    let mut position = position.clone();
    let mut turns = Vec::new();
    for word in words {
        let Ok(turn) = position.read_turn(word) else { break };
        position = position.play(turn);
        turns.push(turn);
    }
    turns
}

/// The puzzle that was found, or that there is none.
///
/// # Errors
/// It is no puzzle.
pub(super) fn read_puzzle(said: &str) -> Result<Option<Puzzle>, EngineFailure> {
    match said.trim() {
        "none" => Ok(None),
        text => serde_json::from_str(text)
            .map(Some)
            .map_err(|source| EngineFailure::NoPuzzle { said: shortened(text), source }),
    }
}

/// The beginning of what was said, for the log.
fn shortened(said: &str) -> String {
    said.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use domain::rules::variant::Variant;

    use super::*;

    fn after(lines: &[&str]) -> Result<Found, EngineFailure> {
        let position = Position::start(Variant::Duck);
        let mut reply = Reply::default();
        for line in lines {
            if let Some(found) = reply.take(&position, line)? {
                return Ok(found);
            }
        }
        panic!("no end in {lines:?}");
    }

    #[test]
    fn the_last_word_on_each_line_counts() {
        let found = after(&[
            "info string all kinds of things score cp 7 pv e2e4,e4d6",
            "info depth 1 seldepth 3 multipv 1 score cp 20 nodes 5 pv d2d4,d4e6",
            "info depth 2 multipv 2 score mate -2 pv a2a3,a3a4",
            "info depth 2 multipv 1 score cp 31 nps 9 pv e2e4,e4d6 e7e6,e6e3 nonsense e2e4,e4d6",
            "info depth 3 multipv 1 score cp 900 lowerbound pv e2e4,e4d6",
            "bestmove e2e4,e4d6 ponder e7e6,e6e3",
        ])
        .unwrap();
        assert_eq!(found.score(), Some(EngineScore::Centipawns(31)));
        assert_eq!(found.lines.iter().map(|line| line.turns.len()).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(found.lines[1].score, EngineScore::LossIn(2));
        assert_eq!(Position::start(Variant::Duck).write_turn(found.best), "e4@d6");
    }

    #[test]
    fn lines_are_of_one_depth_and_the_best_is_first() {
        let said = [
            "info depth 4 multipv 1 score cp 30 pv e2e4,e4d6",
            "info depth 4 multipv 2 score mate 5 pv d2d4,d4e6",
            "info depth 4 multipv 3 score cp 90 pv a2a3,a3a4",
        ];
        let scores = |found: Found| found.lines.iter().map(|line| line.score).collect::<Vec<_>>();
        let expected = [EngineScore::WinIn(5), EngineScore::Centipawns(90), EngineScore::Centipawns(30)];
        let broken_off = "info depth 5 multipv 1 score cp 10 pv e2e4,e4d6";
        let end = "bestmove e2e4,e4d6";
        assert_eq!(scores(after(&[&said[..], &[end]].concat()).unwrap()), expected);
        assert_eq!(scores(after(&[&said[..], &[broken_off, end]].concat()).unwrap()), expected);
    }

    #[test]
    fn an_illegal_turn_is_a_failure() {
        for lie in ["bestmove e2e5,e5d6", "bestmove (none)", "bestmove", "bestmove e2e4"] {
            assert!(matches!(after(&[lie]), Err(EngineFailure::IllegalTurn(_))), "{lie}");
        }
    }

    #[test]
    fn a_score_turns_with_the_side() {
        assert_eq!(EngineScore::WinIn(3).reversed(), EngineScore::LossIn(3));
        let chances = EngineScore::Centipawns(120).winning_chances();
        assert!(chances > 0.5 && (chances + EngineScore::Centipawns(-120).winning_chances() - 1.0).abs() < 1e-9);
    }
}
