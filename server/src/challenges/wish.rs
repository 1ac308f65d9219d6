//! [`SeatWish`]: the place that a challenger asks for, in whatever game, and what it is called in each.

use std::str::FromStr;

use domain::rules::seat::{MAX_SEATS, Seat};
use domain::rules::variant::Variant;

use super::challenge::SeatChoice;
use super::form_error::ChallengeFormError;
use crate::boards::SeatIcon;
use crate::wording::{self, SeatNames};

/// Where a challenger wants to sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatWish {
    /// Wherever the lot falls.
    Lot,
    /// At the place of the player with this index, in the order of their first turns.
    At(usize),
}

/// Their names in forms.
const KEYS: [&str; MAX_SEATS] = ["first", "second", "third", "fourth", "fifth", "sixth"];
const LOT: &str = "random";

/// A wish as a form offers it, with its words in the games in which they are the same.
pub struct Offered {
    /// Its name in the form.
    pub key: &'static str,
    /// What it means, game by game.
    pub meanings: Vec<Meaning>,
}

/// What a wish means in some games.
pub struct Meaning {
    /// The numbers of these games in the form, with spaces between them.
    pub games: String,
    /// The seat's picture.
    pub icon: SeatIcon,
    /// `Red`; `Red and Green`, where one player has both.
    pub name: String,
    /// `moves first, with Yellow and Magenta`
    pub hint: String,
}

impl SeatWish {
    /// Its name in forms.
    pub fn key(self) -> &'static str {
        match self {
            Self::Lot => LOT,
            Self::At(player) => KEYS[player],
        }
    }

    /// Every wish that can be fulfilled in some game.
    pub fn offered() -> impl Iterator<Item = Offered> {
        (0..MAX_SEATS).map(|player| Offered { key: KEYS[player], meanings: meanings(player) })
    }

    /// Whether there is such a place.
    ///
    /// # Errors
    /// There is none.
    pub fn check(self, variant: Variant) -> Result<Self, ChallengeFormError> {
        let players = variant.seating().players();
        match self {
            Self::At(player) if player >= players => {
                Err(ChallengeFormError::NoSuchSeat { variant, wanted: KEYS[player] })
            }
            wish => Ok(wish),
        }
    }

    /// The same in a game of two.
    pub const fn of_two(self) -> SeatChoice {
        match self {
            Self::At(0) => SeatChoice::First,
            Self::At(1) => SeatChoice::Second,
            Self::At(_) | Self::Lot => SeatChoice::Random,
        }
    }

    /// The seat that it comes to: by lot, if that is wished.
    pub fn seat(self, variant: Variant) -> Seat {
        let seating = variant.seating();
        let player = match self {
            Self::Lot => crate::platform::chance::below(seating.players()),
            Self::At(player) => player,
        };
        seating.seats_of_player(player).next().unwrap_or(Seat::FIRST)
    }
}

impl FromStr for SeatWish {
    type Err = ();

    fn from_str(key: &str) -> Result<Self, ()> {
        if key == LOT {
            return Ok(Self::Lot);
        }
        KEYS.iter().position(|known| *known == key).map(Self::At).ok_or(())
    }
}

/// The words for a player's place in every game that has one, each once.
fn meanings(player: usize) -> Vec<Meaning> {
    let mut meanings: Vec<Meaning> = Vec::new();
    let has_place = |(_, variant): &(usize, Variant)| player < variant.seating().players();
    for (number, variant) in Variant::ALL.into_iter().enumerate().filter(has_place) {
        let name = wording::challenges::seats_of_player(variant.seating(), player);
        let hint = hint(variant, player);
        match meanings.iter_mut().find(|known| (&known.name, &known.hint) == (&name, &hint)) {
            Some(known) => known.games += &format!(" {number}"),
            None => {
                let icon = SeatIcon::of(variant, SeatWish::At(player).seat(variant));
                meanings.push(Meaning { games: number.to_string(), icon, name, hint });
            }
        }
    }
    meanings
}

fn hint(variant: Variant, player: usize) -> String {
    let seating = variant.seating();
    let own = SeatWish::At(player).seat(variant);
    let partners = seating.seats_of(seating.side(own)).filter(|&seat| !seating.is_same_player(own, seat));
    let partners: Vec<_> = partners.map(|seat| seating.name(seat)).collect();
    wording::challenges::moves_with(KEYS[player], &partners)
}
