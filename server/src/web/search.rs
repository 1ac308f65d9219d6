//! Fields that several searches have, read as they were typed.

use super::search_error::SearchError;
use crate::accounts::{self, PlayerId, PlayerName};
use crate::platform::database::Pool;

/// At most so many similar names are suggested.
const MOST_ALIKE: i64 = 3;

/// A player by the name that was typed, if one was.
///
/// # Errors
/// The database fails.
pub async fn named(pool: &Pool, typed: &str) -> anyhow::Result<Result<Option<PlayerId>, SearchError>> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(Ok(None));
    }
    let name = match typed.parse::<PlayerName>() {
        Ok(name) => name,
        Err(error) => return Ok(Err(SearchError::Name(error))),
    };
    if let Some(player) = accounts::player(pool, &name).await? {
        return Ok(Ok(Some(player.id)));
    }
    let alike = accounts::names_beginning_with(pool, typed, MOST_ALIKE).await?;
    Ok(Err(SearchError::NoPlayer { typed: typed.to_owned(), alike }))
}

/// An address without its empty fields, if it has any: a form sends all of its fields.
pub fn without_empty_fields(path: &str, query: Option<&str>) -> Option<String> {
    let is_empty = |field: &&str| field.split_once('=').is_some_and(|(_, typed)| typed.is_empty());
    let (empty, typed): (Vec<&str>, Vec<&str>) = query?.split('&').partition(is_empty);
    let query = if typed.is_empty() { String::new() } else { format!("?{}", typed.join("&")) };
    (!empty.is_empty()).then(|| format!("{path}{query}"))
}

/// A name as it is looked for in a text of names, each in a line of its own with a line break on both sides: all of a line if it was typed in
/// quotation marks, such as phones write them too, else a part of one.
pub fn line_or_part(typed: &str) -> String {
    let is_mark = |c| matches!(c, '"' | '“' | '”' | '„');
    match typed.strip_prefix(is_mark).and_then(|rest| rest.strip_suffix(is_mark)).map(str::trim) {
        Some(name) if !name.is_empty() => format!("\n{name}\n"),
        _ => typed.to_owned(),
    }
}

/// One of several that a form offers, if one was chosen.
///
/// # Errors
/// What was typed is none of them.
pub fn chosen<T>(typed: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<Option<T>, SearchError> {
    match typed.trim() {
        "" => Ok(None),
        typed => read(typed).map(Some).ok_or_else(|| SearchError::NoChoice(typed.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::{line_or_part, without_empty_fields};

    #[test]
    fn a_name_in_quotation_marks_is_a_whole_line() {
        let read = line_or_part;
        assert_eq!([read("Bob"), read("\" Bob \""), read("\"\""), read("\"Bob")], ["Bob", "\nBob\n", "\"\"", "\"Bob"]);
        assert_eq!([read("“Li, B”"), read("„Li, B“")], ["\nLi, B\n"; 2]);
    }

    #[test]
    fn empty_fields_are_left_out_of_an_address() {
        let shorter = |query| without_empty_fields("/explorer", query);
        assert_eq!(
            shorter(Some("player=kwik&seat=&turns=e4%40c6=")).as_deref(),
            Some("/explorer?player=kwik&turns=e4%40c6=")
        );
        assert_eq!(shorter(Some("player=&seat=")).as_deref(), Some("/explorer"));
        assert_eq!([shorter(Some("player=kwik&own")), shorter(None)], [None, None]);
    }
}
