//! What an account is made of, read from what was typed.

use std::fmt;
use std::str::FromStr;

/// An account in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub i64);

/// A player's name: 3 to 20 of letters, digits, `_` and `-`. Two names that differ only in case are the same player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerName(String);

/// Why a text is no [`PlayerName`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Shorter than 3 or longer than 20 characters.
    #[error("A name has 3 to 20 characters; this one has {0}.")]
    Length(usize),
    /// A character that is not allowed.
    #[error("A name can only contain the letters a to z, digits, '_' and '-', not {}.", seen(*.0))]
    Character(char),
}

/// A character as it can be seen in a sentence.
fn seen(character: char) -> String {
    if character.is_whitespace() { "a space".to_owned() } else { format!("'{character}'") }
}

impl PlayerName {
    /// The name as its player writes it.
    pub fn as_str(&self) -> &str {
        &self.0
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
        if let Some(odd) = typed.chars().find(|&c| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')) {
            return Err(NameError::Character(odd));
        }
        match typed.len() {
            3..=20 => Ok(Self(typed.to_owned())),
            length => Err(NameError::Length(length)),
        }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmailAddressError {
    /// It does not have the form of one.
    #[error("This is not an email address: it should look like name@example.org.")]
    Malformed,
    /// After the @ stands no domain name that the whole world knows: a number, or a name without a dot.
    #[error("The part after the @ must be a domain name with a dot, as in name@example.org.")]
    NoDomain,
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
        // What cannot be written in the header of an email is no address either.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Fewer than 8 characters.
    #[error("A password needs at least 8 characters.")]
    TooShort,
    /// More than 256 characters.
    #[error("A password can have at most 256 characters.")]
    TooLong,
    /// The player's own name.
    #[error("Your name is the first thing anybody would try: choose another password.")]
    IsName,
}

impl Password {
    /// A password for a new account.
    ///
    /// # Errors
    /// Too short, too long, or the player's name.
    pub fn new(typed: &str, name: &str) -> Result<Self, PasswordError> {
        match typed.chars().count() {
            0..8 => Err(PasswordError::TooShort),
            257.. => Err(PasswordError::TooLong),
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
