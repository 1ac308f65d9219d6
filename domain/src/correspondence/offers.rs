//! Draw offers: who has made one, how long it is open, and who may make another.
//!
//! ```
//! use domain::correspondence::offers::DrawOffers;
//! use domain::rules::seat::Seat;
//! use domain::rules::variant::Variant;
//!
//! let mut offers = DrawOffers::new(Variant::Duck.seating());
//! offers.offer(Seat::WHITE);
//! assert!(offers.can_answer(Seat::BLACK));
//! offers.turn_made(Seat::BLACK);
//! assert_eq!(offers.offered_by(), None, "moving on lets it pass");
//! assert!(!offers.may_offer(Seat::WHITE), "not again before White's own next turn");
//! ```

use crate::rules::seat::{Seat, SeatSet, Seating};

/// The offers of one game. Every player has to agree, partners too; a player with several seats answers for all of
/// them, and seats that have dropped out need not agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawOffers {
    seating: Seating,
    standing: Option<Offer>,
    /// Seats whose players have offered and not moved since.
    used: SeatSet,
    /// Seats that need not agree any more.
    gone: SeatSet,
}

/// An open offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Offer {
    by: Seat,
    /// Seats that have moved or missed their turn since, and so declined it.
    passed: SeatSet,
    /// Seats that agree: those of the offerer and of players who have accepted.
    agreed: SeatSet,
}

impl DrawOffers {
    /// Nothing is offered.
    pub fn new(seating: Seating) -> Self {
        Self { seating, standing: None, used: SeatSet::default(), gone: SeatSet::default() }
    }

    /// The seat with an open offer.
    pub fn offered_by(&self) -> Option<Seat> {
        self.standing.map(|offer| offer.by)
    }

    /// The seats that have not answered yet.
    pub fn awaited(&self) -> impl Iterator<Item = Seat> + use<> {
        let (standing, gone) = (self.standing, self.gone);
        let awaits = move |seat| standing.is_some_and(|offer| !offer.agreed.contains(seat)) && !gone.contains(seat);
        self.seating.seats().filter(move |&seat| awaits(seat))
    }

    /// Whether this seat may accept or decline an offer.
    pub fn can_answer(&self, seat: Seat) -> bool {
        self.awaited().any(|awaited| awaited == seat)
    }

    /// Whether this seat has accepted the open offer.
    pub fn has_accepted(&self, seat: Seat) -> bool {
        let accepts = |offer: Offer| offer.agreed.contains(seat) && !self.seating.is_same_player(seat, offer.by);
        self.standing.is_some_and(accepts)
    }

    /// Whether this seat may offer now: nothing is offered, and it has moved since its last offer.
    pub fn may_offer(&self, seat: Seat) -> bool {
        self.standing.is_none() && !self.used.contains(seat)
    }

    /// A seat offers.
    pub fn offer(&mut self, by: Seat) {
        let mut agreed = SeatSet::default();
        for seat in self.seating.seats_with(by) {
            self.used.insert(seat);
            agreed.insert(seat);
        }
        self.standing = Some(Offer { by, passed: SeatSet::default(), agreed });
    }

    /// A seat accepts; returns whether everyone agrees now.
    pub fn accept(&mut self, seat: Seat) -> bool {
        let Some(offer) = &mut self.standing else { return false };
        self.seating.seats_with(seat).for_each(|seat| offer.agreed.insert(seat));
        self.is_agreed()
    }

    /// A seat declines.
    pub fn decline(&mut self) {
        self.standing = None;
    }

    /// A seat has made its turn: it may offer again, and declines an offer of the others by moving.
    pub fn turn_made(&mut self, seat: Seat) {
        self.seating.seats_with(seat).for_each(|seat| self.used.remove(seat));
        self.turn_missed(seat);
    }

    /// A seat has missed its turn: that declines an offer of the others.
    pub fn turn_missed(&mut self, seat: Seat) {
        let Some(offer) = &mut self.standing else { return };
        offer.passed.insert(seat);
        if self.seating.opponents(offer.by).all(|opponent| offer.passed.contains(opponent)) {
            self.standing = None;
        }
    }

    /// A seat's clock has run out: it need not agree any more. Returns whether everyone agrees now.
    pub fn drop_out(&mut self, seat: Seat) -> bool {
        self.gone.insert(seat);
        self.is_agreed()
    }

    fn is_agreed(&self) -> bool {
        self.standing.is_some() && self.awaited().next().is_none()
    }
}
