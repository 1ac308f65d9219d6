//! Counts what a player has made, for the limits on challenges.

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use crate::accounts::{PlayerId, PlayerName};
use crate::challenges::limit::{ChallengeLimit, MOST_MADE, MOST_MADE_TO_ONE, MOST_OPEN};

/// What was made this long ago is forgotten: a day.
const LIMIT_PERIOD: SignedDuration = SignedDuration::from_hours(24);

/// Why a player can make no challenge now that asks those.
pub async fn too_many(
    connection: &mut PgConnection,
    by: PlayerId,
    invited: &[PlayerId],
    now: Timestamp,
) -> anyhow::Result<Option<ChallengeLimit>> {
    let open = sqlx::query_scalar!(
        r#"select count(*) as "open!" from challenges where challenger = $1 and state = 'open'"#,
        by.0,
    )
    .fetch_one(&mut *connection)
    .await?;
    if open >= MOST_OPEN {
        return Ok(Some(ChallengeLimit::Open));
    }
    too_many_invitations(connection, by, invited, now).await
}

/// Why a player can keep no places for those now. Requests of one player are taken one after the other.
pub async fn too_many_invitations(
    connection: &mut PgConnection,
    by: PlayerId,
    invited: &[PlayerId],
    now: Timestamp,
) -> anyhow::Result<Option<ChallengeLimit>> {
    let invited: Vec<_> = invited.iter().map(|player| player.0).collect();
    // Served by challenges_by_challenger and places_asked_by.
    let made = sqlx::query!(
        r#"with made as (
            select opponent as player_id from challenges
                where challenger = $1 and created_at > $3 and state <> 'accepted'
            union all
            select p.player_id from places_asked p join challenges c on c.id = p.challenge_id
                where p.asked_by = $1 and p.asked_at > $3 and c.state <> 'accepted')
        select count(*) as "of_late!",
            (select p.name from made join players p on p.id = made.player_id
                where made.player_id = any($2) group by p.name having count(*) >= $4 limit 1) as "to_one?"
        from made"#,
        by.0,
        &invited,
        (now - LIMIT_PERIOD).to_sqlx() as _,
        MOST_MADE_TO_ONE,
    )
    .fetch_one(connection)
    .await?;
    Ok(match made.to_one {
        Some(name) => Some(ChallengeLimit::ToOne(PlayerName::stored(name))),
        None => (made.of_late >= MOST_MADE).then_some(ChallengeLimit::Made),
    })
}
