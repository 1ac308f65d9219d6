//! [`Commonness`]: whether many games have what is asked for.

use sqlx::PgConnection;

use crate::accounts::PlayerId;

/// How many games have something: what is the shortest way to them. PostgreSQL has to guess it, and takes ways that are a hundred times as
/// long where it guesses wrong, so it is counted before, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commonness {
    /// So few that all of them can be looked at.
    Rare,
    /// So many that some of them are soon found by looking at games in the order of the list.
    Common,
}

impl Commonness {
    /// That of so many games, if `many` are common.
    pub const fn of(games: i64, many: i64) -> Self {
        if games < many { Self::Rare } else { Self::Common }
    }
}

/// That of a player's finished games, if `many` are common.
///
/// # Errors
/// The database fails.
pub async fn of_player(connection: &mut PgConnection, player: PlayerId, many: i64) -> anyhow::Result<Commonness> {
    // Served by library_of_player.
    let games = sqlx::query_scalar!(
        r#"select count(*) as "games!" from (select from library_games where player_id = $1 and not is_running limit $2) few"#,
        player.0,
        many,
    );
    Ok(Commonness::of(games.fetch_one(connection).await?, many))
}
