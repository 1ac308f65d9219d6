//! How many challenges a player can make: nobody's mailbox is filled from here.

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use crate::accounts::{PlayerId, PlayerName};
use crate::wording::{Explained, challenge_refusals as words};

/// The most challenges that a player can have open at once.
const MOST_OPEN: i64 = 50;
/// The most that a player can make, and places they can keep for others, in [`OF_LATE`] without a game coming of it.
const MOST_MADE: i64 = 200;
/// The most of them that can go to the same player: each may become an email.
const MOST_MADE_TO_ONE: i64 = 10;
/// What was made this long ago is forgotten: a day.
const OF_LATE: SignedDuration = SignedDuration::from_hours(24);

/// Why a player can make no more challenges for now, or ask nobody more to a place in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TooMany {
    /// At once.
    Open,
    /// Of late, to whomever.
    Made,
    /// Of late, to this player.
    ToOne(PlayerName),
}

domain::codes! {
    TooMany {
        Open => "too-many-open-challenges",
        Made => "too-many-challenges",
        ToOne(name) => "too-many-challenges-to-one",
    }
}

impl Explained for TooMany {
    fn code(&self) -> &'static str {
        self.code()
    }

    fn sentence(&self) -> String {
        match self {
            Self::Open => words::too_many_open(MOST_OPEN),
            Self::Made => words::too_many_made(MOST_MADE),
            Self::ToOne(name) => words::too_many_to_one(name.as_str(), MOST_MADE_TO_ONE),
        }
    }
}

/// Why a player can make no challenge now that asks those.
pub async fn too_many(
    connection: &mut PgConnection,
    by: PlayerId,
    asked: &[PlayerId],
    now: Timestamp,
) -> anyhow::Result<Option<TooMany>> {
    let open = sqlx::query_scalar!(
        r#"select count(*) as "open!" from challenges where challenger = $1 and state = 'open'"#,
        by.0,
    )
    .fetch_one(&mut *connection)
    .await?;
    if open >= MOST_OPEN {
        return Ok(Some(TooMany::Open));
    }
    too_many_asked(connection, by, asked, now).await
}

/// Why a player can keep no places for those now. Requests of one player are taken one after the other.
pub async fn too_many_asked(
    connection: &mut PgConnection,
    by: PlayerId,
    asked: &[PlayerId],
    now: Timestamp,
) -> anyhow::Result<Option<TooMany>> {
    let asked: Vec<_> = asked.iter().map(|player| player.0).collect();
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
        &asked,
        (now - OF_LATE).to_sqlx() as _,
        MOST_MADE_TO_ONE,
    )
    .fetch_one(connection)
    .await?;
    Ok(match made.to_one {
        Some(name) => Some(TooMany::ToOne(PlayerName::stored(name))),
        None => (made.of_late >= MOST_MADE).then_some(TooMany::Made),
    })
}

/// Takes requests of one player one after the other until the transaction ends, so that they are counted rightly.
pub async fn queue_up(connection: &mut PgConnection, player: PlayerId) -> sqlx::Result<()> {
    sqlx::query!("select id from players where id = $1 for no key update", player.0).fetch_one(connection).await?;
    Ok(())
}
