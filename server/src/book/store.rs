//! The book in the database, and the queue of games that are to be counted in it.

use std::collections::BTreeMap;

use anyhow::Context;
use domain::correspondence::game::Game;
use domain::correspondence::result::GameResult;
use domain::rules::outcome::Outcome;
use domain::rules::ply::Ply;
use domain::rules::position::Position;
use domain::rules::seat::Seating;
use jiff::Timestamp;
use sqlx::PgConnection;

use crate::games::{self, GameId};
use crate::platform::database::Pool;
use crate::platform::queue::WorkResult;

/// The book ends after so many turns: by then hardly two games are the same.
pub const DEPTH: usize = 40;

/// Puts a game that has ended in the queue, within the transaction of its end, if there is anything to count.
///
/// # Errors
/// The database fails.
pub async fn queue(connection: &mut PgConnection, id: &GameId, game: &Game) -> anyhow::Result<()> {
    if outcome(game).is_none() {
        return Ok(());
    }
    sqlx::query!("insert into book_due (game_id) values ($1) on conflict do nothing", id.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// How a game ended, if it has and that says something of its turns.
fn outcome(game: &Game) -> Option<Outcome> {
    let outcome = game.conclusion()?.result.outcome;
    (outcome != Outcome::Void && game.ply() != Ply::START).then_some(outcome)
}

/// Counts a game of those that wait, `leaving_out` some.
pub async fn count_next(pool: &Pool, leaving_out: &[String]) -> anyhow::Result<WorkResult> {
    let mut transaction = pool.begin().await?;
    let next = sqlx::query_scalar!(
        "select game_id from book_due where game_id <> all($1) order by game_id limit 1 for update skip locked",
        leaving_out,
    );
    let Some(game_id) = next.fetch_optional(&mut *transaction).await? else { return Ok(WorkResult::Idle) };
    if let Err(error) = count(&mut transaction, &game_id).await {
        return Ok(WorkResult::Failed(game_id, error));
    }
    transaction.commit().await?;
    Ok(WorkResult::Done)
}

async fn count(connection: &mut PgConnection, game_id: &str) -> anyhow::Result<()> {
    let id = GameId::stored(game_id.to_owned());
    let stored = games::load_within(connection, &id).await?.context("the game is gone")?;
    if let Some(outcome) = outcome(&stored.game) {
        write(connection, game_id, &stored.game, outcome).await?;
    }
    sqlx::query!("delete from book_due where game_id = $1", game_id).execute(connection).await?;
    Ok(())
}

async fn write(connection: &mut PgConnection, game_id: &str, game: &Game, outcome: Outcome) -> anyhow::Result<()> {
    // By position and turn: each is counted once a game, and two servers take the rows in the same order.
    let mut turns = BTreeMap::new();
    for (before, turn) in game.turns().iter().take(DEPTH).enumerate() {
        let position = game.position_at(Ply::after(before)).context("a position is not there")?;
        let has_won = outcome == Outcome::Win(game.seating().side(position.seat_to_move()));
        turns.insert((position.key().cast_signed(), turn.text.clone()), has_won);
    }
    let ((keys, texts), won): ((Vec<i64>, Vec<String>), Vec<i32>) =
        turns.into_iter().map(|(turn, has_won)| (turn, i32::from(has_won))).unzip();
    sqlx::query!(
        "insert into book_turns as b (variant, key, turn, games, won, drawn, examples)
        select $1, key, turn, 1, won, $5, array[$6::text]
        from unnest($2::bigint[], $3::text[], $4::integer[]) t (key, turn, won)
        on conflict (variant, key, turn) do update set games = b.games + 1, won = b.won + excluded.won,
            drawn = b.drawn + excluded.drawn, examples = (excluded.examples || b.examples)[1:3]",
        game.setup().variant.key(),
        &keys,
        &texts,
        &won,
        i32::from(outcome == Outcome::Draw),
        game_id,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// How many of a game's first turns were each made in at least so many games from the same position.
///
/// # Errors
/// The database fails.
pub async fn shared_turns(pool: &Pool, game: &Game, at_least: i32) -> anyhow::Result<usize> {
    let turns = game.turns().iter().take(DEPTH).enumerate();
    let turns = turns.map_while(|(before, turn)| {
        let position = game.position_at(Ply::after(before))?;
        Some((position.key().cast_signed(), turn.text.clone()))
    });
    let (keys, texts): (Vec<i64>, Vec<String>) = turns.unzip();
    // Served by the primary key.
    let games = sqlx::query_scalar!(
        r#"select coalesce(b.games, 0) as "games!" from unnest($2::bigint[], $3::text[]) with ordinality t (key, turn, number)
        left join book_turns b on b.variant = $1 and b.key = t.key and b.turn = t.turn order by t.number"#,
        game.setup().variant.key(),
        &keys,
        &texts,
    );
    let games = games.fetch_all(pool).await?;
    Ok(games.into_iter().take_while(|&games| games >= at_least).count())
}

/// A turn of the book.
pub struct TurnRow {
    /// As it is written.
    pub turn: String,
    /// In how many games it was made.
    pub games: i32,
    /// Of which so many were won by the side that made it.
    pub won: i32,
    /// And so many drawn.
    pub drawn: i32,
    /// The last few of them.
    pub examples: Vec<String>,
}

/// The turns that were made from a position, the most frequent first.
///
/// # Errors
/// The database fails.
pub async fn turns_from(pool: &Pool, position: &Position, limit: i64) -> anyhow::Result<Vec<TurnRow>> {
    // Served by the primary key.
    let rows = sqlx::query_as!(
        TurnRow,
        "select turn, games, won, drawn, examples from book_turns where variant = $1 and key = $2
        order by games desc, won desc, turn limit $3",
        position.variant().key(),
        position.key().cast_signed(),
        limit,
    );
    Ok(rows.fetch_all(pool).await?)
}

/// A game of the book.
pub struct GameRow {
    /// Its name in its address.
    pub id: String,
    /// The names of its players, by seat.
    pub players: Vec<String>,
    /// How it ended.
    pub result: GameResult,
    /// When.
    pub ended_at: Timestamp,
}

/// Some games of a variant that has these seats, the last first.
///
/// # Errors
/// The database fails.
pub async fn games(pool: &Pool, ids: &[String], seating: Seating) -> anyhow::Result<Vec<GameRow>> {
    let rows = sqlx::query!(
        r#"select id, result as "result!", ending as "ending!", ended_at as "ended_at!: jiff_sqlx::Timestamp",
            array(select p.name from game_seats s join players p on p.id = s.player_id
                where s.game_id = g.id order by s.seat) as "players!"
        from games g where id = any($1) and ended_at is not null order by ended_at desc, id limit 5"#,
        ids,
    )
    .fetch_all(pool)
    .await?;
    let games = rows.into_iter().filter_map(|row| {
        let result = GameResult::read(&row.result, &row.ending, seating)?;
        Some(GameRow { id: row.id, players: row.players, result, ended_at: row.ended_at.to_jiff() })
    });
    Ok(games.collect())
}
