//! Tags in the database. Every query names their owner: none can read another player's tags.

use super::tag::Tag;
use crate::accounts::PlayerId;
use crate::games::GameId;
use crate::platform::database::Pool;

/// Every tag a player uses, in the order of the alphabet, with the number of games that have it.
///
/// # Errors
/// The database fails.
pub async fn of_player(pool: &Pool, player: PlayerId) -> anyhow::Result<Vec<(Tag, i64)>> {
    // Served by game_tags_by_player.
    let rows = sqlx::query!(
        r#"select max(tag) as "tag!", count(*) as "games!" from game_tags where player_id = $1 group by key order by key"#,
        player.0,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| (Tag::stored(row.tag), row.games)).collect())
}

/// Puts these tags of a player on a game, in place of those that are there. `false`: there is no such game.
///
/// # Errors
/// The database fails.
pub async fn replace(pool: &Pool, id: &GameId, player: PlayerId, tags: &[Tag]) -> anyhow::Result<bool> {
    let (keys, texts): (Vec<_>, Vec<_>) =
        tags.iter().map(|tag| (tag.key().as_str().to_owned(), tag.as_str().to_owned())).unzip();
    let mut transaction = pool.begin().await?;
    // A form sent twice at once: the second waits for the first, and then puts its own in place.
    sqlx::query!("select id from players where id = $1 for no key update", player.0)
        .fetch_one(&mut *transaction)
        .await?;
    let exists = sqlx::query_scalar!(r#"select exists (select from games where id = $1) as "exists!""#, id.as_str());
    if !exists.fetch_one(&mut *transaction).await? {
        return Ok(false);
    }
    sqlx::query!("delete from game_tags where game_id = $1 and player_id = $2", id.as_str(), player.0)
        .execute(&mut *transaction)
        .await?;
    sqlx::query!(
        "insert into game_tags (game_id, player_id, key, tag) select $1, $2, * from unnest($3::text[], $4::text[])",
        id.as_str(),
        player.0,
        &keys,
        &texts,
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(true)
}
