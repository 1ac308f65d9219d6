//! Who sits where: a [`Seat`] is a place at a game, a [`Side`] the seats that win together.
//!
//! Two-player games have two seats, each a side of its own; Duchess has up to six. Everything that is kept "for each
//! player of a game" is kept by seat, because one player may hold two of them.
//!
//! ```
//! use domain::rules::seat::{BySeat, Seat, Seating};
//!
//! let seating = Seating::WHITE_AND_BLACK;
//! let keys = BySeat::new(seating, |seat| seating.key(seat));
//! assert_eq!((keys[Seat::WHITE], keys[Seat::BLACK]), ("white", "black"));
//! ```

use std::fmt;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The most seats a game has.
pub const MAX_SEATS: usize = 6;

/// A place at a game, counted from 0 in the order of the first turns: in the duck games 0 is White and 1 is Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The first seat of the duck games.
    pub const WHITE: Self = Self(0);
    /// The second seat of the duck games.
    pub const BLACK: Self = Self(1);

    /// The seat that moves first.
    pub const FIRST: Self = Self(0);

    /// The seat at an index, `None` from [`MAX_SEATS`] on.
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_SEATS { Some(Self(index as u8)) } else { None }
    }

    /// 0 for the seat that moves first, and so on.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The seats that win and lose together, counted from 0 in the order of their first seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Side(u8);

impl Side {
    /// White's side in the duck games.
    pub const WHITE: Self = Self(0);
    /// Black's side in the duck games.
    pub const BLACK: Self = Self(1);

    /// 0 for the side of the first seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The colour of a seat's pieces, which identifies it within its game. Errors about a position name colours, because
/// they may not know how many play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// The first of two.
    White,
    /// The second of two.
    Black,
    /// At flap 1 of Duchess.
    Red,
    /// At flap 2.
    Blue,
    /// At flap 3.
    Yellow,
    /// At flap 4.
    Green,
    /// At flap 5.
    Magenta,
    /// At flap 6.
    Cyan,
}

impl Colour {
    /// Every colour.
    pub const ALL: [Self; 8] =
        [Self::White, Self::Black, Self::Red, Self::Blue, Self::Yellow, Self::Green, Self::Magenta, Self::Cyan];

    /// Its key in addresses, forms, logs and style sheets: `white`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Yellow => "yellow",
            Self::Green => "green",
            Self::Magenta => "magenta",
            Self::Cyan => "cyan",
        }
    }

    /// The name of the PGN tag that says who plays it: `White`.
    pub const fn pgn_tag(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
            Self::Red => "Red",
            Self::Blue => "Blue",
            Self::Yellow => "Yellow",
            Self::Green => "Green",
            Self::Magenta => "Magenta",
            Self::Cyan => "Cyan",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// A seat of a [`Seating`]: its colour, its side and its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatInfo {
    /// Of its pieces.
    pub colour: Colour,
    /// The side it is on.
    pub side: Side,
    /// The player who has it, counted from 0 in the order of their first turns.
    pub player: usize,
}

const fn seat_info(colour: Colour, side: u8, player: usize) -> SeatInfo {
    SeatInfo { colour, side: Side(side), player }
}

/// The seats of a variant in the order of their first turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seating(&'static [SeatInfo]);

impl Seating {
    /// White against Black.
    pub const WHITE_AND_BLACK: Self = Self(&[seat_info(Colour::White, 0, 0), seat_info(Colour::Black, 1, 1)]);

    /// Duchess for six: every second seat is on the same side.
    pub const DUCHESS_SIX: Self = Self(&[
        seat_info(Colour::Red, 0, 0),
        seat_info(Colour::Blue, 1, 1),
        seat_info(Colour::Yellow, 0, 2),
        seat_info(Colour::Green, 1, 3),
        seat_info(Colour::Magenta, 0, 4),
        seat_info(Colour::Cyan, 1, 5),
    ]);

    /// Duchess for four: players opposite each other are on the same side.
    pub const DUCHESS_FOUR: Self = Self(&[
        seat_info(Colour::Red, 0, 0),
        seat_info(Colour::Blue, 1, 1),
        seat_info(Colour::Green, 0, 2),
        seat_info(Colour::Magenta, 1, 3),
    ]);

    /// Duchess for three, each alone.
    pub const DUCHESS_THREE: Self =
        Self(&[seat_info(Colour::Red, 0, 0), seat_info(Colour::Yellow, 1, 1), seat_info(Colour::Magenta, 2, 2)]);

    /// Duchess for two with two sets of pieces each, as for four.
    pub const DUCHESS_TWO_BY_TWO: Self = Self(&[
        seat_info(Colour::Red, 0, 0),
        seat_info(Colour::Blue, 1, 1),
        seat_info(Colour::Green, 0, 0),
        seat_info(Colour::Magenta, 1, 1),
    ]);

