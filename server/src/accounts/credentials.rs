//! What an account is made of, read from what was typed.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::platform::chance;
use crate::wording::{self, Explained};

/// An account in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub i64);

/// A player's name: 3 to 20 of letters, digits, `_` and `-`, or what is drawn for one who has deleted their account. Two names that differ only in case are the same player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerName(String);

/// What the names of guests begin with, and no others.
const GUEST_PREFIX: &str = "Guest-";
/// What the names of computer players contain, and no others.
const COMPUTER: &str = "computer";

/// What the names of those who have deleted their account begin with: no name that was typed has a blank in it, so nobody chooses it,
/// and no address leads to it.
const DELETED_PREFIX: &str = "deleted player ";

/// Why a text is no [`PlayerName`], or not one for a new account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// Shorter than 3 or longer than 20 characters.
    Length(usize),
    /// A character that is not allowed.
    Character(char),
    /// It begins like the name of a guest.
    OfGuest,
    /// It contains the word by which computer players are known.
    OfComputer,
}

domain::codes! {
    NameError {
        Length(length) => "name-length",
        Character(character) => "name-character",
        OfGuest => "name-of-guest",
        OfComputer => "name-of-computer",
    }
}

impl Explained for NameError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match *self {
            Self::Length(length) => wording::accounts::name_length(&PlayerName::LENGTHS, length),
            Self::Character(character) => wording::accounts::name_character(character),
            Self::OfGuest => wording::accounts::NAME_OF_GUEST.to_owned(),
            Self::OfComputer => wording::accounts::NAME_OF_COMPUTER.to_owned(),
        }
    }
}

impl PlayerName {
    /// How many characters a name can have.
    const LENGTHS: RangeInclusive<usize> = 3..=20;

    /// Whether a name may have a character.
    pub const fn may_have(character: char) -> bool {
        character.is_ascii_alphanumeric() || character == '_' || character == '-'
    }

    /// The name as its player writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A name for a guest, drawn by lot: `Guest-k3x9q`.
    pub(super) fn of_guest() -> Self {
        Self(format!("{GUEST_PREFIX}{}", chance::letters(5)))
    }

    /// A name for somebody who has deleted their account, drawn by lot: `deleted player k3x9q`. Two of them in one game are told apart, and
    /// nothing of it comes from the name before.
    pub fn of_deleted() -> Self {
        Self(format!("{DELETED_PREFIX}{}", chance::letters(5)))
    }

    /// Whether a text is such a name, which has no page.
    pub fn is_of_deleted(text: &str) -> bool {
        text.starts_with(DELETED_PREFIX)
    }

    /// The name of a new account.
    ///
    /// # Errors
    /// No name can be so, or it would pass for that of a guest or of a computer player.
    pub fn chosen(typed: &str) -> Result<Self, NameError> {
        let name: Self = typed.parse()?;
        if Self::is_of_guest(&name.0) {
            return Err(NameError::OfGuest);
        }
        if name.0.to_ascii_lowercase().contains(COMPUTER) {
            return Err(NameError::OfComputer);
        }
        Ok(name)
    }

    /// Whether a text is such a name as guests have.
    pub fn is_of_guest(text: &str) -> bool {
        text.get(..GUEST_PREFIX.len()).is_some_and(|start| start.eq_ignore_ascii_case(GUEST_PREFIX))
    }

    /// A name that was checked when it was stored.
    pub fn stored(name: String) -> Self {
        Self(name)
    }

    /// Whether a text is this name, in any case.
    pub fn is(&self, text: &str) -> bool {
        self.0.eq_ignore_ascii_case(text)
    }
}

impl FromStr for PlayerName {
    type Err = NameError;

    fn from_str(typed: &str) -> Result<Self, NameError> {
        let typed = typed.trim();
        if let Some(odd) = typed.chars().find(|&c| !Self::may_have(c)) {
            return Err(NameError::Character(odd));
        }
        let length = typed.len();
        if Self::LENGTHS.contains(&length) { Ok(Self(typed.to_owned())) } else { Err(NameError::Length(length)) }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where mail reaches a player. Whether it does is only known when a mail has been answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailAddress(String);

/// Why a text is no [`EmailAddress`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmailAddressError {
    /// It does not have the form of one.
    Malformed,
    /// After the @ stands no domain name that the whole world knows: a number, or a name without a dot.
    NoDomain,
}

domain::codes! {
    EmailAddressError {
        Malformed => "not-an-email-address",
        NoDomain => "no-email-domain",
    }
}

impl Explained for EmailAddressError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        let sentence = match self {
            Self::Malformed => wording::accounts::NOT_AN_EMAIL_ADDRESS,
            Self::NoDomain => wording::accounts::NO_EMAIL_DOMAIN,
        };
        sentence.to_owned()
    }
}

