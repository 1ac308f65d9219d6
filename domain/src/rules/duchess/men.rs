//! The men of the round board as they would be seen from elsewhere, to compare positions.

use super::square::FLAPS;
use super::{DuchessPosition, Flap, Piece, Square};

/// A way to turn and to mirror the board under which every line stays a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Symmetry {
    /// By how many flaps the board is turned, clockwise, after it was mirrored.
    turned: usize,
    mirrored: bool,
}

impl Symmetry {
    /// Every one of the whole board, the one that changes nothing first.
    fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|mirrored| (0..FLAPS).map(move |turned| Self { turned, mirrored }))
    }

    fn flap(self, flap: Flap) -> Flap {
        let index = if self.mirrored { FLAPS - flap.index() } else { flap.index() };
        Flap::new((index + self.turned) % FLAPS + 1).expect("a remainder by six is a flap's index")
    }

    fn square(self, square: Square) -> Square {
        let Some((flap, line, depth)) = square.place() else { return square };
        let line = if self.mirrored { Square::LAST_LINE - line } else { line };
        Square::named(self.flap(flap), line, depth)
            .expect("a flap has a square at every line and depth, by either name")
    }
}

impl DuchessPosition {
    /// What is on each square, seen in every way that leaves the same flaps open: whoever sits at a flap has the pieces of
    /// whoever sat where it came from. Their order of play is left out of account.
    pub(in crate::rules) fn men(&self) -> Vec<Box<[u8]>> {
        let set_up = self.set_up();
        let keeps_flaps =
            |symmetry: &Symmetry| Flap::all().all(|flap| set_up.is_open(flap) == set_up.is_open(symmetry.flap(flap)));
        let seen = |symmetry: Symmetry| {
            self.board().men(|square, piece| {
                let seat = set_up.seat_at(symmetry.flap(set_up.flap(piece.seat)));
                let seat = seat.expect("open flaps stay open, and somebody sits at each");
                (symmetry.square(square), Piece { seat, ..piece })
            })
        };
        Symmetry::all().filter(keeps_flaps).map(seen).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::mesh::Mesh;
    use super::*;

    fn neighbours(mesh: &Mesh, square: Square) -> BTreeSet<Square> {
        mesh.ends(square).filter_map(|side| mesh.across(side)).map(|side| side.square).collect()
    }

    #[test]
    fn every_symmetry_keeps_neighbours_together() {
        let mesh = Mesh::new(|_| true);
        assert_eq!(Symmetry::all().count(), 12);
        for symmetry in Symmetry::all() {
            let squares: BTreeSet<_> = Square::all().map(|square| symmetry.square(square)).collect();
            assert_eq!(squares.len(), Square::COUNT, "{symmetry:?}");
            for square in Square::all() {
                let seen: BTreeSet<_> =
                    neighbours(&mesh, square).into_iter().map(|other| symmetry.square(other)).collect();
                assert_eq!(seen, neighbours(&mesh, symmetry.square(square)), "{symmetry:?} {square}");
            }
        }
    }
}
