//! [`Drawing`]: how the board looks: a disc, woven of lines that bend.
//!
//! The rim is laid on a circle, and every inner point is moved to the mean of its neighbours until all are there (Tutte's
//! embedding, in which no two lines cross). A neighbour further from the rim counts for more, and players' edges get more
//! of the circle than the sides of flaps: with equal weights the pieces would begin on slivers, and the Vortex would
//! take a tenth of the disc. Each side of a square is drawn as a curve that goes on without a bend in the next side of
//! its line.

use std::f64::consts::TAU;
use std::sync::LazyLock;

use super::mesh::{End, Mesh, POINTS};
use super::{Flap, Square};

/// How often points are moved: after half as many nothing changes any more.
const STEPS: usize = 2000;
/// How much more a line counts for each step that one of its ends is further from the rim.
const INWARD: f64 = 1.3;
/// How much longer the sides at a player's edge are than those at the sides of a flap.
const EDGE: f64 = 1.5;

/// A point of the drawing: the disc has its centre at (0, 0) and the radius 1; x grows to the right and y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// From the left to the right.
    pub x: f64,
    /// From the top to the bottom.
    pub y: f64,
}

/// A side of a square, as a cubic Bézier curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// Where it begins.
    pub from: Point,
    /// What bends it.
    pub controls: [Point; 2],
    /// Where it ends.
    pub to: Point,
}

/// The whole board, with flap 1 at the bottom and the others clockwise from it.
pub struct Drawing {
    outlines: Vec<Vec<Curve>>,
}

impl Drawing {
    /// The board, all flaps open: where some are folded their squares are left out.
    ///
    /// ```
    /// use domain::duchess::{Drawing, Square};
    /// let drawing = Drawing::of_board();
    /// assert_eq!(drawing.outline(Square::VORTEX).len(), 6);
    /// assert!(drawing.centre("1c1".parse().unwrap()).y > 0.9, "flap 1 is at the bottom");
    /// ```
    pub fn of_board() -> &'static Self {
        static BOARD: LazyLock<Drawing> = LazyLock::new(|| Drawing::new(&Mesh::new(|_| true)));
        &BOARD
    }

    /// The sides of a square clockwise.
    pub fn outline(&self, square: Square) -> &[Curve] {
        &self.outlines[square.index()]
    }

    /// The middle of a square's corners: where a piece stands.
    pub fn centre(&self, square: Square) -> Point {
        let outline = self.outline(square);
        let sum = outline.iter().fold(Point::default(), |sum, side| sum + side.from);
        sum * (1.0 / outline.len() as f64)
    }

    fn new(mesh: &Mesh) -> Self {
        let sketch = Sketch::new(mesh);
        let outlines = Square::all().map(|square| mesh.ends(square).map(|side| sketch.curve(side)).collect()).collect();
        Self { outlines }
    }
}

/// Where every point is, and which sides are at the rim.
struct Sketch<'a> {
    mesh: &'a Mesh,
    points: Vec<Point>,
    rim: Vec<End>,
}

impl<'a> Sketch<'a> {
    fn new(mesh: &'a Mesh) -> Self {
        let middle = Flap::all().next().and_then(|flap| Square::named(flap, 2, 1));
        let rim: Vec<End> = middle.into_iter().flat_map(|square| mesh.rim(square)).collect();
        let mut points = vec![Point::default(); POINTS];
        let whole: f64 = rim.iter().map(|&side| length(side)).sum();
        // The first side has its middle at the very bottom.
        let mut passed = rim.first().map_or(0.0, |&side| -length(side) / 2.0);
        for &side in &rim {
            let angle = TAU * (passed / whole + 0.25);
            points[mesh.point(side)] = Point { x: angle.cos(), y: angle.sin() };
            passed += length(side);
        }
        let mut sketch = Self { mesh, points, rim };
        sketch.relax();
        sketch
    }

    /// Moves every inner point to the mean of its neighbours.
    fn relax(&mut self) {
        let mut lines = vec![Vec::new(); POINTS];
        let far = self.far_from_rim();
        for side in Square::all().flat_map(|square| self.mesh.ends(square)) {
            let (from, to) = (self.mesh.point(side), self.mesh.point(self.mesh.next(side)));
            lines[from].push((to, INWARD.powi(far[from] + far[to])));
        }
        self.rim.iter().for_each(|&side| lines[self.mesh.point(side)].clear());
        for _ in 0..STEPS {
            for (point, lines) in lines.iter().enumerate().filter(|(_, lines)| !lines.is_empty()) {
                let sum =
                    lines.iter().fold(Point::default(), |sum, &(other, weight)| sum + self.points[other] * weight);
                self.points[point] = sum * (1.0 / lines.iter().map(|(_, weight)| weight).sum::<f64>());
            }
        }
    }

    /// How many sides it is from each point to the rim.
    fn far_from_rim(&self) -> Vec<i32> {
        let mut far = vec![i32::MAX; POINTS];
        self.rim.iter().for_each(|&side| far[self.mesh.point(side)] = 0);
        // No point is further from the rim than the flaps are deep.
        for steps in 1..=4 {
            for side in Square::all().flat_map(|square| self.mesh.ends(square)) {
                let (from, to) = (self.mesh.point(side), self.mesh.point(self.mesh.next(side)));
                if far[from] == steps - 1 {
                    far[to] = far[to].min(steps);
                }
            }
        }
        far
    }

    fn curve(&self, side: End) -> Curve {
        let (from, to) = (self.at(side), self.at(self.mesh.next(side)));
        let after = self.onward(side).map_or(to, |next| self.at(self.mesh.next(next)));
        let before = self.backward(side).unwrap_or(from);
        // The tangents of a Catmull-Rom spline; straight where the line ends.
        let tangent = |a: Point, b: Point, whole: bool| (b - a) * if whole { 1.0 / 3.0 } else { 1.0 / 6.0 };
        let controls = [from + tangent(before, to, before == from), to - tangent(from, after, after == to)];
        Curve { from, controls, to }
    }

    fn at(&self, side: End) -> Point {
        self.points[self.mesh.point(side)]
    }

    fn is_at_rim(&self, side: End) -> Option<usize> {
        self.rim.iter().position(|&rim| rim == side)
    }

    /// The next side of the same line; `None` where the line meets the rim.
    fn onward(&self, side: End) -> Option<End> {
        if let Some(n) = self.is_at_rim(side) {
            return Some(self.rim[(n + 1) % self.rim.len()]);
        }
        let end = self.mesh.point(self.mesh.next(side));
        if self.rim.iter().any(|&rim| self.mesh.point(rim) == end) {
            return None;
        }
        self.mesh.across(self.mesh.next(side)).map(|other| self.mesh.next(other))
    }

    /// Where the side of the same line before this one begins.
    fn backward(&self, side: End) -> Option<Point> {
        if let Some(n) = self.is_at_rim(side) {
            return Some(self.at(self.rim[(n + self.rim.len() - 1) % self.rim.len()]));
        }
        let before = self.onward(self.mesh.across(side)?)?;
        Some(self.at(self.mesh.next(before)))
    }
}

/// How much of the circle a side at the rim takes, compared with others.
fn length(side: End) -> f64 {
    match side.square.place() {
        // The last side of a square at the edge.
        Some((_, _, 1)) if side.number == 3 => EDGE,
        _ => 1.0,
    }
}

impl std::ops::Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl std::ops::Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + other * -1.0
    }
}

impl std::ops::Mul<f64> for Point {
    type Output = Self;

    fn mul(self, by: f64) -> Self {
        Self { x: self.x * by, y: self.y * by }
    }
}
