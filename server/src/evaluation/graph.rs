//! [`Graph`]: the chances of the first side after each turn, as a picture with a column for each.

use domain::rules::ply::Ply;
use domain::rules::seat::{Seat, Seating, Side};

use super::course::Course;
use super::mark::Mark;
use super::report::Report;
use super::turn_findings::hundredths;
use crate::wording::{SeatNames, all_of, evaluations as words};

/// The size of the picture in its own units.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 180.0;

/// The chances by ply.
pub struct Graph {
    /// The area of the first side, and the line above it: each part begins anew where nothing is known.
    pub area: String,
    /// The line.
    pub line: String,
    /// What is known, behind the area.
    pub known: String,
    /// One for each ply of which something is known.
    pub columns: Vec<Column>,
    /// Where the position is that is shown.
    pub shown: Option<(u32, u32)>,
    /// The seats of the first side, and of the second.
    pub sides: [String; 2],
}

/// A ply.
pub struct Column {
    /// Which.
    pub ply: Ply,
    /// Its left edge.
    pub left: u32,
    /// Its width.
    pub width: u32,
    /// The point.
    pub x: u32,
    /// The point.
    pub y: u32,
    /// In words: `12... Qxd4@e5, blunder: 20 % for White`.
    pub words: String,
    /// The mark of the turn that led to it.
    pub mark: Option<Mark>,
    /// Whether its position is shown.
    pub is_shown: bool,
}

impl Column {
    /// Whether the Tab key stops there: a long game has hundreds of columns, and the table of all turns leads to them too.
    pub fn is_stop(&self) -> bool {
        self.mark.is_some()
    }
}

impl Graph {
    /// The graph of a course that was reported on, with a ply marked.
    pub fn new(course: &Course, report: &Report, shown: Ply) -> Self {
        let step = WIDTH / report.points.len().max(1) as f64;
        let sides = sides(course.seating());
        let at = |index: usize| ((index as f64 + 0.5) * step).round() as u32;
        let mut graph = Self {
            area: String::new(),
            line: String::new(),
            known: String::new(),
            columns: Vec::new(),
            shown: None,
            sides,
        };
        let mut run: Vec<(u32, u32)> = Vec::new();
        for (index, point) in report.points.iter().enumerate() {
            let Some(point) = point else {
                graph.end_run(&mut run, step);
                continue;
            };
            let (x, y) = (at(index), (HEIGHT * (1.0 - point.chances)).round() as u32);
            run.push((x, y));
            let ply = Ply::after(index);
            let mark = report.turn(ply).and_then(|turn| turn.mark);
            let (turn, chances) = (course.numbered(ply), hundredths(point.chances));
            let left = (index as f64 * step).round() as u32;
            graph.columns.push(Column {
                ply,
                left,
                width: ((index as f64 + 1.0) * step).round() as u32 - left,
                x,
                y,
                words: words::point(turn.as_deref(), mark.map(Mark::name), &graph.sides[0], chances),
                mark,
                is_shown: ply == shown,
            });
        }
        graph.end_run(&mut run, step);
        graph.shown = graph.columns.iter().find(|column| column.is_shown).map(|column| (column.x, column.y));
        graph
    }

    /// Draws what is known without a gap. It is as wide as its columns.
    fn end_run(&mut self, run: &mut Vec<(u32, u32)>, step: f64) {
        let (Some(&(first, first_y)), Some(&(last, last_y))) = (run.first(), run.last()) else { return };
        let half = (step / 2.0).round() as u32;
        let (left, right) = (first.saturating_sub(half), (last + half).min(WIDTH as u32));
        let points: String = run.iter().map(|(x, y)| format!("L{x} {y}")).collect();
        self.area += &format!("M{left} {HEIGHT}L{left} {first_y}{points}L{right} {last_y}V{HEIGHT}Z");
        self.line += &format!("M{left} {first_y}{points}L{right} {last_y}");
        self.known += &format!("M{left} 0H{right}V{HEIGHT}H{left}Z");
        run.clear();
    }
}

/// The seats of each side: `Red and Green`.
fn sides(seating: Seating) -> [String; 2] {
    let own = seating.side(Seat::FIRST);
    let names = |is_of: &dyn Fn(Side) -> bool| {
        all_of(
            &seating
                .seats()
                .filter(|&seat| is_of(seating.side(seat)))
                .map(|seat| seating.name(seat))
                .collect::<Vec<_>>(),
        )
    };
    [names(&|side| side == own), names(&|side| side != own)]
}
