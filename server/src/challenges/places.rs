//! The places of a challenge for more than two players: they are filled one by one, and the game begins with the last.

use domain::rules::seat::{Seat, Seating, Side};

use super::challenge::{Challenge, State};
use super::limit::ChallengeLimit;
use crate::accounts::{Player, PlayerId};
use crate::wording::{self, Explained, challenge_refusals as words};

/// A seat of a game that has not begun yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeSeat {
    /// Which.
    pub seat: Seat,
    /// The player who has taken it, or is invited to it; `None` if it is open to anyone.
    pub player: Option<Player>,
    /// Whether the player has accepted.
    pub taken: bool,
}

impl ChallengeSeat {
    /// Whether this player may take it.
    pub fn is_for(&self, player: PlayerId) -> bool {
        !self.taken && self.player.as_ref().is_none_or(|invited| invited.id == player)
    }

    /// Whether this player has taken it, or is invited to it.
    pub fn is_of(&self, player: PlayerId) -> bool {
        self.player.as_ref().is_some_and(|invited| invited.id == player)
    }
}

/// What a player does about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Sits down: at a certain seat, or at the first that is for them.
    Take(Option<Seat>),
    /// Sits down and asks others to places on the same side.
    Bring(Seat, Vec<Player>),
    /// Gets up again, or does not want to sit down: the place is open to anyone.
    Leave,
}

/// Why a place is not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatRefusal {
    /// It became a game, or never will.
    NotOpen,
    /// It has been taken, or is reserved for another player.
    NotFree,
    /// One player has one place.
    HasSeat,
    /// Nothing to leave.
    HasNoSeat,
    /// The challenger's own place.
    Challenger,
    /// More partners than places.
    NoRoom,
    /// The partners would get too many invitations.
    TooMany(ChallengeLimit),
    /// An invited player has a place already.
    OtherHasSeat(String),
}

domain::codes! {
    SeatRefusal {
        NotOpen => "not-open",
        NotFree => "seat-not-free",
        HasSeat => "has-a-seat",
        HasNoSeat => "has-no-seat",
        Challenger => "challenger-stays",
        NoRoom => "not-enough-seats",
        TooMany(limit) => "too-many-challenges",
        OtherHasSeat(name) => "other-has-a-seat",
    }
}

impl Explained for SeatRefusal {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::NotOpen => words::NOT_OPEN.to_owned(),
            Self::NotFree => words::SEAT_NOT_FREE.to_owned(),
            Self::HasSeat => words::HAS_A_SEAT.to_owned(),
            Self::HasNoSeat => words::HAS_NO_SEAT.to_owned(),
            Self::Challenger => words::CHALLENGER_STAYS.to_owned(),
            Self::NoRoom => words::NOT_ENOUGH_SEATS.to_owned(),
            Self::TooMany(limit) => limit.sentence(),
            Self::OtherHasSeat(name) => words::other_has_a_seat(name),
        }
    }
}

impl Challenge {
    /// Its seats and sides.
    pub fn seating(&self) -> Seating {
        self.terms.variant.seating()
    }

    /// The place that a player has taken, or is invited to.
    pub fn place_of(&self, player: PlayerId) -> Option<&ChallengeSeat> {
        self.places.iter().find(|place| place.is_of(player))
    }

    /// Whether a player has taken a place.
    pub fn sits(&self, player: PlayerId) -> bool {
        self.place_of(player).is_some_and(|place| place.taken)
    }

    /// The players who are invited and have not answered yet.
    pub fn invited(&self) -> impl Iterator<Item = &Player> {
        self.places.iter().filter(|place| !place.taken).filter_map(|place| place.player.as_ref())
    }

    /// Whether a player can sit down somewhere.
    pub fn has_place_for(&self, player: PlayerId) -> bool {
        self.state == State::Open && !self.sits(player) && self.places.iter().any(|place| place.is_for(player))
    }

    /// Whether a player who is not invited can take a place.
    pub fn has_open_place(&self) -> bool {
        self.open_seats().next().is_some()
    }

