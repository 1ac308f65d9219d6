//! Challenges that nobody answers end by themselves.

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;

use super::{announce, load_within, places, write_answer};
use crate::challenges::challenge::{ChallengeId, MAX_DAYS_OPEN};
use crate::platform::database::Pool;

/// How long a challenge waits for an answer.
const WAITS: SignedDuration = SignedDuration::from_hours(24 * MAX_DAYS_OPEN);

/// Ends every challenge that has waited too long, each in a transaction of its own, and says how many there were. One that is
/// being answered at this moment is left to its answer.
///
/// # Errors
/// The database fails; what has ended stays so.
pub async fn expire(pool: &Pool, now: Timestamp) -> anyhow::Result<usize> {
    let mut expired = 0;
    loop {
        let mut transaction = pool.begin().await?;
        // Served by challenges_open.
        let id = sqlx::query_scalar!(
            "select id from challenges where state = 'open' and created_at <= $1
            order by created_at limit 1 for update skip locked",
            (now - WAITS).to_sqlx() as _,
        )
        .fetch_optional(&mut *transaction)
        .await?
        .map(ChallengeId::stored);
        let Some(id) = id else { return Ok(expired) };
        let Some(challenge) = load_within(&mut transaction, &id).await? else { return Ok(expired) };
        sqlx::query!("update challenges set expired = true where id = $1", id.as_str())
            .execute(&mut *transaction)
            .await?;
        write_answer(&mut transaction, &id, "withdrawn", None, now).await?;
        announce(&mut transaction, challenge.challenger.id, challenge.opponent.as_ref().map(|opponent| opponent.id))
            .await?;
        if challenge.is_for_many() {
            places::announce(&mut transaction, &challenge, &[]).await?;
        }
        transaction.commit().await?;
        expired += 1;
    }
}
