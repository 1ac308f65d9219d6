//! The curves of the round board as paths, turned so that one flap is at the bottom.

use std::f64::consts::TAU;
use std::fmt::Write;

use domain::rules::duchess::{Curve, Drawing, Flap, Point, SetUp, Square};

use super::RADIUS;

/// How much of the room in a square a token takes.
const TOKEN: f64 = 0.98;
/// No token is larger, not even on the Vortex.
const LARGEST: f64 = 64.0;
/// How far out the line is that shows at which flap the next turn is made.
const OUTSIDE: f64 = 1.012;

/// The drawing of a set-up turned.
#[derive(Clone, Copy)]
pub struct Shape {
    drawing: &'static Drawing,
    angle: f64,
}

impl Shape {
    /// With a flap at the bottom.
    pub fn below(set_up: SetUp, flap: Flap) -> Self {
        Self { drawing: Drawing::of(set_up), angle: -TAU / 6.0 * flap.index() as f64 }
    }

    /// The outline of a square.
    pub fn path(&self, square: Square) -> String {
        self.curves(self.drawing.outline(square))
    }

    /// The centre of a piece on a square.
    pub fn centre(&self, square: Square) -> (i32, i32) {
        self.place(self.drawing.centre(square))
    }

    /// Half the width of a token on a square.
    pub fn radius(&self, square: Square) -> i32 {
        (self.drawing.spot(square).room * RADIUS * TOKEN).min(LARGEST).round() as i32
    }

    /// Just outside the edge of the player at a flap, from one end to the other.
    pub fn edge(&self, flap: Flap) -> String {
        let lines = [4, 3, 2, 1, 0].into_iter().filter_map(|line| Square::named(flap, line, 1));
        let sides: Vec<_> = lines.filter_map(|square| self.drawing.outline(square).last()).collect();
        let ends = sides.iter().map(|side| side.from).chain(sides.last().map(|side| side.to));
        through(&ends.map(|end| self.place(end * OUTSIDE)).collect::<Vec<_>>())
    }

    /// A point of the drawing in units of the picture.
    pub fn place(&self, point: Point) -> (i32, i32) {
        units(point.turned(self.angle))
    }

    /// Curves that follow each other, as a closed path: whole numbers, each from where the last curve ended.
    fn curves(&self, curves: &[Curve]) -> String {
        let mut path = String::new();
        let Some(first) = curves.first() else { return path };
        let mut at = self.place(first.from);
        let _ = write!(path, "M{} {}", at.0, at.1);
        for curve in curves {
            let mut sign = 'c';
            for (x, y) in [curve.controls[0], curve.controls[1], curve.to].map(|point| self.place(point)) {
                let _ = write!(path, "{sign}{} {}", x - at.0, y - at.1);
                sign = ' ';
            }
            at = self.place(curve.to);
        }
        path.push('z');
        path
    }
}

/// A point in whole units of the picture.
pub fn units(point: Point) -> (i32, i32) {
    ((point.x * RADIUS).round() as i32, (point.y * RADIUS).round() as i32)
}

/// The outline of all squares of a set-up.
pub fn rim(set_up: SetUp, shape: &Shape) -> String {
    shape.curves(&rim_curves(set_up, shape))
}

/// Where the sides of squares at the rim begin.
pub fn rim_points(set_up: SetUp, shape: &Shape) -> Vec<(i32, i32)> {
    rim_curves(set_up, shape).iter().map(|side| shape.place(side.from)).collect()
}

fn rim_curves(set_up: SetUp, shape: &Shape) -> Vec<Curve> {
    let outline = |square| shape.drawing.outline(square);
    let sides: Vec<Curve> = set_up.squares().into_iter().flat_map(outline).copied().collect();
    // A side within the board is there twice, once from each square.
    let is_outer = |side: &Curve| !sides.iter().any(|other| meets(other.from, side.to) && meets(other.to, side.from));
    let mut left: Vec<Curve> = sides.iter().filter(|side| is_outer(side)).copied().collect();
    let mut chain: Vec<Curve> = left.pop().into_iter().collect();
    while let Some(end) = chain.last().map(|side| side.to) {
        let Some(next) = left.iter().position(|side| meets(side.from, end)) else { break };
        chain.push(left.swap_remove(next));
    }
    chain
}

fn meets(a: Point, b: Point) -> bool {
    (a.x - b.x).abs() + (a.y - b.y).abs() < 1e-6
}

/// A smooth line through points; empty for fewer than two.
pub fn through(points: &[(i32, i32)]) -> String {
    let mut path = String::new();
    let Some(&(x, y)) = points.first().filter(|_| points.len() > 1) else { return path };
    let _ = write!(path, "M{x} {y}");
    for n in 0..points.len() - 1 {
        let [_, first, second, to] = piece(points, n);
        let _ = write!(path, "C{} {} {} {} {} {}", first.0, first.1, second.0, second.1, to.0, to.1);
    }
    path
}

/// So many points on that line, in even steps from square to square, without its ends.
pub fn along(points: &[(i32, i32)], many: usize) -> Vec<(i32, i32)> {
    let whole = points.len().saturating_sub(1);
    let point = |n: usize| {
        let at = (whole * n) as f64 / (many + 1) as f64;
        let curve = piece(points, at as usize);
        let (t, u) = (at.fract(), 1.0 - at.fract());
        let weights = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
        let sum = |of: fn((i32, i32)) -> i32| -> f64 {
            curve.into_iter().zip(weights).map(|(point, weight)| f64::from(of(point)) * weight).sum()
        };
        (sum(|point| point.0).round() as i32, sum(|point| point.1).round() as i32)
    };
    if whole == 0 { Vec::new() } else { (1..=many).map(point).collect() }
}

/// The curve from one of the points to the next, with the tangents of a Catmull-Rom spline.
fn piece(points: &[(i32, i32)], n: usize) -> [(i32, i32); 4] {
    let at = |n: usize| points[n.min(points.len() - 1)];
    let (before, from, to, after) = (at(n.saturating_sub(1)), at(n), at(n + 1), at(n + 2));
    let first = (from.0 + (to.0 - before.0) / 6, from.1 + (to.1 - before.1) / 6);
    let second = (to.0 - (after.0 - from.0) / 6, to.1 - (after.1 - from.1) / 6);
    [from, first, second, to]
}

/// A star of so many points round a place, its points so far out, and so far between them.
pub fn star((x, y): (i32, i32), points: usize, out: f64, within: f64) -> String {
    let mut path = String::new();
    for n in 0..2 * points {
        let far = if n % 2 == 0 { out } else { within };
        let (sin, cos) = (TAU * n as f64 / (2 * points) as f64).sin_cos();
        let (x, y) = (f64::from(x) + far * sin, f64::from(y) - far * cos);
        let (x, y) = (x.round() as i32, y.round() as i32);
        let _ = write!(path, "{}{x} {y}", if n == 0 { 'M' } else { 'L' });
    }
    path.push('Z');
    path
}