    /// The seats that a player who is not invited can take.
    pub fn open_seats(&self) -> impl Iterator<Item = Seat> {
        self.places.iter().filter(|place| place.player.is_none()).map(|place| place.seat)
    }

    /// Whether a player who sits down on a seat could bring a partner to the same side. A seat that they leave for it is free.
    pub fn has_room_for_partner(&self, player: PlayerId, seat: Seat) -> bool {
        let side = self.seating().side(seat);
        let others = self.places.iter().filter(|place| place.seat != seat && self.seating().side(place.seat) == side);
        others.into_iter().any(|place| place.is_for(player))
    }

    /// The players on the other sides, those invited included, and that the rest is open: `ben, anyone`.
    pub fn opponents_so_far(&self) -> String {
        let seating = self.seating();
        let own = self.place_of(self.challenger.id).map(|place| seating.side(place.seat));
        let theirs = self.places.iter().filter(|place| Some(seating.side(place.seat)) != own);
        let has_open = theirs.clone().any(|place| place.player.is_none());
        let names: Vec<_> = theirs.filter_map(|place| Some(place.player.as_ref()?.name.as_str())).collect();
        wording::challenges::opponents_so_far(&names, has_open)
    }

    /// Whether everybody sits.
    pub fn is_full(&self) -> bool {
        !self.places.is_empty() && self.places.iter().all(|place| place.taken)
    }

    /// Changes the places as a player wants.
    ///
    /// # Errors
    /// Why not; nothing has changed.
    pub fn change(&mut self, player: &Player, change: &Change) -> Result<(), SeatRefusal> {
        if self.state != State::Open {
            return Err(SeatRefusal::NotOpen);
        }
        match change {
            Change::Take(seat) => self.take(player, *seat).map(|_| ()),
            Change::Bring(seat, partners) => self.bring(player, *seat, partners),
            Change::Leave => self.leave(player.id),
        }
    }

    fn take(&mut self, player: &Player, seat: Option<Seat>) -> Result<Seat, SeatRefusal> {
        if self.sits(player.id) {
            return Err(SeatRefusal::HasSeat);
        }
        let asked_to = self.places.iter().position(|place| place.is_of(player.id));
        let wanted = match seat {
            Some(seat) => self.places.iter().position(|place| place.seat == seat),
            None => asked_to.or_else(|| self.places.iter().position(|place| place.player.is_none())),
        };
        let wanted = wanted.filter(|&at| self.places[at].is_for(player.id)).ok_or(SeatRefusal::NotFree)?;
        if let Some(asked_to) = asked_to {
            self.places[asked_to].player = None;
        }
        let place = &mut self.places[wanted];
        (place.player, place.taken) = (Some(player.clone()), true);
        Ok(place.seat)
    }

    fn bring(&mut self, player: &Player, seat: Seat, partners: &[Player]) -> Result<(), SeatRefusal> {
        let before = self.places.clone();
        let brought =
            self.take(player, Some(seat)).and_then(|seat| self.invite(partners, true, self.seating().side(seat)));
        if brought.is_err() {
            self.places = before;
        }
        brought
    }

    /// Reserves open places for some players: on a side, or on any other.
    ///
    /// # Errors
    /// There are too few open places, or one of the players has a place; some may have been reserved.
    pub fn invite(&mut self, players: &[Player], on_it: bool, side: Side) -> Result<(), SeatRefusal> {
        let seating = self.seating();
        for player in players {
            if self.place_of(player.id).is_some() {
                return Err(SeatRefusal::OtherHasSeat(player.name.to_string()));
            }
            let mut open = self.places.iter_mut().filter(|place| place.player.is_none());
            let place = open.find(|place| (seating.side(place.seat) == side) == on_it).ok_or(SeatRefusal::NoRoom)?;
            place.player = Some(player.clone());
        }
        Ok(())
    }

    fn leave(&mut self, player: PlayerId) -> Result<(), SeatRefusal> {
        if self.challenger.id == player {
            return Err(SeatRefusal::Challenger);
        }
        let place = self.places.iter_mut().find(|place| place.is_of(player)).ok_or(SeatRefusal::HasNoSeat)?;
        (place.player, place.taken) = (None, false);
        Ok(())
    }
}
