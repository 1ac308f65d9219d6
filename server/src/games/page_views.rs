//! When players last opened a game's page, and how much of the game was on it.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::GameId;
use crate::accounts::PlayerId;
use crate::platform::database::Pool;

/// Notes that a player opened a game's page, on which its events until an instant stood.
pub async fn record_page_view(
    pool: &Pool,
    game: &GameId,
    player: PlayerId,
    seen_until: Timestamp,
    now: Timestamp,
) -> anyhow::Result<()> {
    sqlx::query!(
        "insert into game_looks (game_id, player_id, looked_at, seen_until) values ($1, $2, $3, $4)
        on conflict (game_id, player_id) do update set looked_at = $3, seen_until = $4
            where game_looks.looked_at < $3 or game_looks.seen_until < $4",
        game.as_str(),
        player.0,
        now.to_sqlx() as _,
        seen_until.to_sqlx() as _,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// A player's last view of a game's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastPageView {
    /// When it was.
    pub at: Timestamp,
    /// The instant of the last event that was on the page.
    pub seen_until: Timestamp,
}

/// When a player last opened a game's page, if ever, and how much of the game was on it.
pub async fn last_page_view(
    connection: &mut PgConnection,
    game: &GameId,
    player: PlayerId,
) -> anyhow::Result<Option<LastPageView>> {
    let row = sqlx::query!(
        r#"select looked_at, coalesce(seen_until, looked_at) as "seen_until!: jiff_sqlx::Timestamp"
        from game_looks where game_id = $1 and player_id = $2"#,
        game.as_str(),
        player.0,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| LastPageView { at: row.looked_at.to_jiff(), seen_until: row.seen_until.to_jiff() }))
}