impl EmailAddress {
    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for EmailAddress {
    type Err = EmailAddressError;

    fn from_str(typed: &str) -> Result<Self, EmailAddressError> {
        let typed = typed.trim();
        let (local, host) = typed.rsplit_once('@').ok_or(EmailAddressError::Malformed)?;
        let plain = !typed.chars().any(|c| c.is_whitespace() || c.is_control());
        let full = !local.is_empty() && !host.is_empty() && !host.starts_with('.') && !host.ends_with('.');
        // An address that no email can be sent to is not valid.
        let writable = typed.parse::<lettre::Address>().is_ok();
        if !(plain && full && writable && typed.len() <= 254) {
            return Err(EmailAddressError::Malformed);
        }
        if is_domain(host) { Ok(Self(typed.to_owned())) } else { Err(EmailAddressError::NoDomain) }
    }
}

/// Whether a mail server may be found by this name from anywhere. `[127.0.0.1]`, `127.0.0.1` and `localhost` are
/// machines of this network, which nobody outside should have emails sent to.
fn is_domain(host: &str) -> bool {
    let Some((_, top)) = host.rsplit_once('.') else { return false };
    !host.starts_with('[') && !host.contains("..") && !top.bytes().all(|byte| byte.is_ascii_digit())
}

/// A password as it was typed. Never logged, never shown, never stored.
#[derive(Clone)]
pub struct Password(String);

/// Why a text cannot be a new password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordError {
    /// Fewer than 8 characters.
    TooShort,
    /// More than 256 characters.
    TooLong,
    /// The player's own name.
    IsName,
}

domain::codes! {
    PasswordError {
        TooShort => "password-too-short",
        TooLong => "password-too-long",
        IsName => "password-is-name",
    }
}

impl Explained for PasswordError {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::TooShort => wording::accounts::password_too_short(Password::MIN_CHARS),
            Self::TooLong => wording::accounts::password_too_long(Password::MAX_CHARS),
            Self::IsName => wording::accounts::PASSWORD_IS_NAME.to_owned(),
        }
    }
}

impl Password {
    /// The fewest characters of a new password.
    pub const MIN_CHARS: usize = 8;
    /// The most characters of a new password.
    pub const MAX_CHARS: usize = 256;

    /// A password for a new account.
    ///
    /// # Errors
    /// Too short, too long, or the player's name.
    pub fn new(typed: &str, name: &str) -> Result<Self, PasswordError> {
        match typed.chars().count() {
            count if count < Self::MIN_CHARS => Err(PasswordError::TooShort),
            count if count > Self::MAX_CHARS => Err(PasswordError::TooLong),
            _ if typed.eq_ignore_ascii_case(name) => Err(PasswordError::IsName),
            _ => Ok(Self(typed.to_owned())),
        }
    }

    /// An attempt at a password: whatever was typed.
    pub fn attempt(typed: String) -> Self {
        Self(typed)
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// A player as others see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The account.
    pub id: PlayerId,
    /// Its name.
    pub name: PlayerName,
}

#[cfg(test)]
mod tests {
    use super::{EmailAddressError, NameError, PasswordError};
    use crate::wording::codes_tests::each_is_explained;

    #[test]
    fn every_reason_has_a_sentence() {
        let names = [
            NameError::Length(2),
            NameError::Character(' '),
            NameError::Character('é'),
            NameError::OfGuest,
            NameError::OfComputer,
        ];
        each_is_explained(NameError::CODES, &names);
        let passwords = [PasswordError::TooShort, PasswordError::TooLong, PasswordError::IsName];
        each_is_explained(PasswordError::CODES, &passwords);
        each_is_explained(EmailAddressError::CODES, &[EmailAddressError::Malformed, EmailAddressError::NoDomain]);
    }
}
