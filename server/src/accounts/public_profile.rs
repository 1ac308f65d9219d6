//! What players say of themselves on their own page, if they wish: a few words and a country.

use anyhow::Context;
use domain::correspondence::comment::{Comment, CommentError};

use super::credentials::PlayerId;
use crate::platform::database::Pool;
use crate::wording::{Explained, accounts as words, countries::COUNTRIES};

/// What a player says of themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PublicProfile {
    /// In their own words.
    pub about: Option<About>,
    /// Whose flag stands beside their name.
    pub country: Option<Country>,
}

/// Why something is no [`PublicProfile`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileError {
    /// So many characters are too many.
    TooLong(usize),
    /// So many lines are too many.
    TooManyLines(usize),
    /// A character that cannot be printed.
    Unprintable(char),
    /// There is no such country in the list.
    NoCountry,
}

impl Explained for ProfileError {
    fn code(&self) -> &'static str {
        match self {
            Self::TooLong(_) => "long-about",
            Self::TooManyLines(_) => "many-lines",
            Self::Unprintable(_) => "unprintable",
            Self::NoCountry => "no-country",
        }
    }

    fn sentence(&self) -> String {
        match self {
            Self::TooLong(count) => words::long_about(*count, About::MAX_CHARS),
            Self::TooManyLines(count) => words::many_lines(*count, About::MAX_LINES),
            Self::Unprintable(found) => words::unprintable(*found),
            Self::NoCountry => words::NO_COUNTRY.to_owned(),
        }
    }
}

/// A few words: at most [`About::MAX_CHARS`] characters in at most [`About::MAX_LINES`] lines, otherwise like a [`Comment`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About(Comment);

impl About {
    /// The most characters (Unicode scalar values).
    pub const MAX_CHARS: usize = 500;
    /// The most lines.
    pub const MAX_LINES: usize = 10;

    /// Reads what was typed, with one empty line for several: `None` if nothing of it can be seen.
    ///
    /// # Errors
    /// It is too long, or not text.
    pub fn read(typed: &str) -> Result<Option<Self>, ProfileError> {
        let mut lines: Vec<&str> = typed.lines().collect();
        lines.dedup_by(|line, before| line.trim().is_empty() && before.trim().is_empty());
        let words = match Comment::new(&lines.join("\n")) {
            Ok(words) => words,
            Err(CommentError::Empty) => return Ok(None),
            Err(CommentError::TooLong(count)) => return Err(ProfileError::TooLong(count)),
            Err(CommentError::Unprintable(found)) => return Err(ProfileError::Unprintable(found)),
        };
        match (words.as_str().chars().count(), words.as_str().lines().count()) {
            (chars, _) if chars > Self::MAX_CHARS => Err(ProfileError::TooLong(chars)),
            (_, lines) if lines > Self::MAX_LINES => Err(ProfileError::TooManyLines(lines)),
            _ => Ok(Some(Self(words))),
        }
    }

    /// The text, its lines ended by `\n`.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// A country of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Country {
    code: &'static str,
    name: &'static str,
}

impl Country {
    /// All of them, in the order of their names.
    pub fn all() -> impl Iterator<Item = Self> {
        COUNTRIES.iter().map(|&(code, name)| Self { code, name })
    }

    /// Reads what was chosen: `None` if nothing was.
    ///
    /// # Errors
    /// It is no code of the list.
    pub fn read(chosen: &str) -> Result<Option<Self>, ProfileError> {
        match chosen {
            "" => Ok(None),
            code => Self::all().find(|country| country.code == code).map(Some).ok_or(ProfileError::NoCountry),
        }
    }

    /// Its code of two letters (ISO 3166-1 alpha-2).
    pub const fn code(self) -> &'static str {
        self.code
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The picture of its flag among the static files.
    pub fn flag(self) -> String {
        format!("flags/{}.svg", self.code)
    }
}

impl PublicProfile {
    /// One that was checked when it was written.
    pub fn stored(about: &str, country: &str) -> Self {
        let about = (!about.is_empty()).then(|| About(Comment::stored(about)));
        Self { about, country: Country::read(country).ok().flatten() }
    }

    /// What a player says of themselves.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(pool: &Pool, player: PlayerId) -> anyhow::Result<Self> {
        let row = sqlx::query!("select about, country from players where id = $1", player.0).fetch_one(pool).await?;
        Ok(Self::stored(&row.about, &row.country))
    }

    /// Saves it.
    ///
    /// # Errors
    /// The database fails.
    pub async fn save(&self, pool: &Pool, player: PlayerId) -> anyhow::Result<()> {
        let about = self.about.as_ref().map_or("", About::as_str);
        let country = self.country.map_or("", Country::code);
        sqlx::query!("update players set about = $2, country = $3 where id = $1", player.0, about, country)
            .execute(pool)
            .await?;
        Ok(())
    }
}

/// Takes the words of the player with a name away, and gives them back: `None` if there were none.
///
/// # Errors
/// Nobody has that name, or the database fails; worded for the operator.
pub async fn clear_profile(pool: &Pool, name: &str) -> anyhow::Result<Option<String>> {
    let cleared = sqlx::query_scalar!(
        "with old as materialized (select id, about from players where lower(name) = lower($1) for update)
        update players p set about = '' from old where p.id = old.id returning old.about",
        name,
    );
    let words = cleared.fetch_optional(pool).await?;
    let words = words.with_context(|| format!("nobody here is called '{name}'"))?;
    Ok((!words.is_empty()).then_some(words))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{About, Country, ProfileError};

    #[test]
    fn every_country_has_a_flag() {
        assert_eq!(Country::read("NL").unwrap().unwrap().name(), "Netherlands");
        assert_eq!(Country::read("XX"), Err(ProfileError::NoCountry));
        assert_eq!(Country::read("nl"), Err(ProfileError::NoCountry));
        let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static");
        for country in Country::all() {
            assert!(files.join(country.flag()).is_file(), "{}", country.name());
        }
    }

    #[test]
    fn words_are_few() {
        assert_eq!(About::read(" \u{200b}\r\n "), Ok(None));
        assert_eq!(About::read(" I play\r\nducks. ").unwrap().unwrap().as_str(), "I play\nducks.");
        assert_eq!(About::read("One\n\n \n\nTwo\nThree").unwrap().unwrap().as_str(), "One\n\nTwo\nThree");
        assert_eq!(About::read(&"d".repeat(500)).unwrap().unwrap().as_str().len(), 500);
        assert_eq!(About::read(&"d".repeat(501)), Err(ProfileError::TooLong(501)));
        assert_eq!(About::read(&"d".repeat(2_001)), Err(ProfileError::TooLong(2_001)));
        assert_eq!(About::read(&"d\n".repeat(11)), Err(ProfileError::TooManyLines(11)));
        assert_eq!(About::read("d\u{7}"), Err(ProfileError::Unprintable('\u{7}')));
    }
}
