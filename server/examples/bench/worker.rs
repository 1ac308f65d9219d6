//! A worker that always has a position to search, beside eight players: how much slower their turns and pages get. It runs as
//! operators run it, with its usual number of engines and at its usual priority, on the processors of the server and PostgreSQL.

use std::time::Duration;

use anyhow::ensure;
use sqlx::PgConnection;
use tokio::time::sleep;

use crate::figures::median;
use crate::machine::{Database, Machine};
use crate::pace::{GAMES, Pace};

/// Positions that wait: more than can be searched meanwhile.
const POSITIONS: i32 = 100_000;

/// How long it may take until the worker is at its work.
const START: Duration = Duration::from_secs(20);

/// Prints `server.worker_turns_slower` and `server.worker_pages_slower`, and how much the worker did.
pub async fn measure(machine: &Machine, pairs: usize) -> anyhow::Result<()> {
    let database = machine.database("worker").await?;
    let stock = Pace::stock(&database, (pairs + 1) * 2).await?;
    let mut connection = database.connect().await?;
    queue_positions(&mut connection).await?;
    let server = machine.serve(&database).await?;
    let (mut turns, mut pages) = (Vec::new(), Vec::new());
    for pair in 0..=pairs {
        let first = pair * 2 * GAMES;
        let quiet = Pace::measure(&server, &stock, first).await?;
        let before = searched(&mut connection).await?;
        let worker = machine.work(&database)?;
        is_at_work(&database, before).await?;
        let busy = Pace::measure(&server, &stock, first + GAMES).await?;
        drop(worker);
        let searched = searched(&mut connection).await? - before;
        // The first is for what only the first requests need.
        if pair > 0 {
            eprintln!(
                "worker: {:.0} turns/s, {:.0} without; {:.0} pages/s, {:.0} without; {searched} positions searched",
                busy.turns, quiet.turns, busy.pages, quiet.pages
            );
            turns.push((quiet.turns / busy.turns - 1.0) * 100.0);
            pages.push((quiet.pages / busy.pages - 1.0) * 100.0);
        }
    }
    println!("server.worker_turns_slower = {:.1} %", median(turns));
    println!("server.worker_pages_slower = {:.1} %", median(pages));
    server.stop().await
}

/// Lets positions wait as if players had asked about them.
async fn queue_positions(connection: &mut PgConnection) -> anyhow::Result<()> {
    sqlx::query(
        "insert into evaluated_positions (variant, key, fen)
        select 'duck', number, 'r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B1*/2P1PN2/PP3PPP/RN1QKB1R w KQkq - 0 6'
        from generate_series(1, $1) number",
    )
    .bind(POSITIONS)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "insert into jobs (kind, subject, variant, priority, queued_at, due_at)
        select 'position', 'duck/' || number, 'duck', 5, now(), now() from generate_series(1, $1) number",
    )
    .bind(POSITIONS)
    .execute(connection)
    .await?;
    Ok(())
}

async fn searched(connection: &mut PgConnection) -> anyhow::Result<i64> {
    let searched = sqlx::query_scalar("select count(*) from evaluated_positions where lines is not null");
    Ok(searched.fetch_one(connection).await?)
}

/// Waits until the worker has searched a position.
async fn is_at_work(database: &Database, before: i64) -> anyhow::Result<()> {
    let mut connection = database.connect().await?;
    let begun = std::time::Instant::now();
    while searched(&mut connection).await? == before {
        ensure!(begun.elapsed() < START, "the worker does nothing: is mallard-uci beside mallard?");
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}
