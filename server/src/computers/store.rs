//! Computer players in the database.

use std::collections::HashMap;

use anyhow::Context;
use domain::rules::variant::Variant;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::character::{Character, Level};
use crate::accounts::{Player, PlayerId, PlayerName, UNUSABLE_PASSWORD_HASH};
use crate::platform::database::Pool;

/// The computer player of each level.
#[derive(Clone, Debug)]
pub struct Computers(HashMap<Level, Player>);

impl Computers {
    /// The accounts of the computer players; those that there are not yet are made.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(pool: &Pool, now: Timestamp) -> anyhow::Result<Self> {
        let mut connection = pool.acquire().await?;
        let mut computers = Self::read(&mut connection).await?;
        drop(connection);
        for character in Character::all() {
            if !computers.0.contains_key(&character.level) {
                create(pool, character, now).await?;
                computers = Self::read(&mut *pool.acquire().await?).await?;
            }
        }
        Ok(computers)
    }

    async fn read(connection: &mut PgConnection) -> anyhow::Result<Self> {
        let rows = sqlx::query!("select c.level, p.id, p.name from computers c join players p on p.id = c.player_id")
            .fetch_all(connection)
            .await?;
        let player = |id, name| Player { id: PlayerId(id), name: PlayerName::stored(name) };
        Ok(Self(rows.into_iter().filter_map(|row| Some((Level::new(row.level)?, player(row.id, row.name)))).collect()))
    }

    /// The computer player of a level.
    ///
    /// # Errors
    /// There is none, which should not be.
    pub fn at(&self, level: Level) -> anyhow::Result<&Player> {
        self.0.get(&level).with_context(|| format!("there is no computer player of level {}", level.number()))
    }

    /// The level of a player, if it is a computer.
    pub fn level(&self, player: PlayerId) -> Option<Level> {
        self.0.iter().find(|(_, computer)| computer.id == player).map(|(&level, _)| level)
    }

    /// Their ids.
    pub fn ids(&self) -> Vec<i64> {
        self.0.values().map(|computer| computer.id.0).collect()
    }

    /// All of them, the nearest to a level first, the stronger of two.
    pub fn nearest_to(&self, level: Level) -> Vec<&Player> {
        let mut computers: Vec<_> = self.0.iter().collect();
        computers.sort_by_key(|&(&other, _)| (level.distance(other), std::cmp::Reverse(other)));
        computers.into_iter().map(|(_, computer)| computer).collect()
    }
}

/// Makes the account of a character. Somebody may have taken its name before there were computer players: then it gets a number.
async fn create(pool: &Pool, character: &Character, now: Timestamp) -> anyhow::Result<()> {
    for number in 1..100 {
        let name = match number {
            1 => character.name.to_owned(),
            _ => format!("{}{number}", character.name),
        };
        let mut transaction = pool.begin().await?;
        let player = sqlx::query_scalar!(
            "insert into players (name, email, password_hash, created_at) values ($1, '', $2, $3)
            on conflict do nothing returning id",
            name,
            UNUSABLE_PASSWORD_HASH,
            now.to_sqlx() as _,
        )
        .fetch_optional(&mut *transaction)
        .await?;
        // Of two servers that make them at the same time one finds the name taken by the other, and then the level.
        let Some(player) = player else {
            if exists(&mut transaction, character.level).await? {
                return Ok(());
            }
            continue;
        };
        let made = sqlx::query!(
            "insert into computers (player_id, level) values ($1, $2) on conflict do nothing",
            player,
            i16::from(character.level.number()),
        )
        .execute(&mut *transaction)
        .await?;
        if made.rows_affected() == 1 {
            transaction.commit().await?;
        }
        return Ok(());
    }
    anyhow::bail!("every name of {} is taken", character.name)
}

async fn exists(connection: &mut PgConnection, level: Level) -> anyhow::Result<bool> {
    let exists = sqlx::query_scalar!(
        r#"select exists (select from computers where level = $1) as "exists!""#,
        i16::from(level.number()),
    );
    Ok(exists.fetch_one(connection).await?)
}

/// How long a worker counts that has not been heard of.
const WORKER_LIFETIME: SignedDuration = SignedDuration::from_mins(10);

/// The variants that computers play: those that a worker of late has had an engine for.
///
/// # Errors
/// The database fails.
pub async fn variants(pool: &Pool, now: Timestamp) -> anyhow::Result<Vec<Variant>> {
    let keys = sqlx::query_scalar!(
        r#"select distinct unnest(variants) as "variant!" from workers where seen_at > $1"#,
        (now - WORKER_LIFETIME).to_sqlx() as _,
    )
    .fetch_all(pool)
    .await?;
    Ok(Variant::ALL.into_iter().filter(|variant| keys.iter().any(|key| key == variant.key())).collect())
}

/// How many games go on between a player and computers.
///
/// # Errors
/// The database fails.
pub async fn count_running(connection: &mut PgConnection, player: PlayerId) -> anyhow::Result<i64> {
    // Served by game_seats_by_player.
    let count = sqlx::query_scalar!(
        r#"select count(distinct s.game_id) as "count!" from game_seats s
        where s.player_id = $1 and s.ended_at is null and exists (
            select from game_seats o join computers c on c.player_id = o.player_id where o.game_id = s.game_id)"#,
        player.0,
    );
    Ok(count.fetch_one(connection).await?)
}

/// Has a computer answer in a game like somebody who looks in now and then.
///
/// # Errors
/// The database fails.
pub async fn answer_like_post(connection: &mut PgConnection, game: &str) -> anyhow::Result<()> {
    sqlx::query!("insert into computer_paces (game_id, pace) values ($1, 'like-post') on conflict do nothing", game)
        .execute(connection)
        .await?;
    Ok(())
}

/// A computer that answers like post has done so by then, if a worker is there.
pub const LATEST_LIKE_POST: SignedDuration = SignedDuration::from_mins((SOONEST_LIKE_POST + SPREAD_LIKE_POST) as i64);

/// After so many minutes one that answers like post does so at the soonest, and within so many more.
const SOONEST_LIKE_POST: i32 = 60;
const SPREAD_LIKE_POST: i32 = 600;

/// Queues the turns that computers are to make by now, and returns how many there were. The games tell that themselves, so
/// nothing is lost, whatever dies; and whoever makes a turn against a computer need not know it.
///
/// One that answers like post does so after one to eleven hours, which are the game's and the turn's.
///
/// # Errors
/// The database fails.
pub async fn queue_turns(pool: &Pool, computers: &Computers, now: Timestamp) -> anyhow::Result<u64> {
    // Served by games_by_player_to_move.
    let queued = sqlx::query!(
        "insert into jobs (kind, subject, variant, priority, queued_at, due_at)
        select 'turn', g.id, g.variant, 0, $2, $2 from games g left join computer_paces p on p.game_id = g.id
        where g.player_to_move = any($1)
            and (p.game_id is null or coalesce(g.turn_since, g.begun_at)
                + make_interval(mins => $3 + abs(hashtext(g.id || ' ' || g.ply) % $4)) <= $2)
            and not exists (select from jobs j where j.kind = 'turn' and j.subject = g.id)
        on conflict do nothing",
        &computers.ids(),
        now.to_sqlx() as _,
        SOONEST_LIKE_POST,
        SPREAD_LIKE_POST,
    );
    Ok(queued.execute(pool).await?.rows_affected())
}