    /// Duchess for two with a set of pieces each.
    pub const DUCHESS_TWO: Self = Self(&[seat_info(Colour::Red, 0, 0), seat_info(Colour::Green, 1, 1)]);

    /// How many seats there are: 2 to [`MAX_SEATS`].
    #[expect(clippy::len_without_is_empty, reason = "no game has no seats")]
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Every seat, the first to move first.
    pub fn seats(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..self.0.len() as u8).map(Seat)
    }

    /// The seat at an index, if this game has so many.
    pub fn seat(self, index: usize) -> Option<Seat> {
        self.seats().nth(index)
    }

    /// The colour of the seat's pieces.
    pub fn colour(self, seat: Seat) -> Colour {
        self.0[seat.index()].colour
    }

    /// The seat's key in addresses, forms, logs and style sheets, such as `white`. Display names are not defined here.
    pub fn key(self, seat: Seat) -> &'static str {
        self.colour(seat).key()
    }

    /// The seat with this key.
    ///
    /// ```
    /// # use domain::rules::seat::{Seat, Seating};
    /// assert_eq!(Seating::WHITE_AND_BLACK.by_key("black"), Some(Seat::BLACK));
    /// assert_eq!(Seating::WHITE_AND_BLACK.by_key("red"), None);
    /// ```
    pub fn by_key(self, key: &str) -> Option<Seat> {
        self.seats().find(|&seat| self.key(seat) == key)
    }

    /// The side the seat is on.
    pub fn side(self, seat: Seat) -> Side {
        self.0[seat.index()].side
    }

    /// Every side, in the order of their first seats.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        let count = self.0.iter().map(|seat_info| seat_info.side.0 + 1).max().unwrap_or_default();
        (0..count).map(Side)
    }

    /// The seats of a side.
    pub fn seats_of(self, side: Side) -> impl Iterator<Item = Seat> {
        self.seats().filter(move |&seat| self.side(seat) == side)
    }

    /// How many players it takes: each has one seat, or each as many as the others.
    pub fn players(self) -> usize {
        self.0.iter().map(|seat_info| seat_info.player + 1).max().unwrap_or_default()
    }

    /// Whether more than two players take part.
    pub fn is_for_many(self) -> bool {
        self.players() > 2
    }

    /// Whether there are more than two seats: of two players with two sets each, too.
    pub fn has_many_seats(self) -> bool {
        self.len() > 2
    }

    /// Which of the players has a seat, counted from 0 in the order of their first turns.
    pub fn player(self, seat: Seat) -> usize {
        self.0[seat.index()].player
    }

    /// The seats that one player has.
    ///
    /// ```
    /// # use domain::rules::seat::Seating;
    /// let two_sets = Seating::DUCHESS_TWO_BY_TWO;
    /// let keys: Vec<_> = two_sets.seats_of_player(1).map(|seat| two_sets.key(seat)).collect();
    /// assert_eq!((two_sets.players(), keys), (2, vec!["blue", "magenta"]));
    /// ```
    pub fn seats_of_player(self, player: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        self.seats().filter(move |&seat| self.player(seat) == player)
    }

    /// The seats whose player is also this seat's, it included.
    pub fn seats_with(self, seat: Seat) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        self.seats_of_player(self.player(seat))
    }

    /// Whether the two seats have the same player.
    pub fn is_same_player(self, seat: Seat, other: Seat) -> bool {
        self.player(seat) == self.player(other)
    }

    /// Whether another player is on this seat's side.
    pub fn has_partners(self, seat: Seat) -> bool {
        self.seats_of(self.side(seat)).any(|other| !self.is_same_player(seat, other))
    }

    /// The seats that are not on this seat's side.
    pub fn opponents(self, seat: Seat) -> impl Iterator<Item = Seat> {
        self.seats().filter(move |&other| self.side(other) != self.side(seat))
    }
}

/// Some of a game's seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// Whether a seat is among them.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 != 0
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Removes a seat.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// One `T` for each seat of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>(ArrayVec<T, MAX_SEATS>);

impl<T> BySeat<T> {
    /// Calls `each` once per seat.
    pub fn new(seating: Seating, each: impl FnMut(Seat) -> T) -> Self {
        Self(seating.seats().map(each).collect())
    }

    /// Calls `each` once per seat, and stops at the first failure.
    ///
    /// # Errors
    /// What the seat failed with.
    pub fn try_new<E>(seating: Seating, each: impl FnMut(Seat) -> Result<T, E>) -> Result<Self, E> {
        seating.seats().map(each).collect::<Result<_, E>>().map(Self)
    }

    /// Every seat with its value, the first to move first.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.0.iter().enumerate().map(|(index, value)| (Seat(index as u8), value))
    }
}

impl<T> std::ops::Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> std::ops::IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
