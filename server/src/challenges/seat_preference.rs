//! [`SeatPreference`]: the seat that a challenger asks for, in whatever game, and what it is called in each.

use std::str::FromStr;

use domain::rules::seat::{MAX_SEATS, Seat};
use domain::rules::variant::Variant;

use super::challenge::SeatChoice;
use super::form_error::ChallengeFormError;
use crate::boards::SeatIcon;
use crate::wording::{self, SeatNames};

/// Where a challenger wants to sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatPreference {
    /// Wherever the lot falls.
    Random,
    /// At the place of the player with this index, in the order of their first turns.
    At(usize),
}

/// Their names in forms.
const KEYS: [&str; MAX_SEATS] = ["first", "second", "third", "fourth", "fifth", "sixth"];
const RANDOM: &str = "random";

/// A preference as a form offers it, with its words in the games in which they are the same.
pub struct SeatOption {
    /// Its name in the form.
    pub key: &'static str,
    /// What it means, game by game.
    pub meanings: Vec<SeatInGames>,
}

/// What a preference means in some games.
pub struct SeatInGames {
    /// The numbers of these games in the form, with spaces between them.
    pub games: String,
    /// The seat's picture.
    pub icon: SeatIcon,
    /// `Red`; `Red and Green`, where one player has both.
    pub name: String,
    /// `moves first, with Yellow and Magenta`
    pub hint: String,
}

impl SeatPreference {
    /// Its name in forms.
    pub fn key(self) -> &'static str {
        match self {
            Self::Random => RANDOM,
            Self::At(player) => KEYS[player],
        }
    }

    /// Every preference that can be fulfilled in some game.
    pub fn offered() -> impl Iterator<Item = SeatOption> {
        (0..MAX_SEATS).map(|player| SeatOption { key: KEYS[player], meanings: meanings(player) })
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
            preference => Ok(preference),
        }
    }

    /// The same in a game of two.
    pub const fn of_two(self) -> SeatChoice {
        match self {
            Self::At(0) => SeatChoice::First,
            Self::At(1) => SeatChoice::Second,
            Self::At(_) | Self::Random => SeatChoice::Random,
        }
    }

    /// The seat that it comes to: by lot, if that is asked for.
    pub fn seat(self, variant: Variant) -> Seat {
        let seating = variant.seating();
        let player = match self {
            Self::Random => crate::platform::chance::below(seating.players()),
            Self::At(player) => player,
        };
        seating.seats_of_player(player).next().unwrap_or(Seat::FIRST)
    }
}

impl FromStr for SeatPreference {
    type Err = ();

    fn from_str(key: &str) -> Result<Self, ()> {
        if key == RANDOM {
            return Ok(Self::Random);
        }
        KEYS.iter().position(|known| *known == key).map(Self::At).ok_or(())
    }
}

/// The words for a player's place in every game that has one, each once.
fn meanings(player: usize) -> Vec<SeatInGames> {
    let mut meanings: Vec<SeatInGames> = Vec::new();
    let has_place = |(_, variant): &(usize, Variant)| player < variant.seating().players();
    for (number, variant) in Variant::ALL.into_iter().enumerate().filter(has_place) {
        let name = wording::challenges::seats_of_player(variant.seating(), player);
        let hint = hint(variant, player);
        match meanings.iter_mut().find(|known| (&known.name, &known.hint) == (&name, &hint)) {
            Some(known) => known.games += &format!(" {number}"),
            None => {
                let icon = SeatIcon::of(variant, SeatPreference::At(player).seat(variant));
                meanings.push(SeatInGames { games: number.to_string(), icon, name, hint });
            }
        }
    }
    meanings
}

fn hint(variant: Variant, player: usize) -> String {
    let seating = variant.seating();
    let own = SeatPreference::At(player).seat(variant);
    let partners = seating.seats_of(seating.side(own)).filter(|&seat| !seating.is_same_player(own, seat));
    let partners: Vec<_> = partners.map(|seat| seating.name(seat)).collect();
    wording::challenges::moves_with(KEYS[player], &partners)
}
