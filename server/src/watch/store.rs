//! Which games are worth watching, asked of the library's tables.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, ToSpan};
use jiff_sqlx::ToSqlx;

use super::order::WatchOrder;
use crate::games::GameId;
use crate::platform::database::Pool;
use crate::platform::day::{beginning_of, day_of};

/// Games are shown from their second turn on: before, one looks like the other.
const LEAST_TURNS: i32 = 2;
/// Among so many of the highest rated there are always enough that have come to that.
const HIGHEST_RATED: i64 = 500;
/// For how many days before today a look counts.
const LOOKS_LAST: i32 = 6;
/// The game of a day has at least so many turns.
const LEAST_TURNS_OF_DAILY: i32 = 20;
/// And ended within so long before.
const DAILY_ENDED_WITHIN: SignedDuration = SignedDuration::from_hours(24 * 30);

/// The running games that are first in an order.
///
/// # Errors
/// The database fails.
pub async fn playing(pool: Pool, order: WatchOrder, limit: i64, now: Timestamp) -> anyhow::Result<Vec<GameId>> {
    let ids = match order {
        // Served by library_running_by_rating.
        WatchOrder::Rating => {
            sqlx::query_scalar!(
                "select l.game_id from (
                    select rating, game_id from library_games where is_first and is_running
                    order by rating desc, game_id desc limit $3
                ) l join games g on g.id = l.game_id
                where g.ended_at is null and g.ply >= $1 order by l.rating desc, l.game_id desc limit $2",
                LEAST_TURNS,
                limit,
                HIGHEST_RATED,
            )
            .fetch_all(&pool)
            .await?
        }
        WatchOrder::Pace => {
            sqlx::query_scalar!(
                "select l.game_id from library_games l join games g on g.id = l.game_id
                where l.is_first and l.is_running and g.ended_at is null and g.ply >= $1
                order by g.ply / greatest(extract(epoch from $3::timestamptz - g.begun_at), 86400) desc, l.game_id desc limit $2",
                LEAST_TURNS,
                limit,
                now.to_sqlx() as _,
            )
            .fetch_all(&pool)
            .await?
        }
        // Served by game_audience_by_day.
        WatchOrder::Looks => {
            sqlx::query_scalar!(
                "select a.game_id from game_audience a join games g on g.id = a.game_id
                where g.ended_at is null and g.ply >= $1 and a.day >= $3
                group by a.game_id order by sum(a.looks) desc, a.game_id desc limit $2",
                LEAST_TURNS,
                limit,
                day_of(now).saturating_sub(LOOKS_LAST.days()).to_sqlx() as _,
            )
            .fetch_all(&pool)
            .await?
        }
    };
    Ok(ids.into_iter().map(GameId::stored).collect())
}

/// The game of a day: if there is none, that of the last day before. `None`: there never was one.
///
/// # Errors
/// The database fails.
pub async fn daily(pool: &Pool, day: Date) -> anyhow::Result<Option<GameId>> {
    let id = sqlx::query_scalar!(
        "select game_id from daily_games where day <= $1 order by day desc limit 1",
        day.to_sqlx() as _
    );
    Ok(id.fetch_optional(pool).await?.map(GameId::stored))
}

/// Chooses the game of a day, unless there is one, of those that ended in the month before and were not yet of a day: games between
/// people first, then those of the strongest players, then the longest. Returns whether one was chosen.
///
/// # Errors
/// The database fails.
pub async fn choose(pool: &Pool, day: Date) -> anyhow::Result<bool> {
    // Served by library_by_end.
    let done = sqlx::query!(
        "insert into daily_games (day, game_id)
        select $1, l.game_id from library_games l
        where l.is_first and not l.is_running and l.at >= $2 and l.at < $3 and l.turns >= $4 and l.result <> '*'
            and not exists (select from daily_games where day = $1)
            and not exists (select from daily_games where game_id = l.game_id)
        order by exists (select from game_seats s join computers c using (player_id) where s.game_id = l.game_id),
            l.rating desc, l.turns desc, l.game_id limit 1
        on conflict do nothing",
        day.to_sqlx() as _,
        (beginning_of(day) - DAILY_ENDED_WITHIN).to_sqlx() as _,
        beginning_of(day).to_sqlx() as _,
        LEAST_TURNS_OF_DAILY,
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() > 0)
}
