//! What stands beside games: what those who look on have written, whether the game was counted for the ratings, and what
//! became of offers of a rematch.

use domain::correspondence::comment::Comment;
use domain::rules::ply::Ply;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::{PgConnection, PgPool};

use crate::accounts::PlayerId;
use crate::games::game_id::GameId;
use crate::games::live;
use crate::games::visible::VisibleBeside;

/// Something written beside a game.
pub struct Kibitz {
    /// The writer's name.
    pub by: String,
    /// The ply whose position they saw.
    pub ply: Ply,
    /// When.
    pub at: Timestamp,
    /// What.
    pub text: Comment,
}

/// What was written beside a game, the first first.
///
/// # Errors
/// The database fails.
pub async fn kibitzes(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<Vec<Kibitz>> {
    let rows = sqlx::query!(
        "select p.name, k.ply, k.at, k.text from game_kibitzes k join players p on p.id = k.player_id
        where k.game_id = $1 order by k.number",
        id.as_str(),
    )
    .fetch_all(connection)
    .await?;
    let kibitz = rows.into_iter().map(|row| Kibitz {
        by: row.name,
        ply: Ply(row.ply as u32),
        at: row.at.to_jiff(),
        text: Comment::stored(&row.text),
    });
    Ok(kibitz.collect())
}

/// Writes beside a game, unless its writer has done so `most` times; the same text sent twice is written once.
///
/// # Errors
/// The database fails.
pub async fn add_kibitz(
    pool: &PgPool,
    id: &GameId,
    player: PlayerId,
    ply: Ply,
    text: &Comment,
    now: Timestamp,
    most: i64,
) -> anyhow::Result<bool> {
    let mut transaction = pool.begin().await?;
    // Writers take turns, so that the numbers have no gaps and no two are the same.
    hold(&mut transaction, id).await?;
    let row = sqlx::query!(
        r#"select coalesce(max(number), 0) as "last!", count(*) filter (where player_id = $2) as "own!",
            coalesce((array_agg(player_id = $2 and text = $3 order by number desc))[1], false) as "again!"
        from game_kibitzes where game_id = $1"#,
        id.as_str(),
        player.0,
        text.as_str(),
    )
    .fetch_one(&mut *transaction)
    .await?;
    if row.again {
        return Ok(true);
    }
    if row.own >= most {
        return Ok(false);
    }
    insert(&mut transaction, id, row.last + 1, player, ply, text, now).await?;
    live::announce_beside(&mut transaction, id).await?;
    transaction.commit().await?;
    Ok(true)
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

/// Tells who looks at a game that more stands beside it, when the transaction is committed that has put it there: the game
/// was counted for the ratings, or an offer of a rematch was answered.
///
/// # Errors
/// The database fails.
pub async fn more_beside(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<()> {
    hold(connection, id).await?;
    live::announce_beside(connection, id).await
}

async fn hold(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<()> {
    sqlx::query!("select id from games where id = $1 for no key update", id.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(())
}

/// What stands beside a game.
///
/// # Errors
/// The database fails.
pub async fn beside(connection: &mut PgConnection, id: &GameId) -> anyhow::Result<VisibleBeside> {
    let row = sqlx::query!(
        r#"select (select count(*) from game_kibitzes where game_id = id) as "kibitzes!",
            exists (select from rating_changes where game_id = id) as "counted!", ended_at is not null as "over!",
            (select count(*) from challenges where rematch_of = games.id and state = 'accepted') as "rematches!",
            (select count(*) from challenges where rematch_of = games.id and state in ('declined', 'withdrawn')) as "rematches_off!"
        from games where id = $1"#,
        id.as_str(),
    )
    .fetch_one(connection)
    .await?;
    Ok(VisibleBeside {
        kibitzes: row.kibitzes as u32,
        counted: row.counted,
        over: row.over,
        rematches: row.rematches as u32,
        rematches_off: row.rematches_off as u32,
    })
}
