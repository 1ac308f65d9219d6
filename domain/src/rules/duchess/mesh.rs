//! [`Mesh`]: the board as a surface sewn together from squares; everything else about the board is derived from it.
//!
//! Each flap with what lies before it is a grid of 5 by 6 squares, whose points are `(x, y)` from `(0, 0)` at the outer
//! end of its `a` side to `(5, 6)`. The grids of two neighbours share a block of 2 by 2 squares: point `(x, y)` of the
//! one, with `x <= 2` and `y >= 4`, is point `(9 - y, x + 4)` of the next. The upper ends of the `c` lines, from `(3, 6)` to
//! `(2, 6)`, are the six edges of the Vortex. That is the whole board; what touches what follows from which points
//! squares share.

use std::collections::HashMap;

use arrayvec::ArrayVec;

use super::square::{FLAPS, Flap, Square};

/// How many numbers points have; not all of them belong to points of the board.
pub(super) const POINTS: usize = FLAPS * 6 * 7;

/// A point where squares meet, by a number.
pub(super) type MeshPoint = usize;

/// The most sides a square has: the Vortex's.
pub const MAX_SIDES: usize = FLAPS;

/// A side of a square, or the corner of the same number at which it begins. Both are counted clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SideOrCorner {
    pub square: Square,
    pub number: usize,
}

/// Squares by their corners.
pub(super) struct Mesh {
    /// The corners of each square clockwise; none if its flap is folded.
    corners: Vec<ArrayVec<MeshPoint, MAX_SIDES>>,
    /// The side that goes from one point to another, clockwise round its square.
    sides: Vec<[Option<SideOrCorner>; MAX_SIDES]>,
}

impl Mesh {
    /// The board with some of its flaps open.
    pub fn new(is_open: impl Fn(Flap) -> bool) -> Self {
        let corners: Vec<_> = Square::all()
            .map(|square| match square.flap() {
                Some(flap) if !is_open(flap) => ArrayVec::new(),
                _ => corners(square),
            })
            .collect();
        let mut ends = HashMap::new();
        for square in Square::all() {
            let points = &corners[square.index()];
            for (number, &point) in points.iter().enumerate() {
                ends.insert((point, points[(number + 1) % points.len()]), SideOrCorner { square, number });
            }
        }
        let mut mesh = Self { corners, sides: vec![[None; MAX_SIDES]; Square::COUNT] };
        for square in Square::all() {
            let points = &mesh.corners[square.index()];
            for (number, &point) in points.iter().enumerate() {
                // The neighbour has the same side the other way round.
                let reversed = (points[(number + 1) % points.len()], point);
                mesh.sides[square.index()][number] = ends.get(&reversed).copied();
            }
        }
        mesh
    }

    /// The corners of a square clockwise.
    pub fn corners(&self, square: Square) -> &[MeshPoint] {
        &self.corners[square.index()]
    }

    /// The sides of a square, or its corners.
    pub fn ends(&self, square: Square) -> impl Iterator<Item = SideOrCorner> + use<> {
        (0..self.corners[square.index()].len()).map(move |number| SideOrCorner { square, number })
    }

    /// The same side seen from the other square.
    pub fn across(&self, side: SideOrCorner) -> Option<SideOrCorner> {
        self.sides[side.square.index()][side.number]
    }

    /// The corner of the square that is met only there: with one square between the two that touches both by a side.
    pub fn over(&self, corner: SideOrCorner) -> Option<SideOrCorner> {
        let clockwise = || self.across(self.next(self.across(corner)?)).map(|side| self.next(side));
        let back = || self.across(self.previous(self.across(self.previous(corner))?));
        clockwise().or_else(back)
    }

    /// The squares passed by going on straight through sides.
    pub fn rook_line(&self, side: SideOrCorner) -> impl Iterator<Item = Square> {
        self.line(side, Self::across)
    }

    /// The squares passed by going on straight through corners.
    pub fn bishop_line(&self, corner: SideOrCorner) -> impl Iterator<Item = Square> {
        self.line(corner, Self::over)
    }

    fn line(
        &self,
        from: SideOrCorner,
        step: fn(&Self, SideOrCorner) -> Option<SideOrCorner>,
    ) -> impl Iterator<Item = Square> {
        let mut end = Some(from);
        std::iter::from_fn(move || {
            let entered = step(self, end?)?;
            end = Some(self.opposite(entered));
            Some(entered.square)
        })
    }

    /// The point where a side begins.
    pub fn point(&self, side: SideOrCorner) -> MeshPoint {
        self.corners(side.square)[side.number]
    }

    /// The sides at the rim of the board, clockwise from a square's last side, which must lie there.
    pub fn rim(&self, square: Square) -> impl Iterator<Item = SideOrCorner> {
        let first = SideOrCorner { square, number: self.corners(square).len() - 1 };
        let next = move |&side: &SideOrCorner| Some(self.along_rim(side)).filter(|&next| next != first);
        std::iter::successors(Some(first), next)
    }

    /// The next side at the rim: past all squares that meet where this one ends.
    fn along_rim(&self, side: SideOrCorner) -> SideOrCorner {
        let mut next = self.next(side);
        while let Some(other) = self.across(next) {
            next = self.next(other);
        }
        next
    }

    /// The side or corner on the other side of the square.
    pub fn opposite(&self, end: SideOrCorner) -> SideOrCorner {
        self.turned(end, self.corners(end.square).len() / 2)
    }

    /// The next side or corner clockwise.
    pub fn next(&self, end: SideOrCorner) -> SideOrCorner {
        self.turned(end, 1)
    }

    /// The one before.
    pub fn previous(&self, end: SideOrCorner) -> SideOrCorner {
        self.turned(end, self.corners(end.square).len() - 1)
    }

    fn turned(&self, SideOrCorner { square, number }: SideOrCorner, by: usize) -> SideOrCorner {
        SideOrCorner { square, number: (number + by) % self.corners(square).len() }
    }
}

fn corners(square: Square) -> ArrayVec<MeshPoint, MAX_SIDES> {
    match square.place() {
        None => Flap::all().map(|flap| point(flap, 3, 6)).collect(),
        Some((flap, line, depth)) => [(line, depth - 1), (line, depth), (line + 1, depth), (line + 1, depth - 1)]
            .into_iter()
            .map(|(x, y)| point(flap, x, y))
            .collect(),
    }
}

/// The number of a point of a flap's grid: the same whichever of two grids it is counted in.
pub(super) fn point(flap: Flap, x: usize, y: usize) -> MeshPoint {
    match (x, y) {
        (0..=2, 4..) => point(flap.next(), 9 - y, x + 4),
        _ => (flap.index() * 6 + x) * 7 + y,
    }
}
