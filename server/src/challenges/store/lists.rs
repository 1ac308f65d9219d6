//! What the lobby lists. Who may see and take a challenge is asked of the database, so that others do not push out what can be
//! taken by those who look.

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::{Row, places, rows};
use crate::accounts::{Player, PlayerId, PlayerName};
use crate::challenges::challenge::{Challenge, ChallengeId};
use crate::platform::database::Pool;

/// The most that a page of the lobby shows.
const PER_PAGE: usize = 50;
/// The most of one challenger that others see: nobody fills the lobby alone.
pub const MAX_PER_CHALLENGER: i64 = 3;
/// The most challenges that are looked at for a page, those of challengers included of whom it shows enough.
const MAX_LOOKED_AT: i64 = 1000;
/// The most that are listed of a player's own, and of what waits for their answer.
const MAX_OWN: i64 = 100;
/// How long a player is told of an answer.
const TOLD_FOR: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A page of the lobby.
pub struct LobbyPart {
    /// What the viewer can take, the newest first.
    pub challenges: Vec<Challenge>,
    /// There are older ones: those from before this challenge.
    pub before: Option<ChallengeId>,
}

/// What a viewer can take of the challenges of others that are open to anyone: the newest, or those from before another.
/// `None`: there is no such other.
///
/// # Errors
/// The database fails.
pub async fn in_lobby(
    pool: &Pool,
    viewer: Option<PlayerId>,
    before: Option<&ChallengeId>,
) -> anyhow::Result<Option<LobbyPart>> {
    let mut connection = pool.acquire().await?;
    let from = match before {
        None => None,
        Some(before) => match made_at(&mut connection, before).await? {
            Some(made_at) => Some((made_at, before)),
            None => return Ok(None),
        },
    };
    let (made_at, id) = from.unzip();
    let viewer = viewer.map(|viewer| viewer.0);
    // Served by challenges_in_lobby, challenges_in_lobby_by_challenger and the key of challenge_places.
    let rows = rows!(
        "where c.id in (
            select looked_at.id from (
                select l.id, l.challenger, l.created_at from challenges l
                where l.state = 'open' and l.opponent is null and l.open_seats is distinct from 0
                    and (l.created_at, l.id) < (coalesce($2, 'infinity'::timestamptz), coalesce($3, ''))
                order by l.created_at desc, l.id desc limit $4) looked_at
            where looked_at.challenger is distinct from $1
                and not exists (select from challenge_places p
                    where p.challenge_id = looked_at.id and p.player_id = $1)
                and (select count(*) from (select from challenges n
                    where n.challenger = looked_at.challenger and n.state = 'open' and n.opponent is null
                        and n.open_seats is distinct from 0
                        and (n.created_at, n.id) > (looked_at.created_at, looked_at.id) limit $5) newer) < $5
            limit $6)
        order by c.created_at desc, c.id desc",
        viewer,
        made_at.map(|at| at.to_sqlx()) as _,
        id.map(ChallengeId::as_str),
        MAX_LOOKED_AT,
        MAX_PER_CHALLENGER,
        PER_PAGE as i64 + 1,
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut challenges = read(&mut connection, rows).await?;
    let before = if challenges.len() > PER_PAGE {
        challenges.truncate(PER_PAGE);
        challenges.last().map(|last| last.id.clone())
    } else {
        last_looked_at(&mut connection, from).await?
    };
    Ok(Some(LobbyPart { challenges, before }))
}

