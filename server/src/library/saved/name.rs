//! [`SearchName`]: what a player calls a search.

use domain::rules::visible::{has_visible, without_overrides};

use super::save_error::SaveError;

/// A name: 1 to 60 characters of which something can be seen, in one line. Names that differ only in case are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchName(String);

impl SearchName {
    /// The most characters.
    pub const MAX_CHARS: usize = 60;

    /// A name that was typed.
    ///
    /// # Errors
    /// Nothing of it can be seen, or it is too long.
    pub fn read(typed: &str) -> Result<Self, SaveError> {
        let name = without_overrides(typed).split_whitespace().collect::<Vec<_>>().join(" ");
        match name.chars().count() {
            _ if !has_visible(&name) => Err(SaveError::NoName),
            chars if chars > Self::MAX_CHARS => Err(SaveError::LongName),
            _ => Ok(Self(name)),
        }
    }

    /// The name as it was typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name without regard to case.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_of_which_something_can_be_seen() {
        let read = |typed: &str| SearchName::read(typed).map(|name| name.as_str().to_owned());
        assert_eq!(read("  Wins\n of\tKwik "), Ok("Wins of Kwik".to_owned()));
        assert_eq!(read("\u{202e}siht"), Ok("siht".to_owned()));
        assert_eq!(read("🦆".repeat(60).as_str()), Ok("🦆".repeat(60)));
        assert_eq!(read("🦆".repeat(61).as_str()), Err(SaveError::LongName));
        for nothing in ["", " \n", "\u{200b}"] {
            assert_eq!(read(nothing), Err(SaveError::NoName));
        }
    }
}
