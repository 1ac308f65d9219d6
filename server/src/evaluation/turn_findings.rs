//! [`TurnFindings`]: what is said of a turn, in words.

use domain::rules::ply::Ply;

use super::course::Course;
use super::line::score_in_pawns;
use super::mark::Mark;
use super::report::{JudgedTurn, Report};
use crate::wording::{SeatNames, evaluations as words};

/// What is said of a turn.
pub struct TurnFindings {
    /// The ply that it led to.
    pub ply: Ply,
    /// With its number: `12... Qxd4@e5`.
    pub turn: String,
    /// Its mark.
    pub mark: Option<Mark>,
    /// The score after it, for the first side: `+1.3`.
    pub score: String,
    /// What it did to the chances of its side, in words.
    pub fall: String,
    /// The line that was better.
    pub better: Option<String>,
}

impl TurnFindings {
    /// What a report says of a turn.
    pub fn new(course: &Course, report: &Report, turn: &JudgedTurn) -> Self {
        let before = turn.ply.previous().and_then(|before| course.position_at(before));
        let better = turn.better.as_ref().zip(before).map(|(line, position)| line.numbered(position));
        Self {
            ply: turn.ply,
            turn: course.numbered(turn.ply).unwrap_or_default(),
            mark: turn.mark,
            score: report.points[turn.ply.turns()].map(|point| score_in_pawns(point.score)).unwrap_or_default(),
            fall: words::moment(course.seating().name(turn.seat), hundredths(turn.before), hundredths(turn.after)),
            better,
        }
    }
}

/// Chances in hundredths.
pub fn hundredths(chances: f64) -> u32 {
    (chances * 100.0).round() as u32
}
