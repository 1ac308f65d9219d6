//! [`Report`]: what is made of the lines that an engine found in the positions of a course.

use std::collections::BTreeMap;

use domain::rules::outcome::Outcome;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::seat::{Seat, Side};

use super::course::Course;
use super::line::EvaluatedLine;
use super::mark::Mark;
use crate::engines::EngineScore;

/// What the computer says of a course: as much of it as has been worked out and may be told.
pub struct Report {
    /// Of the position at each ply, the start's first.
    pub points: Vec<Option<Point>>,
    /// Of the turns.
    pub turns: Vec<JudgedTurn>,
}

/// How good a position is for the first side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The score.
    pub score: EngineScore,
    /// The chances to win, from 0 to 1.
    pub chances: f64,
}

/// What a turn is worth.
#[derive(Clone, Debug)]
pub struct JudgedTurn {
    /// The ply that it led to.
    pub ply: Ply,
    /// Who made it.
    pub seat: Seat,
    /// The chances of its side before it, if it had gone on as well as it could.
    pub before: f64,
    /// The chances of its side after it.
    pub after: f64,
    /// The mark beside it.
    pub mark: Option<Mark>,
    /// The line that was better, if the turn is marked as a fault.
    pub better: Option<EvaluatedLine>,
}

/// How many moments are told of.
const MOST_MOMENTS: usize = 3;

impl Report {
    /// The report of a course of two sides, from the lines that were found at its plies.
    pub fn new(course: &Course, lines: &BTreeMap<Ply, Vec<EvaluatedLine>>) -> Self {
        let plies = (0..).map(Ply::after).zip(course.positions());
        let points: Vec<_> =
            plies.map(|(ply, position)| Point::at(position, lines.get(&ply).map_or(&[][..], Vec::as_slice))).collect();
        let judged = (1..points.len()).map(Ply::after).filter_map(|ply| {
            let before = ply.previous()?;
            JudgedTurn::new(course, ply, lines.get(&before)?, points[ply.turns()]?)
        });
        Self { turns: judged.collect(), points }
    }

    /// The turn that led to a ply.
    pub fn turn(&self, ply: Ply) -> Option<&JudgedTurn> {
        self.turns.iter().find(|turn| turn.ply == ply)
    }

    /// How accurate a seat's turns were, in hundredths: 100 if none has cost anything.
    pub fn accuracy(&self, seat: Seat) -> Option<u32> {
        let of_seat = self.turns.iter().filter(|turn| turn.seat == seat);
        let accuracies: Vec<_> = of_seat.map(JudgedTurn::accuracy).collect();
        let mean = accuracies.iter().sum::<f64>() / accuracies.len() as f64;
        (!accuracies.is_empty()).then_some(mean.round() as u32)
    }

    /// How often a seat's turns have a mark.
    pub fn count(&self, seat: Seat, mark: Mark) -> usize {
        self.turns.iter().filter(|turn| turn.seat == seat && turn.mark == Some(mark)).count()
    }

    /// The turns that have cost the most, in their order: where the game was lost and won.
    pub fn moments(&self) -> Vec<&JudgedTurn> {
        let is_moment = |turn: &&JudgedTurn| turn.mark.is_some_and(Mark::is_fault);
        let mut moments: Vec<_> = self.turns.iter().filter(is_moment).collect();
        moments.sort_by(|one, other| other.loss().total_cmp(&one.loss()));
        moments.truncate(MOST_MOMENTS);
        moments.sort_by_key(|turn| turn.ply);
        moments
    }
}

impl Point {
    /// How good a position is for the first side, in which a line was found, or which is an end.
    fn at(position: &Position, lines: &[EvaluatedLine]) -> Option<Self> {
        let to_move = position.seating().side(position.seat_to_move());
        let score = match position.result() {
            Some(result) => end_score(result.outcome),
            None if to_move == first_side(position) => lines.first()?.score,
            None => lines.first()?.score.reversed(),
        };
        Some(Self { score, chances: score.winning_chances() })
    }

    fn of_side(self, is_first: bool) -> f64 {
        if is_first { self.chances } else { 1.0 - self.chances }
    }
}

fn first_side(position: &Position) -> Side {
    position.seating().side(Seat::FIRST)
}

fn end_score(outcome: Outcome) -> EngineScore {
    match outcome {
        Outcome::Win(side) if side.index() == 0 => EngineScore::WinIn(0),
        Outcome::Win(_) => EngineScore::LossIn(0),
        Outcome::Draw | Outcome::Void => EngineScore::Centipawns(0),
    }
}

impl JudgedTurn {
    fn new(course: &Course, ply: Ply, lines: &[EvaluatedLine], reached: Point) -> Option<Self> {
        let made = course.turn_before(ply)?;
        let position = course.position_at(ply.previous()?)?;
        let is_first = position.seating().side(made.seat) == first_side(position);
        let best = lines.first()?;
        let before = best.score.winning_chances();
        let found = lines.iter().find(|line| line.first() == Some(made.text.as_str()));
        // What one search says of two turns can be compared; what two say of them only about.
        let after = found.map_or_else(|| reached.of_side(is_first), |line| line.score.winning_chances()).min(before);
        let is_best = best.first() == Some(made.text.as_str());
        let mark = match lines.get(1) {
            Some(other) if is_best => {
                Mark::of_best(before, other.score.winning_chances(), captures(position, course.position_at(ply)?))
            }
            _ => Mark::of_loss(before - after),
        };
        let better = mark.filter(|mark| mark.is_fault()).map(|_| best.clone());
        Some(Self { ply, seat: made.seat, before, after, mark, better })
    }

    /// The chances that it has cost.
    pub fn loss(&self) -> f64 {
        self.before - self.after
    }

    fn accuracy(&self) -> f64 {
        100.0 * (-4.0 * self.loss()).exp()
    }
}

/// Whether there are fewer men after a turn, or the game is over by it: the capture of a king needs no praise.
fn captures(before: &Position, after: &Position) -> bool {
    let men = |position: &Position| -> u32 {
        position.material().iter().flat_map(|(_, each)| each.on_board.iter()).map(|&(_, count)| u32::from(count)).sum()
    };
    after.result().is_some() || men(after) < men(before)
}

#[cfg(test)]
#[path = "report_tests.rs"]
mod tests;
