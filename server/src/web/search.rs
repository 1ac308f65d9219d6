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
