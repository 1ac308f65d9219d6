//! Players by the beginning of their names.

use crate::platform::database::Pool;

/// The names of players with an account that begin so, in whatever case, at most `limit` of them in their order.
///
/// # Errors
/// The database fails.
pub async fn beginning_with(pool: &Pool, beginning: &str, limit: i64) -> anyhow::Result<Vec<String>> {
    // Served by players_by_beginning, which these operators can use with a value that is bound. Names are ASCII: nothing comes after `~`.
    let names = sqlx::query_scalar!(
        "select name from players where lower(name) ~>=~ lower($1) and lower(name) ~<=~ (lower($1) || '~') and not is_guest
        order by lower(name) using ~<~ limit $2",
        beginning,
        limit,
    );
    Ok(names.fetch_all(pool).await?)
}
