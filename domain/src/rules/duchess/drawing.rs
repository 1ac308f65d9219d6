//! [`Drawing`]: how the board looks: a flower of six petals in a disc, woven of lines that bend.
//!
//! The players' edges are laid on a circle and the sides of the flaps curve in between them, for on the circle the corners of
//! flaps would be slivers that no piece fits on. Every inner point is then moved to the mean of its neighbours until all are
//! there. A neighbour further from the players' edges counts for more: with equal weights the Vortex would take
//! more room than it needs. The figures below were searched for such that the least room a piece has is large while the
//! Vortex stays small. Each side of a square is drawn as a curve that goes on without a bend in the next side of its line.
//!
//! Before a folded flap the hexagon ends in a gentle arc, and its squares take what room there is: so each set-up has a drawing
//! of its own.

use std::f64::consts::TAU;
use std::sync::LazyLock;

use super::mesh::{Mesh, POINTS, SideOrCorner, point};
use super::{Flap, SetUp, Square};

/// How often points are moved: nothing changes any more after half as many steps.
const STEPS: usize = 2000;
/// How much more weight a line has for each step that one of its ends is further from the players' edges.
const INWARD: f64 = 1.12;
/// Half of the angle that a player's edge takes, in radians.
const HALF_EDGE: f64 = 0.274;
/// How far from the centre two flaps part.
const NOTCH: f64 = 0.6;
/// How far the side of a flap swells out of the straight line.
const SWELL: f64 = 0.085;
/// How much wider the squares at the side of a flap are towards the centre.
const SPREAD: f64 = 1.16;
/// How far the hexagon swells out before a folded flap.
const BULGE: f64 = 0.035;
/// The sixth part of a turn.
const SIXTH: f64 = TAU / 6.0;

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

/// The board of a set-up, with flap 1 at the bottom and the others clockwise from it.
pub struct Drawing {
    outlines: Vec<Vec<Curve>>,
    spots: Vec<Spot>,
}

/// The largest circle within a square: the room for a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spot {
    /// Its centre.
    pub centre: Point,
    /// Its radius.
    pub room: f64,
}

impl Drawing {
    /// The board of a set-up; a folded flap has no squares.
    ///
    /// ```
    /// use domain::rules::duchess::{Drawing, SetUp, Square};
    /// let drawing = Drawing::of(SetUp::Six);
    /// assert_eq!(drawing.outline(Square::VORTEX).len(), 6);
    /// let lowest = Square::all().max_by(|a, b| drawing.centre(*a).y.total_cmp(&drawing.centre(*b).y)).unwrap();
    /// assert!(lowest.to_string().starts_with('1'), "flap 1 is at the bottom");
    /// ```
    pub fn of(set_up: SetUp) -> &'static Self {
        static BOARDS: LazyLock<[Drawing; SetUp::ALL.len()]> = LazyLock::new(|| SetUp::ALL.map(Drawing::new));
        &BOARDS[set_up as usize]
    }

    /// The sides of a square clockwise; none if its flap is folded.
    pub fn outline(&self, square: Square) -> &[Curve] {
        &self.outlines[square.index()]
    }

    /// Where a piece stands: the middle of the largest circle within the square.
    pub fn centre(&self, square: Square) -> Point {
        self.spot(square).centre
    }

    /// The largest circle within a square.
    pub fn spot(&self, square: Square) -> Spot {
        self.spots[square.index()]
    }

    fn new(set_up: SetUp) -> Self {
        let mesh = Mesh::new(|flap| set_up.is_open(flap));
        let sketch = Sketch::new(&mesh, set_up);
        let outlines: Vec<Vec<_>> =
            Square::all().map(|square| mesh.ends(square).map(|side| sketch.curve(side)).collect()).collect();
        // Looked for once of what is the same after a turn, so that it is alike to the last digit.
        let turn = set_up.turn();
        let spot = |square: Square| match square.place() {
            Some((flap, line, depth)) => {
                let first = Flap::all().nth(flap.index() % turn).unwrap_or(flap);
                let like = Square::named(first, line, depth).unwrap_or(square);
                let spot = Spot::within(&outlines[like.index()]).turned(-SIXTH * first.index() as f64);
                let spot = if line == 2 && set_up.is_alike_beside(first) { spot.in_the_middle() } else { spot };
                spot.turned(SIXTH * flap.index() as f64)
            }
            None => Spot { centre: Point::default(), ..Spot::within(&outlines[square.index()]) },
        };
        let is_there = |square: Square| !outlines[square.index()].is_empty();
        let spots = Square::all().map(|square| if is_there(square) { spot(square) } else { Spot::default() }).collect();
        Self { outlines, spots }
    }
}

