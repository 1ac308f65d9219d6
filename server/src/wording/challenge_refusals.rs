//! Challenges: why one cannot be made or answered, and why a seat of one cannot be taken or left.

use domain::rules::seat::Seating;
use domain::rules::variant::Variant;

use super::challenges::seats_of_player;
use super::lists::one_of;
use super::{VariantNames, plural};

/// Somebody answers their own challenge.
pub const OWN: &str = "This is your own challenge: somebody else has to accept it.";

/// Somebody declines a challenge that nobody in particular is asked.
pub const OPEN_TO_ANYONE: &str = "This challenge is open to anyone, so there is nothing to decline.";

/// Somebody else than the challenger withdraws it.
pub const ONLY_THE_CHALLENGER_WITHDRAWS: &str = "Only the challenger can withdraw a challenge.";

/// It has become a game.
pub const ACCEPTED: &str = "This challenge has already been accepted, and its game has begun.";

/// It has been declined.
pub const DECLINED: &str = "This challenge has been declined. You can make a new one.";

/// It has been withdrawn.
pub fn withdrawn(challenger: &str) -> String {
    format!("This challenge has been withdrawn by {challenger}.")
}

/// The challenge waited too long.
pub fn expired(days: i64) -> String {
    format!("This challenge has expired: it was not answered within {days} days.")
}

/// It has become a game, or never will.
pub const NOT_OPEN: &str = "This challenge is no longer open.";

/// A seat is taken, or kept for another player.
pub const SEAT_NOT_FREE: &str = "That seat is taken, or kept for somebody else: choose another.";

/// The player has a seat.
pub const HAS_A_SEAT: &str = "You already have a seat. Leave it first if you want a different one.";

/// The player has no seat to leave.
pub const HAS_NO_SEAT: &str = "You have no seat here.";

/// The challenger leaves their seat.
pub const CHALLENGER_STAYS: &str = "This is your challenge. Withdraw it if you do not want to play.";

/// More players are named than there are open seats.
pub const NOT_ENOUGH_SEATS: &str = "There are not enough open seats for all the players you name.";

/// A player who is named has a seat.
pub fn other_has_a_seat(name: &str) -> String {
    format!("{name} already has a seat here.")
}

/// A player has too many open challenges.
pub fn too_many_open(max: i64) -> String {
    format!("You have {max} open challenges: withdraw one of them in the lobby first.")
}

/// A player has made too many challenges recently.
pub fn too_many_made(max: i64) -> String {
    format!(
        "You have made {max} challenges since yesterday that nobody has accepted; each seat kept for somebody counts as \
         one. You can make more tomorrow."
    )
}

/// A player has challenged another too often recently.
pub fn too_many_to_one(name: &str, max: i64) -> String {
    format!("You have challenged {name} {max} times since yesterday without being accepted. Give them time to answer.")
}

/// No time control has the key that was sent.
pub const UNKNOWN_CLOCK: &str = "Choose a clock from the list.";

/// No seat has the key that was sent.
pub const UNKNOWN_SEAT: &str = "Choose a seat from the list.";

/// Several opponents are named for a game of two.
pub const ONE_OPPONENT: &str = "This game is for two: name one opponent, or leave the field empty for anyone.";

/// A game has fewer seats than a player asks for.
pub fn no_such_seat(variant: Variant, seat: &str) -> String {
    let seating: Seating = variant.seating();
    let seats: Vec<_> = (0..seating.players()).map(|player| seats_of_player(seating, player)).collect();
    format!("{} has no {seat} seat: choose {}, or random.", variant.name(), one_of(&seats))
}

/// Partners are named for a game in which nobody has any.
pub fn no_partners(variant: Variant) -> String {
    format!("There are no partners in {}: leave the field empty.", variant.name())
}

/// More partners are named than can sit on a side.
pub fn too_many_partners(variant: Variant, seats: usize, named: usize) -> String {
    let variant = variant.name();
    plural(
        seats,
        format!("In {variant} there is one seat on your side besides yours, and you name {named} players."),
        format!("In {variant} there are {seats} seats on your side besides yours, and you name {named} players."),
    )
}

/// More opponents are named than there are seats for them.
pub fn too_many_opponents(variant: Variant, seats: usize, named: usize) -> String {
    let variant = variant.name();
    plural(
        seats,
        format!("In {variant} there is one seat against you, and you name {named} players."),
        format!("In {variant} there are {seats} seats against you, and you name {named} players."),
    )
}

/// No player has the name that was typed, for a game of two or of more.
pub fn nobody_called(name: &str, for_two: bool) -> String {
    match for_two {
        true => format!("Nobody here is called {name}. Leave the field empty for anyone."),
        false => format!("Nobody here is called {name}. Seats without a name are open to anyone."),
    }
}

/// Somebody names themselves, for a game of two or of more.
pub const fn yourself(for_two: bool) -> &'static str {
    match for_two {
        true => "That is you: name somebody else, or leave the field empty for anyone.",
        false => "That is you: you have a seat of your own.",
    }
}

/// A guest is named, who plays the computer only.
pub fn is_a_guest(name: &str) -> String {
    format!("{name} is a guest, who plays without an account and cannot be challenged.")
}

/// A player is named twice.
pub fn named_twice(name: &str) -> String {
    format!("{name} is named twice.")
}
