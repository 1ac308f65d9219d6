//! [`Statistics`]: how many positions of an ending are won, drawn and lost.

use domain::rules::duck::DuckPosition;
use shakmaty::{Bitboard, ByColor, Color, Square};

use super::Ending;
use super::builder::Decided;
use super::verdict::MOST_PLIES;

/// Counts of an ending's positions, by the seat to move; those that are alike but for the board's symmetry are counted each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    seats: ByColor<Counts>,
}

/// Counts for one seat to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Won within so many turns of both seats, exactly; those won at once, by capturing a king, at 1.
    pub won: Vec<u64>,
    /// Lost within so many turns.
    pub lost: Vec<u64>,
    /// Neither.
    pub drawn: u64,
    /// One of the longest wins, by the number of the position and the duck's square.
    longest: Option<(usize, Square)>,
}

impl Counts {
    fn new() -> Self {
        let none = || vec![0; usize::from(MOST_PLIES)];
        Self { won: none(), lost: none(), drawn: 0, longest: None }
    }
}

impl Statistics {
    pub(super) fn new() -> Self {
        Self { seats: ByColor::new_with(|_| Counts::new()) }
    }

    /// What was counted with this seat to move.
    pub fn counts(&self, next: Color) -> &Counts {
        &self.seats[next]
    }

    /// A position with the longest win of the seat that is to move in it, if it wins any but at once.
    pub fn longest_win(&self, ending: &Ending, next: Color) -> Option<DuckPosition> {
        let (number, duck) = self.counts(next).longest?;
        ending.position(number, duck, next)
    }

    pub(super) fn add(&mut self, next: Color, plies: u16, images: u64, added: &Decided, number: usize) {
        let counts = &mut self.seats[next];
        if let Some(duck) = added.won.first()
            && counts.won[usize::from(plies)] == 0
        {
            // Levels come in order, so the last to be the first of its level is of the longest.
            counts.longest = Some((number, duck));
        }
        counts.won[usize::from(plies)] += images * added.won.count() as u64;
        counts.lost[usize::from(plies)] += images * added.lost.count() as u64;
    }

    pub(super) fn add_draws(&mut self, next: Color, images: u64, ducks: Bitboard) {
        self.seats[next].drawn += images * ducks.count() as u64;
    }
}
