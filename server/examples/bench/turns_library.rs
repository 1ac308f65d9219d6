//! What the library costs turns: whole games are played and resigned, with the triggers that queue them for the library and without. What
//! takes them in works beside the turns, as it does on a site.

use std::time::Duration;

use server::platform::now::Now;
use sqlx::{AssertSqlSafe, PgConnection};

use crate::figures::median;
use crate::machine::{Machine, Server};
use crate::played::{Course, Played};
use crate::stock::Stock;
use crate::visitor::Post;
use crate::{AT_ONCE, crowd};

/// Games that one writer plays side by side.
const SIDE_BY_SIDE: usize = 8;
/// How often, so that games are taken in while others are played.
const ROUNDS: usize = 10;
/// Games of one measurement.
const GAMES: usize = AT_ONCE * SIDE_BY_SIDE * ROUNDS;
/// Turns made in each game, from the beginning.
const COURSE: Course = Course { plies: 0, resigned: false, to_come: 40 };
const PLAYED: u64 = 61;
const PLAYERS: usize = 200;

/// The function that all triggers queue a game by, as it does nothing.
const NOT_QUEUED: &str = "create or replace function take_into_library(game text, changed_at timestamptz) returns void language sql as 'select'";

/// Prints `server.turns_library_ratio`, and what it is made of.
pub async fn measure(machine: &Machine, repeats: usize) -> anyhow::Result<()> {
    let database = machine.database("turns_library").await?;
    let now = Now::system().get();
    let played = (0..PLAYED).map(|number| Played::by_lot(number, COURSE, now)).collect::<anyhow::Result<_>>()?;
    // One pair of measurements before those that count, for what only the first turns need.
    let stock = Stock::fill(&database, played, (repeats + 1) * 2 * GAMES, PLAYERS).await?;
    let server = machine.serve(&database).await?;
    let mut connection = database.connect().await?;
    let queued: String = sqlx::query_scalar("select pg_get_functiondef('take_into_library'::regproc)")
        .fetch_one(&mut connection)
        .await?;
    let (mut with, mut without, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for repeat in 0..=repeats {
        let mut rates = [0.0; 2];
        // Each of the two is first in every other pair.
        for place in 0..2 {
            let is_queued = (repeat + place) % 2 == 0;
            let function = if is_queued { queued.as_str() } else { NOT_QUEUED };
            wait_until_taken_in(&mut connection).await?;
            sqlx::raw_sql(AssertSqlSafe(function)).execute(&mut connection).await?;
            rates[usize::from(is_queued)] = play(&server, &stock, (2 * repeat + place) * GAMES).await?;
        }
        let [alone, beside] = rates;
        eprintln!("turns_library: {beside:.0}/s; without the library {alone:.0}/s");
        if repeat > 0 {
            with.push(beside);
            without.push(alone);
            ratios.push(beside / alone);
        }
    }
    let taken_in: i64 = sqlx::query_scalar("select count(*) from library_games where not is_running and is_first")
        .fetch_one(&mut connection)
        .await?;
    println!("server.turns_library_ratio = {:.3} of those without the library", median(ratios));
    println!("server.turns_library = {:.0} turns/s", median(with));
    println!("server.turns_library_without = {:.0} turns/s", median(without));
    println!("server.turns_library_games = {taken_in} games taken in");
    server.stop().await
}

/// Turns a second, a resignation after the last of each game counted as one. The games are those from the first one's number on.
async fn play(server: &Server, stock: &Stock, first: usize) -> anyhow::Result<f64> {
    let round = |writer: usize, round: usize| {
        let game = move |n: usize| stock.game(first + (writer * ROUNDS + round) * SIDE_BY_SIDE + n);
        let turns = (0..COURSE.to_come).flat_map(move |turn| (0..SIDE_BY_SIDE).map(move |n| game(n).turn_after(turn)));
        turns.chain((0..SIDE_BY_SIDE).map(move |n| game(n).resignation_after(COURSE.to_come)))
    };
    let of_writer = |writer| (0..ROUNDS).flat_map(move |n| round(writer, n)).collect::<anyhow::Result<Vec<Post>>>();
    crowd::post(server, (0..AT_ONCE).map(of_writer).collect::<anyhow::Result<_>>()?).await
}

/// Waits until the library has taken in what has begun and ended.
async fn wait_until_taken_in(connection: &mut PgConnection) -> anyhow::Result<()> {
    while sqlx::query_scalar("select exists(select from library_due)").fetch_one(&mut *connection).await? {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}
