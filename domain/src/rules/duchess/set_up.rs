//! [`SetUp`]: how many players there are, which flaps are open, who sits there, and who wins with whom.

use std::fmt;
use std::str::FromStr;

use super::{Flap, Piece, Role, Square, SquareSet};
use crate::rules::seat::{Seat, Seating};

/// A way of setting up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetUp {
    /// Six players, three against three.
    Six,
    /// Four players, two against two; flaps 3 and 6 are folded.
    Four,
    /// Three players, each alone; flaps 2, 4 and 6 are folded.
    Three,
    /// Two players with two sets of pieces each, as for four.
    TwoByTwo,
    /// Two players with one set each; only flaps 1 and 4 are open.
    Two,
}

/// What is said about a set-up in one place.
struct Row {
    key: &'static str,
    flaps: &'static [usize],
    seating: Seating,
}

/// A player's pieces, from the edge inwards, each line from `a` to `e`.
const PIECES: [[Role; 5]; 3] = [
    [Role::Rook, Role::Wizard, Role::King, Role::Fortress, Role::Rook],
    [Role::Bishop, Role::Knight, Role::Queen, Role::Bishop, Role::Duchess],
    [Role::Pawn; 5],
];

impl SetUp {
    /// Every set-up, in the order of the variants.
    pub const ALL: [Self; 5] = [Self::Six, Self::Four, Self::Three, Self::TwoByTwo, Self::Two];

    const fn row(self) -> Row {
        match self {
            Self::Six => Row { key: "6", flaps: &[1, 2, 3, 4, 5, 6], seating: Seating::DUCHESS_SIX },
            Self::Four => Row { key: "4", flaps: &[1, 2, 4, 5], seating: Seating::DUCHESS_FOUR },
            Self::Three => Row { key: "3", flaps: &[1, 3, 5], seating: Seating::DUCHESS_THREE },
            Self::TwoByTwo => Row { key: "2x2", flaps: &[1, 2, 4, 5], seating: Seating::DUCHESS_TWO_BY_TWO },
            Self::Two => Row { key: "2", flaps: &[1, 4], seating: Seating::DUCHESS_TWO },
        }
    }

    /// Its name in FEN: `6`, `4`, `3`, `2x2` or `2`. The variant's is `duchess-` and this.
    pub const fn key(self) -> &'static str {
        self.row().key
    }

    /// The seats, in the order of their turns, and the sides they are on.
    pub const fn seating(self) -> Seating {
        self.row().seating
    }

    /// Whether a flap is in play.
    pub fn is_open(self, flap: Flap) -> bool {
        self.seat_at(flap).is_some()
    }

    /// Where a seat sits.
    ///
    /// # Panics
    ///
    /// When the set-up has no such seat.
    pub fn flap(self, seat: Seat) -> Flap {
        Flap::new(self.row().flaps[seat.index()]).expect("the rows hold numbers of flaps")
    }

    /// Who sits at a flap.
    pub fn seat_at(self, flap: Flap) -> Option<Seat> {
        Seat::new(self.row().flaps.iter().position(|&number| number == flap.number())?)
    }

    /// The key of the colour of a seat's pieces: `red`.
    ///
    /// # Panics
    ///
    /// When the set-up has no such seat.
    pub fn colour(self, seat: Seat) -> &'static str {
        self.seating().key(seat)
    }

    /// The squares that there are.
    pub fn squares(self) -> SquareSet {
        Square::all().filter(|square| square.flap().is_none_or(|flap| self.is_open(flap))).collect()
    }

    /// Where every piece stands at the start.
    pub fn pieces(self) -> impl Iterator<Item = (Square, Piece)> {
        self.seating().seats().flat_map(move |seat| {
            let flap = self.flap(seat);
            let rows = PIECES.into_iter().zip(1..);
            rows.flat_map(move |(row, depth)| {
                row.into_iter()
                    .enumerate()
                    .filter_map(move |(line, role)| Some((Square::named(flap, line, depth)?, Piece { seat, role })))
            })
        })
    }

    /// How many pieces of a kind each seat has at the start.
    pub fn count_of(role: Role) -> usize {
        PIECES.into_iter().flatten().filter(|&other| other == role).count()
    }
}

impl fmt::Display for SetUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// There is no such set-up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no-such-set-up key={0:?}")]
pub struct UnknownSetUp(pub String);

impl FromStr for SetUp {
    type Err = UnknownSetUp;

    fn from_str(key: &str) -> Result<Self, UnknownSetUp> {
        Self::ALL.into_iter().find(|set_up| set_up.key() == key).ok_or_else(|| UnknownSetUp(key.to_owned()))
    }
}
