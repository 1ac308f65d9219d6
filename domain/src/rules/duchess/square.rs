//! [`Square`]: a square of the round board by its name, `3c2` or `V`.
//!
//! A flap is five squares wide, `a` to `e`, and four deep, counted from the player's edge. Within the hexagon its lines
//! `c`, `d` and `e` go on to depths 5 and 6, and so would `a` and `b`; but there they are squares of the next flap already.
//! Such a square has two names, of which the one with `d` or `e` is written and both are read.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How many flaps the board has.
pub const FLAPS: usize = 6;
/// How many squares are named after a flap: 20 on it and 6 before it.
const OF_A_FLAP: usize = 26;
const ON_A_FLAP: usize = 20;
const WIDTH: usize = 5;
/// Where in its flap's numbers each square of the hexagon is: line, depth.
const INNER: [(usize, usize); OF_A_FLAP - ON_A_FLAP] = [(2, 5), (2, 6), (3, 5), (3, 6), (4, 5), (4, 6)];

/// One of the 157 squares: 26 for each flap, then the Vortex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// One of the six flaps, in the order of play: clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Flap(u8);

impl Flap {
    /// The flap with a number from 1 to 6.
    pub const fn new(number: usize) -> Option<Self> {
        if 1 <= number && number <= FLAPS { Some(Self(number as u8 - 1)) } else { None }
    }

    /// 1 to 6, as in the names of squares.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// 0 to 5.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every flap, 1 first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FLAPS as u8).map(Self)
    }

    /// The flap on the left of the player at this one.
    pub const fn next(self) -> Self {
        Self((self.0 + 1) % FLAPS as u8)
    }
}

impl fmt::Display for Flap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl Square {
    /// How many there are on the whole board.
    pub const COUNT: usize = FLAPS * OF_A_FLAP + 1;
    /// The line `e`, counted from 0.
    pub(super) const LAST_LINE: usize = WIDTH - 1;
    /// The hexagon in the middle.
    pub const VORTEX: Self = Self((Self::COUNT - 1) as u8);

    /// For numbers that come from squares.
    pub(super) const fn from_number(number: u8) -> Self {
        debug_assert!((number as usize) < Self::COUNT);
        Self(number)
    }

    /// The square that has this name: a line from 0, which is `a`, to 4, and a depth from 1 to 6.
    ///
    /// ```
    /// use domain::rules::duchess::{Flap, Square};
    /// let (first, second) = (Flap::new(1).unwrap(), Flap::new(2).unwrap());
    /// assert_eq!(Square::named(first, 1, 5), Square::named(second, 4, 6), "1b5 is 2e6");
    /// assert_eq!(Square::named(first, 1, 7), None);
    /// ```
    pub fn named(flap: Flap, line: usize, depth: usize) -> Option<Self> {
        let place = match (line, depth) {
            (0..WIDTH, 1..=4) => (depth - 1) * WIDTH + line,
            // The block of four is the next flap's, whose depths run along our lines.
            (0 | 1, 5 | 6) => return Self::named(flap.next(), 9 - depth, line + 5),
            _ => ON_A_FLAP + INNER.iter().position(|&inner| inner == (line, depth))?,
        };
        Some(Self((flap.index() * OF_A_FLAP + place) as u8))
    }

    /// 0 to 156.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Every square, the Vortex last.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The flap it is named after, its line from 0, which is `a`, and its depth from 1; `None` for the Vortex.
    pub const fn place(self) -> Option<(Flap, usize, usize)> {
        if self.0 == Self::VORTEX.0 {
            return None;
        }
        let flap = Flap(self.0 / OF_A_FLAP as u8);
        let (line, depth) = match self.0 as usize % OF_A_FLAP {
            inner @ ON_A_FLAP.. => INNER[inner - ON_A_FLAP],
            outer => (outer % WIDTH, outer / WIDTH + 1),
        };
        Some((flap, line, depth))
    }

    /// The flap it lies on, and is folded down with; `None` in the hexagon.
    pub const fn flap(self) -> Option<Flap> {
        match self.place() {
            Some((flap, _, 1..=4)) => Some(flap),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            None => f.write_str("V"),
            Some((flap, line, depth)) => write!(f, "{flap}{}{depth}", char::from(b'a' + line as u8)),
        }
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// No square has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no-such-square")]
pub struct UnknownSquare;

impl FromStr for Square {
    type Err = UnknownSquare;

    /// Reads either name, in capitals too.
    fn from_str(text: &str) -> Result<Self, UnknownSquare> {
        let square = match text.as_bytes() {
            b"V" | b"v" => Some(Self::VORTEX),
            &[flap @ b'1'..=b'6', line, depth @ b'1'..=b'6'] if line.is_ascii_alphabetic() => {
                Flap::new((flap - b'0').into()).and_then(|flap| {
                    Self::named(flap, (line.to_ascii_lowercase() - b'a').into(), (depth - b'0').into())
                })
            }
            _ => None,
        };
        square.ok_or(UnknownSquare)
    }
}
