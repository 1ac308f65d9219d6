//! Draws: who offered one, until when, and who may offer again; and what one can be claimed for.
//!
//! ```
//! use domain::draw::Offers;
//! use domain::seat::Seat;
//! use domain::variant::Variant;
//!
//! let mut offers = Offers::new(Variant::Duck.seating());
//! offers.offer(Seat::WHITE);
//! assert!(offers.can_answer(Seat::BLACK));
//! offers.turn_made(Seat::BLACK);
//! assert_eq!(offers.offered_by(), None, "moving on lets it pass");
//! assert!(!offers.may_offer(Seat::WHITE), "not again before White's own next turn");
//! ```

use serde::{Deserialize, Serialize};

use crate::outcome::Ending;
use crate::position::Position;
use crate::seat::{BySeat, Seat, Seating};

/// What a draw can be claimed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawClaim {
    /// The position on the board has occurred three times.
    Repetition,
    /// Each seat has made fifty moves without a capture or a pawn move.
    FiftyMoves,
}

impl DrawClaim {
    /// What can be claimed in a position, with all positions of the game, it included.
    pub fn of<'a>(position: &Position, game: impl IntoIterator<Item = &'a Position>) -> Option<Self> {
        if position.may_claim_fifty_moves() {
            return Some(Self::FiftyMoves);
        }
        position.may_claim_repetition(game).then_some(Self::Repetition)
    }

    /// How a game ends by it.
    pub const fn ending(self) -> Ending {
        match self {
            Self::Repetition => Ending::Repetition,
            Self::FiftyMoves => Ending::FiftyMoves,
        }
    }
}

/// The offers of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offers {
    seating: Seating,
    standing: Option<Offer>,
    /// Seats that have offered and not moved since.
    used: BySeat<bool>,
}

/// An offer that waits for its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Offer {
    by: Seat,
    /// Seats that have moved since, and so let it pass.
    passed: BySeat<bool>,
    /// Seats that agree: the one who offered, and who accepted. Every seat must, partners too.
    agreed: BySeat<bool>,
}

impl Offers {
    /// Nothing is offered.
    pub fn new(seating: Seating) -> Self {
        Self { seating, standing: None, used: BySeat::new(seating, |_| false) }
    }

    /// The seat whose offer stands.
    pub fn offered_by(&self) -> Option<Seat> {
        self.standing.as_ref().map(|offer| offer.by)
    }

    /// Whether this seat may accept or decline an offer.
    pub fn can_answer(&self, seat: Seat) -> bool {
        self.standing.as_ref().is_some_and(|offer| !offer.agreed[seat])
    }

    /// Whether this seat may offer now: nothing is offered, and it has moved since its last offer.
    pub fn may_offer(&self, seat: Seat) -> bool {
        self.standing.is_none() && !self.used[seat]
    }

    /// A seat offers.
    pub fn offer(&mut self, by: Seat) {
        self.used[by] = true;
        let seating = self.seating;
        self.standing = Some(Offer {
            by,
            passed: BySeat::new(seating, |_| false),
            agreed: BySeat::new(seating, |seat| seat == by),
        });
    }

    /// A seat accepts; says whether now everybody agrees.
    pub fn accept(&mut self, seat: Seat) -> bool {
        let Some(offer) = &mut self.standing else { return false };
        offer.agreed[seat] = true;
        offer.agreed.iter().all(|(_, &agreed)| agreed)
    }

    /// A seat declines.
    pub fn decline(&mut self) {
        self.standing = None;
    }

    /// A seat has made its turn: it may offer again, and lets an offer of the others pass.
    pub fn turn_made(&mut self, seat: Seat) {
        self.used[seat] = false;
        let Some(offer) = &mut self.standing else { return };
        offer.passed[seat] = true;
        if self.seating.opponents(offer.by).all(|opponent| offer.passed[opponent]) {
            self.standing = None;
        }
    }
}
