//! Challenges, and the seats that they speak of.

use domain::rules::seat::{Seating, Side};
use domain::rules::variant::Variant;

use super::{SeatNames, VariantNames, all_of, plural};

/// The seats of one player: `Red`; `Red and Green`, where one player has both.
pub fn seats_of_player(seating: Seating, player: usize) -> String {
    all_of(&seating.seats_of_player(player).map(|seat| seating.name(seat)).collect::<Vec<_>>())
}

/// That one of the two sides falls to a player at random: `White or Black, at random`.
pub fn side_at_random(seating: Seating) -> String {
    let (first, second) = (seating.side_name(Side::WHITE), seating.side_name(Side::BLACK));
    match seating.len() {
        // `Red and Green, or Blue and Magenta, at random`
        3.. => format!("{first}, or {second}, at random"),
        _ => format!("{first} or {second}, at random"),
    }
}

/// When a player moves, and with whom they play: `moves first, with Yellow and Magenta`.
pub fn moves_with(place: &str, partners: &[&str]) -> String {
    match partners {
        [] => format!("moves {place}"),
        _ => format!("moves {place}, with {}", all_of(partners)),
    }
}

/// That one of two sides falls to a player at random, beside a picture that says no more.
pub const AT_RANDOM: &str = "At random";

/// With whom a seat plays, behind its name: `with Yellow and Magenta`.
pub fn with_partners(partners: &[&str]) -> String {
    match partners {
        [] => String::new(),
        _ => format!("with {}", all_of(partners)),
    }
}

/// That a player may choose one of several seats that are open to anyone.
pub fn one_of_seats(open: usize) -> String {
    format!("One of {open} seats")
}

/// How many seats anyone can still take, and who is invited to others, the reader perhaps among them.
pub fn seats_open(open: usize, others_invited: &[&str], you_are_invited: bool) -> String {
    let seats = match open {
        0 => None,
        1 => Some("One seat is open to anyone.".to_owned()),
        _ => Some(format!("{open} seats are open to anyone.")),
    };
    let invited = match (you_are_invited, others_invited) {
        (true, others) => Some(format!("{} are invited.", all_of(&[&["You"], others].concat()))),
        (false, []) => None,
        (false, [one]) => Some(format!("{one} is invited.")),
        (false, others) => Some(format!("{} are invited.", all_of(others))),
    };
    let begins = "The game begins when the last seat is taken.".to_owned();
    [seats, invited, Some(begins)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// How a challenge of the reader's ended, with what is shown in its own way in braces: `{opponent}`, if it was to one, and
/// `{challenge}`.
pub const fn answer(to_a_player: bool, is_declined: bool) -> &'static str {
    match (to_a_player, is_declined) {
        (true, true) => "{opponent} declined your {challenge}.",
        (true, false) => "{opponent} did not answer your {challenge}. It has expired.",
        (false, _) => "Nobody accepted your {challenge}. It has expired.",
    }
}

/// A challenge, in a sentence: `challenge to a game of Duck Chess`.
pub fn to_a_game_of(variant: &str) -> String {
    format!("challenge to a game of {variant}")
}

/// Who plays against a challenger so far: `ben, anyone`.
pub fn opponents_so_far(names: &[&str], has_open_seats: bool) -> String {
    match (names, has_open_seats) {
        ([], true) => "Anyone".to_owned(),
        (_, true) => format!("{}, anyone", names.join(", ")),
        (_, false) => names.join(", "),
    }
}

/// The confirmation for a player who has declined a challenge.
pub fn you_declined(challenger: &str, variant: &str) -> String {
    format!("You have declined the challenge from {challenger} to a game of {variant}. {challenger} will see it.")
}

/// The confirmation for a player who has left a seat, or declined one.
pub const YOU_LEFT: &str = "You have no seat in this game. The one you had, or were offered, is open to anyone.";

/// How many challenges wait for the reader's answer.
pub fn waiting_for_you(count: u64) -> String {
    plural(
        count,
        "A challenge is waiting for your answer.".to_owned(),
        format!("{count} challenges are waiting for your answer."),
    )
}

/// The button that accepts a challenge, among others.
pub fn accept(challenger: &str) -> String {
    format!("Accept the challenge from {challenger}")
}

/// The button that declines a challenge, among others.
pub fn decline(challenger: &str) -> String {
    format!("Decline the challenge from {challenger}")
}

/// The button that withdraws the reader's own challenge to a player, among others.
pub fn withdraw(opponent: &str, variant: &str) -> String {
    format!("Withdraw your challenge to {opponent}: {variant}")
}

/// The button that withdraws the reader's own challenge for anyone, among others.
pub fn withdraw_open(variant: &str) -> String {
    format!("Withdraw your open challenge: {variant}")
}

/// The link to a challenge for more than two, among others.
pub fn see_seats(challenger: &str) -> String {
    format!("See the seats of the challenge from {challenger}")
}

/// The button that puts away the answer to the reader's own challenge, among others.
pub fn dismiss(variant: &str) -> String {
    format!("Dismiss the answer to your challenge to a game of {variant}")
}

/// Who challenges whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Challenging<'a> {
    /// The reader challenges whoever accepts.
    YouAnyone,
    /// The reader challenges another player.
    YouPlayer(&'a str),
    /// Another player challenges whoever accepts.
    PlayerAnyone(&'a str),
    /// Another player challenges the reader.
    PlayerYou(&'a str),
    /// Another player challenges a third.
    PlayerPlayer(&'a str, &'a str),
}

/// The heading of a challenge to one player.
pub fn heading(challenging: Challenging<'_>) -> String {
    match challenging {
        Challenging::YouAnyone => "Your challenge to anyone".to_owned(),
        Challenging::YouPlayer(name) => format!("Your challenge to {name}"),
        Challenging::PlayerAnyone(challenger) => format!("Open challenge from {challenger}"),
        Challenging::PlayerYou(challenger) => format!("Challenge from {challenger}"),
        Challenging::PlayerPlayer(challenger, name) => format!("Challenge from {challenger} to {name}"),
    }
}

/// The heading of a challenge for more than two.
pub fn heading_for_many(challenger: &str, is_own: bool, variant: Variant) -> String {
    let variant = variant.name();
    match is_own {
        true => format!("Your challenge: {variant}"),
        false => format!("Challenge from {challenger}: {variant}"),
    }
}

/// The title of a challenge that has become a game, for a tab behind others.
pub fn accepted_title(heading: &str) -> String {
    format!("Accepted: {heading}")
}

/// What is to be played: `Duck Chess, rated`.
pub fn terms(variant: Variant, is_rated: bool, is_public: bool) -> String {
    let variant = variant.name();
    match (is_rated, is_public) {
        (true, false) => format!("{variant}, rated"),
        (false, false) => format!("{variant}, not rated"),
        (true, true) => format!(
            "{variant}, rated; everyone can read what the players write to each other, and comment as a spectator"
        ),
        (false, true) => format!(
            "{variant}, not rated; everyone can read what the players write to each other, and comment as a spectator"
        ),
    }
}

/// Who plays what, before the seat: `ann plays`.
pub fn who_plays(name: &str, is_you: bool) -> String {
    if is_you { "You play".to_owned() } else { format!("{name} plays") }
}

/// A seat that anyone may take, in a list of seats.
pub const SEAT_OPEN: &str = "open to anyone";

/// A seat that is kept for the reader, in a list of seats.
pub const SEAT_KEPT_FOR_YOU: &str = "kept for you";

/// A seat that is kept for another player, in a list of seats.
pub fn seat_kept(name: &str) -> String {
    format!("{name} is invited")
}
