//! [`EvaluatedLine`]: what an engine found in a position, in the notation of the site.

use domain::rules::position::Position;
use serde::{Deserialize, Serialize};

use crate::engines::{EngineLine, EngineScore, Found};

/// How many turns of a line are kept: what comes later is guesswork.
const MOST_TURNS: usize = 6;

/// A line that an engine found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluatedLine {
    /// How good it is for the side to move.
    pub score: EngineScore,
    /// How many turns ahead the engine looked.
    pub depth: u32,
    /// Its turns: `Nf3@e5`.
    pub turns: Vec<String>,
}

impl EvaluatedLine {
    /// What was found in a position, the best first. An engine that says no score has found nothing.
    pub fn all(position: &Position, found: &Found) -> Vec<Self> {
        found.lines.iter().map(|line| Self::new(position, line)).collect()
    }

    fn new(position: &Position, line: &EngineLine) -> Self {
        let mut position = position.clone();
        let turns = line.turns.iter().take(MOST_TURNS).map(|&turn| {
            let text = position.write_turn(turn);
            position = position.play(turn);
            text
        });
        Self { turns: turns.collect(), score: line.score, depth: line.depth }
    }

    /// Its first turn.
    pub fn first(&self) -> Option<&str> {
        self.turns.first().map(String::as_str)
    }

    /// The line with the numbers of its turns, as it begins in a position: `12... Nf6@e5 13. Qxd4@c3`.
    pub fn numbered(&self, position: &Position) -> String {
        let mut position = position.clone();
        let mut words = Vec::new();
        for text in &self.turns {
            let Ok(turn) = position.read_turn(text) else { break };
            let is_first = position.seat_to_move().index() == 0;
            match (is_first, words.is_empty()) {
                (true, _) => words.push(format!("{}.", position.fullmove_number())),
                (false, true) => words.push(format!("{}...", position.fullmove_number())),
                (false, false) => {}
            }
            words.push(text.clone());
            position = position.play(turn);
        }
        words.join(" ")
    }
}

/// A score as tables have it: `+1.3`, `−0.4`, `#3`, `−#2`; `won` or `lost` where the game is over. Pawns are the engine's own
/// measure.
pub fn score_in_pawns(score: EngineScore) -> String {
    match score {
        EngineScore::Centipawns(score) if score.unsigned_abs() < 5 => "0.0".to_owned(),
        EngineScore::Centipawns(score) => {
            let sign = if score < 0 { "−" } else { "+" };
            let tenths = (score.unsigned_abs() + 5) / 10;
            format!("{sign}{}.{}", tenths / 10, tenths % 10)
        }
        EngineScore::WinIn(0) => "won".to_owned(),
        EngineScore::LossIn(0) => "lost".to_owned(),
        EngineScore::WinIn(turns) => format!("#{turns}"),
        EngineScore::LossIn(turns) => format!("−#{turns}"),
    }
}

/// A score as PGN has it in `[%eval …]`: `0.31`, `-1.25`, `#3`, `#-2`; none where the game is over.
pub fn score_in_pgn(score: EngineScore) -> Option<String> {
    match score {
        EngineScore::WinIn(0) | EngineScore::LossIn(0) => None,
        EngineScore::Centipawns(score) => Some(format!("{:.2}", f64::from(score) / 100.0)),
        EngineScore::WinIn(turns) => Some(format!("#{turns}")),
        EngineScore::LossIn(turns) => Some(format!("#-{turns}")),
    }
}

