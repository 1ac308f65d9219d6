//! Where a piece can go, drawn into a picture as the scripts draw it for a lifted one: for the rules, which explain it.

use std::collections::BTreeSet;

use domain::rules::duchess::{DuchessTurn, MovePath, Square};

use super::{RoundBoard, outline};

/// What is drawn for a piece that is looked at.
#[derive(Default)]
pub struct Hints {
    /// The outline of its square.
    pub lifted: String,
    /// The lines that it goes along.
    pub lines: Vec<String>,
    /// Middle and radius of a dot where it can go, along a line or by a leap.
    pub dots: Vec<(i32, i32, i32)>,
    /// The same of a ring round what it can take so.
    pub rings: Vec<(i32, i32, i32)>,
    /// A star where it can go by teleportation.
    pub stars: Vec<String>,
    /// A star round what it can take so.
    pub star_rings: Vec<String>,
}

impl RoundBoard {
    /// The same with where the piece on a square can go, which is one of the seat that is to move.
    #[must_use]
    pub fn looking_at(self, piece: Square) -> Self {
        Self { looked_at: Some(piece), ..self }
    }

    /// Whether it shows where a piece can go.
    pub fn is_looked_at(&self) -> bool {
        self.looked_at.is_some()
    }

    /// What is drawn for that piece; `None` if none is looked at.
    pub fn hints(&self) -> Option<Hints> {
        let from = self.looked_at?;
        let mut turns = Vec::new();
        self.position.for_each_turn(|turn| {
            if turn.from() == from && turn.promotion().is_none() {
                turns.push(turn);
            }
        });
        let mut hints = Hints { lifted: self.shape().path(from), ..Hints::default() };
        let mut lines = BTreeSet::new();
        for turn in turns {
            if let Some(line) = self.add(turn, &mut hints) {
                lines.insert(line);
            }
        }
        let squares: Vec<Vec<Square>> = lines.into_iter().collect();
        // A ray is drawn once, to its end.
        let is_whole =
            |line: &&Vec<Square>| !squares.iter().any(|other| other.len() > line.len() && other.starts_with(line));
        hints.lines = squares.iter().filter(is_whole).map(|line| self.through(line.iter().copied())).collect();
        Some(hints)
    }

    /// Adds where a turn goes; gives the squares of its line, if it has one.
    fn add(&self, turn: DuchessTurn, hints: &mut Hints) -> Option<Vec<Square>> {
        let to = turn.to();
        let ((x, y), room) = (self.shape().centre(to), self.shape().radius(to));
        let takes = self.position.board().piece_at(to).is_some();
        let part = |of: f64| (f64::from(room) * of).round() as i32;
        let star = |out, within| outline::star((x, y), 4, f64::from(room) * out, f64::from(room) * within);
        let way = self.position.path(turn);
        match (&way, takes) {
            (MovePath::Teleport, false) => hints.stars.push(star(0.66, 0.24)),
            (MovePath::Teleport, true) => hints.star_rings.push(star(1.45, 0.98)),
            (_, false) => hints.dots.push((x, y, part(0.3))),
            (_, true) => hints.rings.push((x, y, part(1.06))),
        }
        match way {
            MovePath::Squares(line) => Some(std::iter::once(turn.from()).chain(line).collect()),
            MovePath::Leap | MovePath::Teleport => None,
        }
    }
}
