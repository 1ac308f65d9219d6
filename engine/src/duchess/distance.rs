//! [`Distances`]: how many steps squares are from each other, worked out once for each set-up.

use std::sync::LazyLock;

use domain::rules::duchess::{Reach, SetUp, Square, SquareSet};

/// More steps than any square is away.
pub(super) const FAR: u8 = 16;

/// Distances on an empty board.
pub(super) struct Distances {
    /// In steps of a king, from each square to each.
    steps: Vec<[u8; Square::COUNT]>,
    /// In steps over sides, as pawns go, from each square to the Vortex.
    to_vortex: [u8; Square::COUNT],
}

impl Distances {
    /// Those of a set-up's board; what is not reached is [`FAR`].
    pub fn of(set_up: SetUp) -> &'static Self {
        static ALL: [LazyLock<Distances>; 5] = [
            LazyLock::new(|| Distances::new(SetUp::Six)),
            LazyLock::new(|| Distances::new(SetUp::Four)),
            LazyLock::new(|| Distances::new(SetUp::Three)),
            LazyLock::new(|| Distances::new(SetUp::TwoByTwo)),
            LazyLock::new(|| Distances::new(SetUp::Two)),
        ];
        &ALL[set_up as usize]
    }

    /// Steps of a king to each square.
    pub fn steps_from(&self, from: Square) -> &[u8; Square::COUNT] {
        &self.steps[from.index()]
    }

    /// Steps of a pawn that captures nothing.
    pub fn to_vortex(&self, from: Square) -> i32 {
        i32::from(self.to_vortex[from.index()])
    }

    fn new(set_up: SetUp) -> Self {
        let reach = Reach::of(set_up);
        let steps = Square::all().map(|from| spread(from, |square| reach.from(square).next_to)).collect();
        Self { steps, to_vortex: spread(Square::VORTEX, |square| reach.from(square).edges) }
    }
}

/// The distance of every square from one, when a step leads to any of `steps`.
fn spread(from: Square, steps: impl Fn(Square) -> SquareSet) -> [u8; Square::COUNT] {
    let mut distances = [FAR; Square::COUNT];
    let (mut ring, mut seen) = (SquareSet::of(from), SquareSet::EMPTY);
    for distance in 0..FAR {
        ring.into_iter().for_each(|square| distances[square.index()] = distance);
        seen |= ring;
        ring = ring.into_iter().fold(SquareSet::EMPTY, |next, square| next | steps(square)) & !seen;
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_of_the_middle_file_are_four_steps_from_the_vortex() {
        let distances = Distances::of(SetUp::Six);
        let square = |name: &str| name.parse().unwrap();
        assert_eq!(distances.to_vortex(square("1c3")), 4);
        assert_eq!(distances.steps_from(square("1c3"))[square("1c6").index()], 3);
        assert_eq!(Distances::of(SetUp::Two).steps_from(square("1c3"))[square("2c3").index()], FAR, "flap 2 is folded");
    }
}
