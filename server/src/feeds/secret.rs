//! The secret in a feed's address.

use std::fmt;

/// How many random bytes there are in it: 160 bits, which nobody guesses.
const BYTES: usize = 20;

/// A secret: 32 lower-case letters and digits. It is stored as plain text, because the player is shown it again, and
/// protects only data of the same database.
#[derive(Clone, PartialEq, Eq)]
pub struct FeedSecret(String);

impl FeedSecret {
    /// A new one.
    pub fn draw() -> Self {
        let bytes = &crate::platform::chance::secret()[..BYTES];
        Self(data_encoding::BASE32_NOPAD.encode(bytes).to_ascii_lowercase())
    }

    /// One from an address; `None` if no feed can have it.
    pub fn read(text: &str) -> Option<Self> {
        let plain = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        (plain && text.len() == BYTES * 8 / 5).then(|| Self(text.to_owned()))
    }

    /// One that comes from the database.
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    /// The text, as used in an address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for FeedSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FeedSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::FeedSecret;

    #[test]
    fn a_secret_is_read_as_it_was_drawn() {
        let secret = FeedSecret::draw();
        assert_eq!(FeedSecret::read(secret.as_str()), Some(secret.clone()));
        assert_ne!(FeedSecret::draw(), secret);
        assert_eq!(FeedSecret::read(&secret.as_str()[1..]), None);
        assert_eq!(FeedSecret::read(&secret.as_str().to_ascii_uppercase()), None);
    }
}
