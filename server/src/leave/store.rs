//! Leave in the database.

use domain::correspondence::leave::{Allowance, LeavePeriod, LeaveRefusal};
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use crate::accounts::PlayerId;
use crate::games;
use crate::platform::database::Pool;

/// The leave that a player has taken, the first first; what was called off is not in it.
pub async fn of_player(pool: &Pool, player: PlayerId) -> anyhow::Result<Vec<LeavePeriod>> {
    let mut connection = pool.acquire().await?;
    select(&mut connection, player).await
}

async fn select(connection: &mut PgConnection, player: PlayerId) -> anyhow::Result<Vec<LeavePeriod>> {
    let rows = sqlx::query!(
        "select begins_at, ends_at from leaves where player_id = $1 and ends_at > begins_at order by begins_at",
        player.0,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| LeavePeriod { from: row.begins_at.to_jiff(), until: row.ends_at.to_jiff() })
        .collect())
}

/// Takes or ends leave as the player's allowance lets them, and leaves word for their games. Two requests of one player
/// are taken one after the other.
pub async fn change(
    pool: &Pool,
    player: PlayerId,
    now: Timestamp,
    wanted: impl FnOnce(&Allowance) -> Result<LeavePeriod, LeaveRefusal>,
) -> anyhow::Result<Result<LeavePeriod, LeaveRefusal>> {
    let mut transaction = pool.begin().await?;
    // A game that is being begun references its players: it commits before this continues, or waits for this.
    sqlx::query!("select id from players where id = $1 for update", player.0).fetch_one(&mut *transaction).await?;
    let allowance = Allowance::new(select(&mut transaction, player).await?);
    let period = match wanted(&allowance) {
        Ok(period) => period,
        Err(refusal) => return Ok(Err(refusal)),
    };
    sqlx::query!(
        "insert into leaves (player_id, begins_at, ends_at, taken_at) values ($1, $2, $3, $4)
        on conflict (player_id, begins_at) do update set ends_at = excluded.ends_at",
        player.0,
        period.from.to_sqlx() as _,
        period.until.to_sqlx() as _,
        now.to_sqlx() as _,
    )
    .execute(&mut *transaction)
    .await?;
    games::add_pending_leave(&mut transaction, player, period).await?;
    transaction.commit().await?;
    Ok(Ok(period))
}
