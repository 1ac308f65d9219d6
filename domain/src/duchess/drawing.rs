//! [`Drawing`]: how the board looks: a disc, woven of lines that bend.
//!
//! The rim is laid on a circle, in equal steps, and every inner point is moved to the mean of its neighbours until all
//! are there (Tutte's embedding, in which no two lines cross). Each side of a square is drawn as a curve that goes on
//! without a bend in the next side of its line.

use std::f64::consts::TAU;
use std::sync::LazyLock;

use super::mesh::{End, Mesh, POINTS};
use super::{Flap, Square};

/// How often points are moved: after half as many nothing changes any more.
const STEPS: usize = 2000;

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
        for (n, &side) in rim.iter().enumerate() {
            // The first side has its middle at the very bottom.
            let angle = TAU * ((n as f64 - 0.5) / rim.len() as f64 + 0.25);
            points[mesh.point(side)] = Point { x: angle.cos(), y: angle.sin() };
        }
        let mut sketch = Self { mesh, points, rim };
        sketch.relax();
        sketch
    }

    /// Moves every inner point to the mean of its neighbours.
    fn relax(&mut self) {
        let mut neighbours = vec![Vec::new(); POINTS];
        for side in Square::all().flat_map(|square| self.mesh.ends(square)) {
            neighbours[self.mesh.point(side)].push(self.mesh.point(self.mesh.next(side)));
        }
        self.rim.iter().for_each(|&side| neighbours[self.mesh.point(side)].clear());
        for _ in 0..STEPS {
            for (point, others) in neighbours.iter().enumerate().filter(|(_, others)| !others.is_empty()) {
                let sum = others.iter().fold(Point::default(), |sum, &other| sum + self.points[other]);
                self.points[point] = sum * (1.0 / others.len() as f64);
            }
        }
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
