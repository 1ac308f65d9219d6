//! Accounts: names, addresses, passwords, and what is limited.

use std::ops::RangeInclusive;

use jiff::SignedDuration;

use super::plural;

/// This is not an email address.
pub const NOT_AN_EMAIL_ADDRESS: &str = "This is not an email address: it should look like name@example.org.";

/// An email address whose domain only means something in a local network.
pub const NO_EMAIL_DOMAIN: &str = "The part after the @ must be a domain name with a dot, as in name@example.org.";

/// The new password is the player's name.
pub const PASSWORD_IS_NAME: &str = "Your name is the first thing anybody would try: choose another password.";

/// Another password was typed than the player's.
pub const NOT_YOUR_PASSWORD: &str = "That is not your password.";

/// A new account would be called like a guest.
pub const NAME_OF_GUEST: &str =
    "Names that begin with Guest- are for guests, who play without an account. Choose another one.";

/// A new account would be called like a computer player.
pub const NAME_OF_COMPUTER: &str = "Names with 'computer' in them are for computer players. Choose another one.";

/// A country that is not in the list.
pub const NO_COUNTRY: &str = "Choose a country of the list, or none.";

/// What a player says of themselves is too long.
pub fn long_about(chars: usize, max: usize) -> String {
    format!(
        "Your words have {chars} characters; {max} are allowed. Please shorten them by {}.",
        chars.saturating_sub(max)
    )
}

/// What a player says of themselves has too many lines.
pub fn many_lines(lines: usize, max: usize) -> String {
    format!("Your words have {lines} lines; {max} are allowed.")
}

/// What a player says of themselves contains a character that cannot be shown.
pub fn unprintable(found: char) -> String {
    format!("Your words contain a character that cannot be shown ({found:?}): please remove it.")
}

/// A name is too short or too long.
pub fn name_length(lengths: &RangeInclusive<usize>, length: usize) -> String {
    let (min, max) = (lengths.start(), lengths.end());
    format!("A name has {min} to {max} characters; this one has {length}.")
}

/// A name contains a character that is not allowed.
pub fn name_character(character: char) -> String {
    if character.is_whitespace() {
        return "A name can only contain the letters a to z, digits, '_' and '-', not a space.".to_owned();
    }
    format!("A name can only contain the letters a to z, digits, '_' and '-', not '{character}'.")
}

/// A new password is too short.
pub fn password_too_short(min: usize) -> String {
    format!("A password needs at least {min} characters.")
}

/// A new password is too long.
pub fn password_too_long(max: usize) -> String {
    format!("A password can have at most {max} characters.")
}

/// Something was tried too often.
pub fn rate_limited(retry_after: SignedDuration) -> String {
    if retry_after >= SignedDuration::from_hours(24) {
        return "Too many attempts. Wait a day, then try again.".to_owned();
    }
    let minutes = retry_after.as_mins();
    plural(
        minutes,
        "Too many attempts. Wait a minute, then try again.".to_owned(),
        format!("Too many attempts. Wait {minutes} minutes, then try again."),
    )
}