async fn made_at(connection: &mut PgConnection, id: &ChallengeId) -> anyhow::Result<Option<Timestamp>> {
    let made_at = sqlx::query_scalar!("select created_at from challenges where id = $1", id.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(made_at.map(|at: jiff_sqlx::Timestamp| at.to_jiff()))
}

/// The last challenge that was looked at for a page, if there may be older ones that can be taken.
async fn last_looked_at(
    connection: &mut PgConnection,
    from: Option<(Timestamp, &ChallengeId)>,
) -> anyhow::Result<Option<ChallengeId>> {
    let (made_at, id) = from.unzip();
    let last = sqlx::query_scalar!(
        "select id from challenges
        where state = 'open' and opponent is null and open_seats is distinct from 0
            and (created_at, id) < (coalesce($1, 'infinity'::timestamptz), coalesce($2, ''))
        order by created_at desc, id desc offset $3 limit 1",
        made_at.map(|at| at.to_sqlx()) as _,
        id.map(ChallengeId::as_str),
        MAX_LOOKED_AT - 1,
    )
    .fetch_optional(connection)
    .await?;
    Ok(last.map(ChallengeId::stored))
}

/// The open challenges of a player, the newest first.
///
/// # Errors
/// The database fails.
pub async fn made_by(pool: &Pool, player: PlayerId) -> anyhow::Result<Vec<Challenge>> {
    let mut connection = pool.acquire().await?;
    // Served by challenges_open_by_challenger.
    let rows = rows!(
        "where c.state = 'open' and c.challenger = $1 order by c.created_at desc, c.id desc limit $2",
        player.0,
        MAX_OWN,
    )
    .fetch_all(&mut *connection)
    .await?;
    read(&mut connection, rows).await
}

/// The open challenges of others to a player, and those in which they have a seat or are kept one, the newest first. Of one
/// challenger the newest few come before the rest of all: nobody pushes out the others.
///
/// # Errors
/// The database fails.
pub async fn sent_to(pool: &Pool, player: PlayerId) -> anyhow::Result<Vec<Challenge>> {
    let mut connection = pool.acquire().await?;
    // Served by challenges_open_by_opponent and challenge_places_by_player.
    let rows = rows!(
        "where c.state = 'open' and c.challenger <> $1 and c.id in (
            select id from challenges where opponent = $1 and state = 'open'
            union all select challenge_id from challenge_places where player_id = $1)
        order by row_number() over (partition by c.challenger order by c.created_at desc, c.id desc) > $2,
            c.created_at desc, c.id desc
        limit $3",
        player.0,
        MAX_PER_CHALLENGER,
        MAX_OWN,
    )
    .fetch_all(&mut *connection)
    .await?;
    read(&mut connection, rows).await
}

async fn read(connection: &mut PgConnection, rows: Vec<Row>) -> anyhow::Result<Vec<Challenge>> {
    let mut challenges = rows.into_iter().map(Challenge::try_from).collect::<Result<Vec<_>, _>>()?;
    places::add_to(connection, &mut challenges).await?;
    Ok(challenges)
}

/// The challenges of a player that were declined or have expired recently, but for those whose answer they have dismissed, the
/// latest answer first; with when it came.
///
/// # Errors
/// The database fails.
pub async fn answered_of(pool: &Pool, player: PlayerId, now: Timestamp) -> anyhow::Result<Vec<(Challenge, Timestamp)>> {
    // Served by challenges_answered.
    let answers = sqlx::query!(
        r#"select id, answered_at as "answered_at!: jiff_sqlx::Timestamp" from challenges
        where challenger = $1 and (state = 'declined' or expired) and not answer_dismissed and answered_at > $2
        order by answered_at desc, id limit $3"#,
        player.0,
        (now - TOLD_FOR).to_sqlx() as _,
        MAX_OWN,
    )
    .fetch_all(pool)
    .await?;
    if answers.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<String> = answers.iter().map(|answer| answer.id.clone()).collect();
    let mut connection = pool.acquire().await?;
    let rows =
        rows!("where c.id = any($1) order by c.answered_at desc, c.id", &ids,).fetch_all(&mut *connection).await?;
    let challenges = read(&mut connection, rows).await?;
    Ok(challenges.into_iter().zip(answers.into_iter().map(|answer| answer.answered_at.to_jiff())).collect())
}

/// Takes the answer to a challenge of a player out of their list. `false`: they have no such challenge.
///
/// # Errors
/// The database fails.
pub async fn dismiss(pool: &Pool, id: &ChallengeId, player: &Player) -> anyhow::Result<bool> {
    let dismissed = sqlx::query!(
        "update challenges set answer_dismissed = true where id = $1 and challenger = $2 and state <> 'open'",
        id.as_str(),
        player.id.0,
    )
    .execute(pool)
    .await?;
    Ok(dismissed.rows_affected() == 1)
}

/// The challenges that wait for the answer of one of these players, each with that player.
///
/// # Errors
/// The database fails.
pub async fn waiting_for(pool: &Pool, players: &[i64]) -> anyhow::Result<Vec<(ChallengeId, Player)>> {
    // Served by the indexes challenges_open_by_opponent and challenge_places_by_player.
    let rows = sqlx::query!(
        r#"select c.challenge_id as "challenge_id!", p.id, p.name from waiting_challenges c join players p on p.id = c.player_id
        where c.player_id = any($1) order by c.challenge_id, p.id limit 100"#,
        players,
    )
    .fetch_all(pool)
    .await?;
    let player = |id, name| Player { id: PlayerId(id), name: PlayerName::stored(name) };
    Ok(rows.into_iter().map(|row| (ChallengeId::stored(row.challenge_id), player(row.id, row.name))).collect())
}
