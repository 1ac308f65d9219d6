//! [`Reach`]: where pieces could go from each square of an empty board, worked out once from the mesh.

use std::sync::LazyLock;

use arrayvec::ArrayVec;

use super::mesh::{MAX_SIDES, Mesh, SideOrCorner};
use super::{SetUp, Square, SquareSet};

/// The most squares on a line: from the end of a `c` line through the Vortex to the end of the opposite one.
const MAX_RAY_LENGTH: usize = 12;

/// The squares that a rook or bishop passes in one direction, the nearest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ray {
    squares: ArrayVec<Square, MAX_RAY_LENGTH>,
    /// For each of them, all up to it.
    paths: Vec<SquareSet>,
}

impl Ray {
    /// The squares up to and including the one with this number on the ray.
    pub fn path(&self, last: usize) -> SquareSet {
        self.paths[last]
    }

    /// The squares up to and including the first occupied one, or to the end.
    #[inline]
    pub fn until(&self, is_there: impl Fn(Square) -> bool) -> SquareSet {
        let first = self.squares.iter().position(|&square| is_there(square));
        first.or(self.squares.len().checked_sub(1)).map_or(SquareSet::EMPTY, |last| self.paths[last])
    }
}

impl std::ops::Deref for Ray {
    type Target = [Square];

    fn deref(&self) -> &[Square] {
        &self.squares
    }
}

impl FromIterator<Square> for Ray {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let squares: ArrayVec<Square, MAX_RAY_LENGTH> = squares.into_iter().collect();
        let paths = (0..squares.len()).map(|last| squares[..=last].iter().copied().collect()).collect();
        Self { squares, paths }
    }
}

/// What can be reached from one square.
#[derive(Clone, Debug, Default)]
pub struct FromSquare {
    /// Whether the square is black: the Vortex is, and every side separates black from white.
    pub is_black: bool,
    /// The squares with a common side.
    pub edges: SquareSet,
    /// The squares that are met at a corner only.
    pub corners: SquareSet,
    /// Both: where a king goes, and what is next to a wizard.
    pub next_to: SquareSet,
    /// Where a knight goes.
    pub knight: SquareSet,
    /// All that a rook reaches.
    pub rook: SquareSet,
    /// All that a bishop reaches.
    pub bishop: SquareSet,
    /// A ray for each side that something lies behind.
    pub rook_rays: ArrayVec<Ray, MAX_SIDES>,
    /// A ray for each corner that something lies behind.
    pub bishop_rays: ArrayVec<Ray, MAX_SIDES>,
}

/// What can be reached from each square of a board.
pub struct Reach(Vec<FromSquare>);

impl Reach {
    /// That of a set-up's board: what is on folded flaps reaches nothing and is not reached.
    ///
    /// ```
    /// use domain::rules::duchess::{Reach, SetUp, Square};
    /// let full = Reach::of(SetUp::Six);
    /// assert_eq!(full.from(Square::VORTEX).knight.count(), 12);
    /// let folded = Reach::of(SetUp::Two).from("2e5".parse().unwrap());
    /// assert_eq!(folded.next_to.count(), 5, "2e4 and 2d4 are gone");
    /// ```
    pub fn of(set_up: SetUp) -> &'static Self {
        static ALL: [LazyLock<Reach>; 5] = [
            LazyLock::new(|| Reach::new(SetUp::Six)),
            LazyLock::new(|| Reach::new(SetUp::Four)),
            LazyLock::new(|| Reach::new(SetUp::Three)),
            LazyLock::new(|| Reach::new(SetUp::TwoByTwo)),
            LazyLock::new(|| Reach::new(SetUp::Two)),
        ];
        &ALL[set_up as usize]
    }

    /// What can be reached from here.
    #[inline]
    pub fn from(&self, square: Square) -> &FromSquare {
        &self.0[square.index()]
    }

    fn new(set_up: SetUp) -> Self {
        let mesh = Mesh::new(|flap| set_up.is_open(flap));
        let mut reach = Self(Square::all().map(|square| FromSquare::new(&mesh, square)).collect());
        reach.colour();
        reach
    }

    /// Goes from the Vortex outwards, and changes the colour at every side.
    fn colour(&mut self) {
        let (mut ring, mut seen, mut is_black) = (SquareSet::of(Square::VORTEX), SquareSet::EMPTY, true);
        while !ring.is_empty() {
            ring.into_iter().for_each(|square| self.0[square.index()].is_black = is_black);
            seen |= ring;
            ring = ring.into_iter().fold(SquareSet::EMPTY, |ring, square| ring | self.from(square).edges) & !seen;
            is_black = !is_black;
        }
    }
}

impl FromSquare {
    fn new(mesh: &Mesh, square: Square) -> Self {
        let rook_rays = rays(mesh, square, |end| mesh.rook_line(end).collect());
        let bishop_rays = rays(mesh, square, |end| mesh.bishop_line(end).collect());
        let edges = rook_rays.iter().map(|ray| ray[0]).collect();
        let corners = bishop_rays.iter().map(|ray| ray[0]).collect();
        let rook: SquareSet = rook_rays.iter().flat_map(|ray| ray.iter()).copied().collect();
        let bishop = bishop_rays.iter().flat_map(|ray| ray.iter()).copied().collect();
        let knight = (two_and_one(mesh, square) | one_and_two(mesh, square)) & !rook & !SquareSet::of(square);
        Self { is_black: false, edges, corners, next_to: edges | corners, knight, rook, bishop, rook_rays, bishop_rays }
    }
}

fn rays(mesh: &Mesh, square: Square, ray: impl Fn(SideOrCorner) -> Ray) -> ArrayVec<Ray, MAX_SIDES> {
    mesh.ends(square).map(ray).filter(|ray| !ray.is_empty()).collect()
}

/// Two squares straight on, and then one to any side.
fn two_and_one(mesh: &Mesh, square: Square) -> SquareSet {
    let seconds = mesh.ends(square).filter_map(|side| mesh.rook_line(side).nth(1));
    seconds.flat_map(|second| neighbours(mesh, second)).collect()
}

/// One square, and then two straight on to any side.
fn one_and_two(mesh: &Mesh, square: Square) -> SquareSet {
    let sides = neighbours(mesh, square).flat_map(|first| mesh.ends(first));
    sides.filter_map(|side| mesh.rook_line(side).nth(1)).collect()
}

fn neighbours(mesh: &Mesh, square: Square) -> impl Iterator<Item = Square> {
    mesh.ends(square).filter_map(|side| mesh.across(side)).map(|end| end.square)
}
