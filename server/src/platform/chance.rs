//! The one place the server's random numbers come from.

use std::fmt;

use rand::RngExt;
use rand::rngs::ThreadRng;

/// Letters and digits that are not mistaken for each other when read aloud or copied by hand.
const ALPHABET: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

#[expect(clippy::disallowed_methods, reason = "this is the one place")]
fn rng() -> ThreadRng {
    rand::rng()
}

/// A short name for an address: ten characters, 8 * 10^14 possibilities.
pub fn short_id() -> String {
    letters(10)
}

/// A name in an address that was drawn as a [`short_id`], so that nobody finds what it names by guessing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortId(String);

impl ShortId {
    /// A new one.
    pub fn draw() -> Self {
        Self(short_id())
    }

    /// One that comes from the database.
    pub fn stored(id: String) -> Self {
        Self(id)
    }

    /// One from an address; `None` if nothing can be called so.
    pub fn read(text: &str) -> Option<Self> {
        could_be_short_id(text).then(|| Self(text.to_owned()))
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ShortId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// So many letters and digits.
pub fn letters(count: usize) -> String {
    let mut rng = rng();
    (0..count).map(|_| char::from(ALPHABET[rng.random_range(0..ALPHABET.len())])).collect()
}

/// 256 bits that nobody can guess.
pub fn secret() -> [u8; 32] {
    rng().random()
}

/// Any number.
pub fn number() -> i64 {
    rng().random()
}

/// A number below `end`, each equally likely.
pub fn below(end: usize) -> usize {
    rng().random_range(0..end)
}

/// Whether a text could be a [`short_id`], now or in an earlier form: lower-case letters and digits, 1 to 20 of them.
pub fn could_be_short_id(text: &str) -> bool {
    let plain = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    plain && (1..=20).contains(&text.len())
}
