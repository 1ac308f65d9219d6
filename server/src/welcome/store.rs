//! Who is suggested to a new player.

use domain::rules::variant::Variant;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;

use crate::accounts::{Player, PlayerId, PlayerName};
use crate::computers::Level;
use crate::games::GameId;
use crate::platform::database::Pool;
use crate::ratings::Rating;

/// The most opponents that are suggested.
const MAX_OPPONENTS: i64 = 5;
/// How many players are looked at who are stronger, and how many who are weaker: those nearest by rating.
const MAX_LOOKED_AT: i64 = 200;
/// Who has not been at the site for longer may not see a challenge before it expires.
const ACTIVE_WITHIN: SignedDuration = SignedDuration::from_hours(14 * 24);

/// Whether a player sits or sat at a game with another person.
pub async fn has_played_people(pool: &Pool, player: PlayerId) -> anyhow::Result<bool> {
    // Served by game_seats_by_player and the keys of game_seats and computers.
    let has_played = sqlx::query_scalar!(
        r#"select exists (select from game_seats s join game_seats o on o.game_id = s.game_id and o.player_id <> s.player_id
            where s.player_id = $1
                and not exists (select from computers c where c.player_id = o.player_id)) as "has_played!""#,
        player.0,
    );
    Ok(has_played.fetch_one(pool).await?)
}

/// The level of the weakest computer at a game, if there is one.
pub async fn level_in(pool: &Pool, game: &GameId) -> anyhow::Result<Option<Level>> {
    let level = sqlx::query_scalar!(
        "select min(c.level) from game_seats s join computers c on c.player_id = s.player_id where s.game_id = $1",
        game.as_str(),
    );
    Ok(level.fetch_one(pool).await?.and_then(Level::new))
}

/// Whether a player sits or sat at any game.
pub async fn has_games(pool: &Pool, player: PlayerId) -> anyhow::Result<bool> {
    let has_games =
        sqlx::query_scalar!(r#"select exists (select from game_seats where player_id = $1) as "has!""#, player.0)
            .fetch_one(pool)
            .await?;
    Ok(has_games)
}

/// The players nearest to a rating who play a variant, have used the site within a fortnight, and are not on leave: not the one who
/// asks, no guests, and no computers.
pub async fn opponents(
    pool: &Pool,
    asking: PlayerId,
    variant: Variant,
    rating: Rating,
    now: Timestamp,
) -> anyhow::Result<Vec<Player>> {
    // Served by ratings_by_strength, sessions_by_player and the key of leaves.
    let rows = sqlx::query!(
        "select p.id, p.name from (
            (select player_id, rating from ratings where variant = $2 and rating >= $3 order by rating limit $4)
            union all
            (select player_id, rating from ratings where variant = $2 and rating < $3 order by rating desc limit $4)
        ) near join players p on p.id = near.player_id
        where p.id <> $1 and not p.is_guest and not exists (select from computers c where c.player_id = p.id)
            and exists (select from sessions s where s.player_id = p.id and coalesce(s.seen_at, s.created_at) > $5)
            and not exists (select from leaves l where l.player_id = p.id and l.begins_at <= $6 and l.ends_at > $6)
        order by abs(near.rating - $3), p.id limit $7",
        asking.0,
        variant.key(),
        rating.value,
        MAX_LOOKED_AT,
        (now - ACTIVE_WITHIN).to_sqlx() as _,
        now.to_sqlx() as _,
        MAX_OPPONENTS,
    )
    .fetch_all(pool)
    .await?;
    let player = |id, name| Player { id: PlayerId(id), name: PlayerName::stored(name) };
    Ok(rows.into_iter().map(|row| player(row.id, row.name)).collect())
}
