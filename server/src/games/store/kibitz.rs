//! What a game's page shows besides the game itself: kibitz, whether the game has been rated, and what became of
//! rematch offers.

use domain::correspondence::comment::Comment;
use domain::rules::ply::Ply;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::live;
use crate::accounts::PlayerId;
use crate::games::game_id::GameId;
use crate::games::visible::VisibleExtras;
use crate::platform::database::Pool;

/// A kibitz message.
pub struct Kibitz {
    /// Its number in the game, from 1.
    pub number: i32,
    /// The writer's name.
    pub by: String,
    /// The ply that its writer saw.
    pub ply: Ply,
    /// When.
    pub at: Timestamp,
    /// What.
    pub text: Comment,
}

/// The latest kibitz of a game, or what was written before a number: at most so much, the newest first.
///
/// # Errors
/// The database fails.
pub async fn kibitzes(
    connection: &mut PgConnection,
    id: &GameId,
    before: Option<i32>,
    max: usize,
) -> anyhow::Result<Vec<Kibitz>> {
    let rows = sqlx::query!(
        "select k.number, p.name, k.ply, k.at, k.text from game_kibitzes k join players p on p.id = k.player_id
        where k.game_id = $1 and k.number < $2 order by k.number desc limit $3",
        id.as_str(),
        before.unwrap_or(i32::MAX),
        max as i64,
    )
    .fetch_all(connection)
    .await?;
    let kibitz = rows.into_iter().map(|row| Kibitz {
        number: row.number,
        by: row.name,
        ply: Ply(row.ply as u32),
        at: row.at.to_jiff(),
        text: Comment::stored(&row.text),
    });
    Ok(kibitz.collect())
}

/// How much kibitz a game has.
///
/// # Errors
/// The database fails.
pub async fn count_kibitzes(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<u32> {
    let count =
        sqlx::query_scalar!(r#"select count(*) as "count!" from game_kibitzes where game_id = $1"#, id.as_str())
            .fetch_one(connection)
            .await?;
    Ok(count as u32)
}

/// How much kibitz a game may get.
#[derive(Clone, Copy)]
pub struct KibitzLimits {
    /// By one player altogether.
    pub of_player: i64,
    /// By one player within the period.
    pub of_player_at_once: i32,
    /// By all within the period.
    pub of_all_at_once: i32,
    /// The period.
    pub period: SignedDuration,
}

/// Why kibitz is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KibitzRefusal {
    /// Its writer has reached the limit for the game.
    WrittenEnough,
    /// There was too much within the period.
    TooSoon {
        /// By all together, and not by its writer alone.
        by_all: bool,
        /// When there is room again.
        until: Timestamp,
    },
}

/// Adds kibitz to a game, unless there is too much of it; the same text sent twice is stored once.
///
/// # Errors
/// The database fails.
pub async fn add_kibitz(
    pool: &Pool,
    id: &GameId,
    player: PlayerId,
    ply: Ply,
    text: &Comment,
    now: Timestamp,
    limits: KibitzLimits,
) -> anyhow::Result<Result<(), KibitzRefusal>> {
    let mut transaction = pool.begin().await?;
    // Writers take turns, so that the numbers have no gaps and no two are the same.
    lock_game(&mut transaction, id).await?;
    let row = sqlx::query!(
        r#"select coalesce(max(number), 0) as "last!", count(*) filter (where player_id = $2) as "own!",
            coalesce((array_agg(player_id = $2 and text = $3 order by number desc))[1], false) as "again!",
            (array_agg(at order by number desc) filter (where player_id = $2))[$4]
                as "own_before: jiff_sqlx::Timestamp",
            (array_agg(at order by number desc))[$5] as "any_before: jiff_sqlx::Timestamp"
        from game_kibitzes where game_id = $1"#,
        id.as_str(),
        player.0,
        text.as_str(),
        limits.of_player_at_once,
        limits.of_all_at_once,
    )
    .fetch_one(&mut *transaction)
    .await?;
    if row.again {
        return Ok(Ok(()));
    }
    if row.own >= limits.of_player {
        return Ok(Err(KibitzRefusal::WrittenEnough));
    }
    for (by_all, before) in [(false, row.own_before), (true, row.any_before)] {
        let until = before.map(|at| at.to_jiff() + limits.period);
        if let Some(until) = until.filter(|&until| until > now) {
            return Ok(Err(KibitzRefusal::TooSoon { by_all, until }));
        }
    }
    insert(&mut transaction, id, row.last + 1, player, ply, text, now).await?;
    live::announce_extras(&mut transaction, id).await?;
    transaction.commit().await?;
    Ok(Ok(()))
}

async fn insert(
    connection: &mut PgConnection,
    id: &GameId,
    number: i32,
    player: PlayerId,
    ply: Ply,
    text: &Comment,
    now: Timestamp,
) -> anyhow::Result<()> {
    sqlx::query!(
        "insert into game_kibitzes (game_id, number, player_id, ply, at, text) values ($1, $2, $3, $4, $5, $6)",
        id.as_str(),
        number,
        player.0,
        ply.0 as i32,
        now.to_sqlx() as _,
        text.as_str(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Tells open pages of a game, once the transaction commits, that something besides the game itself has changed: the game
/// was rated, or a rematch offer was answered.
///
/// # Errors
/// The database fails.
pub async fn announce_changed_extras(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<()> {
    lock_game(connection, id).await?;
    live::announce_extras(connection, id).await
}

/// Locks a game's row until the transaction ends: a statement alone is one.
///
/// What is written about a game may put it in the library's queue, whose row is locked then too. Whoever acts in a game locks the game
/// first and that row last, so a transaction that writes about it from elsewhere begins with this: otherwise they wait for each other.
///
/// # Errors
/// The database fails.
pub async fn lock_game(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<()> {
    sqlx::query!("select id from games where id = $1 for no key update", id.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(())
}

/// Counts of what a game's page shows besides the game itself.
///
/// # Errors
/// The database fails.
pub async fn visible_extras(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<VisibleExtras> {
    let row = sqlx::query!(
        r#"select (select count(*) from game_kibitzes where game_id = id) as "kibitzes!",
            exists (select from rating_changes where game_id = id) as "counted!", ended_at is not null as "over!", seated_anew,
            (select count(*) from challenges where rematch_of = games.id and state = 'accepted') as "rematches!",
            (select count(*) from challenges where rematch_of = games.id and state in ('declined', 'withdrawn')) as "rematches_off!",
            coalesce((select revision from game_evaluations where game_id = games.id), 0) as "evaluation!"
        from games where id = $1"#,
        id.as_str(),
    )
    .fetch_one(connection)
    .await?;
    Ok(VisibleExtras {
        kibitzes: row.kibitzes as u32,
        counted: row.counted,
        over: row.over,
        rematches: row.rematches as u32,
        rematches_off: row.rematches_off as u32,
        seated_anew: row.seated_anew.unsigned_abs(),
        evaluation: row.evaluation as u32,
    })
}