/// Reads a score as programs write it in `[%eval …]`, perhaps with a depth: `0.31`, `#-2`, `0.31,18`. ChessBase and Fritz write
/// hundredths of a pawn, always with a depth and never with a point: `31,18`.
pub fn read_score_in_pgn(written: &str) -> Option<EngineScore> {
    let (score, has_depth) = written.split_once(',').map_or((written, false), |(score, _)| (score, true));
    let score = score.trim();
    if let Some(turns) = score.strip_prefix('#') {
        let turns: i32 = turns.parse().ok().filter(|&turns| turns != 0)?;
        let count = turns.unsigned_abs();
        return Some(if turns > 0 { EngineScore::WinIn(count) } else { EngineScore::LossIn(count) });
    }
    if has_depth && let Ok(centipawns) = score.parse::<i32>() {
        return (centipawns.abs() < 100_000).then_some(EngineScore::Centipawns(centipawns));
    }
    let pawns: f64 = score.parse().ok().filter(|pawns: &f64| pawns.abs() < 1_000.0)?;
    Some(EngineScore::Centipawns((pawns * 100.0).round() as i32))
}

#[cfg(test)]
mod tests {
    use domain::rules::variant::Variant;

    use super::*;

    #[test]
    fn a_line_is_numbered_from_where_it_begins() {
        let start = Position::start(Variant::Duck);
        let turns = ["e4@e6", "d5@d3", "exd5@a3"].map(str::to_owned).to_vec();
        let line = EvaluatedLine { score: EngineScore::Centipawns(31), depth: 9, turns };
        assert_eq!(line.numbered(&start), "1. e4@e6 d5@d3 2. exd5@a3");
        let after = start.play(start.read_turn("e4@e6").unwrap());
        let reply = EvaluatedLine { turns: line.turns[1..].to_vec(), ..line };
        assert_eq!(reply.numbered(&after), "1... d5@d3 2. exd5@a3");
    }

    #[test]
    fn scores_are_written_for_tables_and_for_programs() {
        let written = |score| (score_in_pawns(score), score_in_pgn(score).unwrap_or_default());
        let expected = |table: &str, pgn: &str| (table.to_owned(), pgn.to_owned());
        assert_eq!(written(EngineScore::Centipawns(131)), expected("+1.3", "1.31"));
        assert_eq!(written(EngineScore::Centipawns(-7)), expected("−0.1", "-0.07"));
        assert_eq!(written(EngineScore::Centipawns(4)), expected("0.0", "0.04"));
        assert_eq!(written(EngineScore::WinIn(3)), expected("#3", "#3"));
        assert_eq!(written(EngineScore::LossIn(2)), expected("−#2", "#-2"));
        assert_eq!(written(EngineScore::WinIn(0)), expected("won", ""), "the king was captured");
        assert_eq!(written(EngineScore::LossIn(0)), expected("lost", ""));
    }

    #[test]
    fn a_score_is_read_as_programs_write_it() {
        for score in
            [EngineScore::Centipawns(131), EngineScore::Centipawns(-7), EngineScore::WinIn(3), EngineScore::LossIn(2)]
        {
            assert_eq!(read_score_in_pgn(&score_in_pgn(score).unwrap()), Some(score));
        }
        assert_eq!(
            read_score_in_pgn("+0.5,18"),
            Some(EngineScore::Centipawns(50)),
            "with the depth, as python-chess writes it"
        );
        assert_eq!(read_score_in_pgn("250,5"), Some(EngineScore::Centipawns(250)), "as ChessBase writes it");
        assert_eq!(read_score_in_pgn("-19,24"), Some(EngineScore::Centipawns(-19)));
        assert_eq!(read_score_in_pgn("2"), Some(EngineScore::Centipawns(200)));
        for written in ["", "#", "#0", "#x", "NaN", "inf", "1e9", "good"] {
            assert_eq!(read_score_in_pgn(written), None, "{written}");
        }
    }

    #[test]
    fn what_is_stored_is_read_back() -> serde_json::Result<()> {
        let line = EvaluatedLine { score: EngineScore::LossIn(2), depth: 4, turns: vec!["Nf3@e5".to_owned()] };
        let stored = serde_json::to_string(&line)?;
        assert_eq!(stored, r#"{"score":{"loss-in":2},"depth":4,"turns":["Nf3@e5"]}"#);
        assert_eq!(serde_json::from_str::<EvaluatedLine>(&stored)?, line);
        Ok(())
    }
}