impl SetUp {
    /// By how many sixths of a turn the board has to be turned to look the same again.
    const fn turn(self) -> usize {
        match self {
            Self::Six => 1,
            Self::Three => 2,
            Self::Four | Self::TwoByTwo | Self::Two => 3,
        }
    }

    /// Whether what lies left of a flap is the mirror image of what lies right of it.
    fn is_alike_beside(self, flap: Flap) -> bool {
        let is_open = |after: usize| Flap::new((flap.index() + after) % 6 + 1).is_some_and(|flap| self.is_open(flap));
        (1..=2).all(|after| is_open(after) == is_open(6 - after))
    }
}

/// How finely curves are looked at.
const PARTS: usize = 12;

impl Spot {
    /// Moves from the middle towards where there is more room, in ever smaller steps.
    fn within(outline: &[Curve]) -> Self {
        let rim: Vec<Point> = outline.iter().flat_map(Curve::points).collect();
        let middle = rim.iter().fold(Point::default(), |sum, &point| sum + point) * (1.0 / rim.len() as f64);
        let mut spot = Self { centre: middle, room: room(&rim, middle) };
        let mut step = 0.02;
        while step > 1e-4 {
            let tries = (0..16).map(|n| {
                let angle = TAU * f64::from(n) / 16.0;
                spot.centre + Point::at(angle, step)
            });
            let best =
                tries.map(|centre| Self { centre, room: room(&rim, centre) }).max_by(|a, b| a.room.total_cmp(&b.room));
            match best {
                Some(better) if better.room > spot.room => spot = better,
                _ => step /= 2.0,
            }
        }
        spot
    }

    fn turned(self, angle: f64) -> Self {
        Self { centre: self.centre.turned(angle), ..self }
    }

    /// On the line down from the centre.
    fn in_the_middle(self) -> Self {
        Self { centre: Point { x: 0.0, ..self.centre }, ..self }
    }
}

fn room(rim: &[Point], centre: Point) -> f64 {
    rim.iter().map(|&point| (point - centre).length()).fold(f64::INFINITY, f64::min)
}

impl Curve {
    /// Points on it, its beginning and not its end.
    fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let Self { from, controls: [first, second], to } = *self;
        (0..PARTS).map(move |part| {
            let t = part as f64 / PARTS as f64;
            let u = 1.0 - t;
            from * (u * u * u) + first * (3.0 * u * u * t) + second * (3.0 * u * t * t) + to * (t * t * t)
        })
    }
}

/// Where every point is, and which sides are at the rim.
struct Sketch<'a> {
    mesh: &'a Mesh,
    points: Vec<Point>,
    rim: Vec<SideOrCorner>,
}

impl<'a> Sketch<'a> {
    fn new(mesh: &'a Mesh, set_up: SetUp) -> Self {
        // Flap 1 is open in every set-up.
        let middle = Flap::all().next().and_then(|flap| Square::named(flap, 2, 1));
        let rim = middle.into_iter().flat_map(|square| mesh.rim(square)).collect();
        let mut sketch = Self { mesh, points: vec![Point::default(); POINTS], rim };
        Flap::all().for_each(|flap| if set_up.is_open(flap) { sketch.lay_open(flap) } else { sketch.lay_folded(flap) });
        sketch.relax();
        sketch
    }

    /// The edge and the two sides of a flap.
    fn lay_open(&mut self, flap: Flap) {
        let middle = middle(flap);
        for x in 0..=5 {
            self.points[point(flap, x, 0)] = Point::at(middle + HALF_EDGE * (1.0 - x as f64 / 2.5), 1.0);
        }
        for (x, hand) in [(0, 1.0), (5, -1.0)] {
            let (from, to) = (Point::at(middle + hand * HALF_EDGE, 1.0), Point::at(middle + hand * SIXTH / 2.0, NOTCH));
            for y in 1..=4 {
                let way = (y as f64 / 4.0).powf(SPREAD);
                self.points[point(flap, x, y)] = arc(from, to, way, SWELL * -hand);
            }
        }
    }

    /// Where the hexagon ends before a folded flap.
    fn lay_folded(&mut self, flap: Flap) {
        let [from, to] = [1.0, -1.0].map(|hand| Point::at(middle(flap) + hand * SIXTH / 2.0, NOTCH));
        for x in 0..=5 {
            self.points[point(flap, x, 4)] = arc(from, to, x as f64 / 5.0, BULGE);
        }
    }

    /// Moves every inner point to the mean of its neighbours.
    fn relax(&mut self) {
        let mut lines = vec![Vec::new(); POINTS];
        let far = far_from_edges();
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

    fn curve(&self, side: SideOrCorner) -> Curve {
        let (from, to) = (self.at(side), self.at(self.mesh.next(side)));
        let after = self.onward(side).map_or(to, |next| self.at(self.mesh.next(next)));
        let before = self.backward(side).unwrap_or(from);
        // The tangents of a Catmull-Rom spline; straight where the line ends.
        let tangent = |a: Point, b: Point, whole: bool| (b - a) * if whole { 1.0 / 3.0 } else { 1.0 / 6.0 };
        let controls = [from + tangent(before, to, before == from), to - tangent(from, after, after == to)];
        Curve { from, controls, to }
    }

    fn at(&self, side: SideOrCorner) -> Point {
        self.points[self.mesh.point(side)]
    }

    fn is_at_rim(&self, side: SideOrCorner) -> Option<usize> {
        self.rim.iter().position(|&rim| rim == side)
    }

    /// The next side of the same line; `None` where the line meets the rim.
    fn onward(&self, side: SideOrCorner) -> Option<SideOrCorner> {
        if let Some(n) = self.is_at_rim(side) {
            return Some(self.rim[(n + 1) % self.rim.len()]).filter(|&next| goes_on(side, next));
        }
        let end = self.mesh.point(self.mesh.next(side));
        if self.rim.iter().any(|&rim| self.mesh.point(rim) == end) {
            return None;
        }
        self.mesh.across(self.mesh.next(side)).map(|other| self.mesh.next(other))
    }

    /// Where the side of the same line before this one begins.
    fn backward(&self, side: SideOrCorner) -> Option<Point> {
        if let Some(n) = self.is_at_rim(side) {
            let before = self.rim[(n + self.rim.len() - 1) % self.rim.len()];
            return goes_on(before, side).then(|| self.at(before));
        }
        let before = self.onward(self.mesh.across(side)?)?;
        Some(self.at(self.mesh.next(before)))
    }
}

/// The direction in which a flap lies.
fn middle(flap: Flap) -> f64 {
    TAU / 4.0 + SIXTH * flap.index() as f64
}

/// A point on the way from one point to another, along a curve that swells to the left in its middle.
fn arc(from: Point, to: Point, way: f64, swell: f64) -> Point {
    let left = Point { x: from.y - to.y, y: to.x - from.x };
    from + (to - from) * way + left * (swell * 4.0 * way * (1.0 - way))
}

/// The distance of each point from the players' edges in sides, if all flaps were open.
fn far_from_edges() -> Vec<i32> {
    let mesh = Mesh::new(|_| true);
    let mut far = vec![i32::MAX; POINTS];
    for flap in Flap::all() {
        (0..=5).for_each(|x| far[point(flap, x, 0)] = 0);
    }
    for steps in 1..=6 {
        for side in Square::all().flat_map(|square| mesh.ends(square)) {
            let (from, to) = (mesh.point(side), mesh.point(mesh.next(side)));
            if far[from] == steps - 1 {
                far[to] = far[to].min(steps);
            }
        }
    }
    far
}

/// Whether the rim continues straight: neither round the corner of a flap nor into the next flap.
fn goes_on(side: SideOrCorner, next: SideOrCorner) -> bool {
    side.square != next.square && side.square.flap() == next.square.flap()
}

impl Point {
    /// The point in a direction, clockwise from the right, at a distance from the centre.
    fn at(angle: f64, distance: f64) -> Self {
        Self { x: angle.cos() * distance, y: angle.sin() * distance }
    }

    /// The same after the disc has been turned clockwise by an angle in radians.
    #[must_use]
    pub fn turned(self, angle: f64) -> Self {
        let (sin, cos) = angle.sin_cos();
        Self { x: self.x * cos - self.y * sin, y: self.x * sin + self.y * cos }
    }

    fn length(self) -> f64 {
        self.x.hypot(self.y)
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
