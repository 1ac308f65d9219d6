//! How fast files of games are read into a collection, and what memory the server takes for it: files are sent over HTTP one after the
//! other, and the server is asked until all of them have been read.

use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::ensure;
use domain::rules::position::Position;
use domain::rules::variant::Variant;
use rand::SeedableRng;
use rand::rngs::StdRng;
use sqlx::PgConnection;
use tokio::time::sleep;

use crate::figures::quantile;
use crate::machine::Machine;
use crate::played::draw_turn;
use crate::visitor::{Connection, Look, Player};

/// Games of a file: some 30 MB.
const GAMES_OF_FILE: usize = 33_000;
/// How many games are played by lot; files have each of them under many names.
const PLAYED: u64 = 1000;
/// Turns of a game.
const TURNS: usize = 60;
/// How often a question is asked.
const LOOKS: usize = 20;
/// How often the server is looked at.
const LOOKED_AT_EVERY: Duration = Duration::from_millis(200);

/// Prints `collections.games_per_minute` and `collections.peak_memory`.
pub async fn measure(machine: &Machine, games: usize) -> anyhow::Result<()> {
    let database = machine.database("collections").await?;
    let mut connection = database.connect().await?;
    sqlx::raw_sql(
        "insert into players (name, email, password_hash, created_at) values ('player-1', '', '', now());
        insert into sessions (token_hash, player_id, created_at, expires_at)
        select sha256('token-of-1'::bytea), id, now(), now() + interval '1 day' from players",
    )
    .execute(&mut connection)
    .await?;
    let played: Vec<String> = (0..PLAYED).map(by_lot).collect::<anyhow::Result<_>>()?;
    let server = machine.serve(&database).await?;
    let mut visitor = Connection::open(server.address).await?;
    let (mut taken, mut time) = (0, Duration::ZERO);
    let mut path = "/collections".to_owned();
    eprintln!("collections: {} MB before", server.resident_bytes()? / 1_000_000);
    while taken < games {
        let file = file(&played, taken..games.min(taken + GAMES_OF_FILE));
        let begun = Instant::now();
        visitor.send_file(Player(1), &path, &file).await?;
        // All in one collection.
        let id: String = sqlx::query_scalar("select id from collections").fetch_one(&mut connection).await?;
        path = format!("/collections/{id}/imports");
        eprintln!("collections: {} MB sent in {:.1} s", file.len() / 1_000_000, begun.elapsed().as_secs_f64());
        while are_waiting(&mut connection).await? {
            sleep(LOOKED_AT_EVERY).await;
        }
        time += begun.elapsed();
        taken = games.min(taken + GAMES_OF_FILE);
    }
    let there: i64 = sqlx::query_scalar("select count(*) from collection_games").fetch_one(&mut connection).await?;
    ensure!(usize::try_from(there)? == games, "of {games} games {there} were taken");
    println!("collections.games_per_minute = {:.0} games", games as f64 / time.as_secs_f64() * 60.0);
    println!("collections.peak_memory = {} MB", server.most_resident_bytes()? / 1_000_000);
    let id = path.trim_start_matches("/collections/").trim_end_matches("/imports");
    for (name, path) in questions(id, &played[0])? {
        let mut times = Vec::new();
        for _ in 0..LOOKS {
            let began = Instant::now();
            visitor.get(&Look { player: Player(1), path: path.clone() }).await?;
            times.push(began.elapsed().as_secs_f64() * 1000.0);
        }
        println!("collections.{name}_95 = {:.1} ms", quantile(&times, 0.95));
    }
    server.stop().await
}

/// What is asked of the whole collection: the search for a player, that for a position and for men, and the explorer where every game
/// begins and far from there.
fn questions(id: &str, played: &str) -> anyhow::Result<[(&'static str, String); 5]> {
    let encode = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let turns: Vec<String> = played
        .split_whitespace()
        .filter(|word| !word.ends_with('.'))
        .map(|turn| turn.replace(',', "@"))
        .take(30)
        .collect();
    let mut position = Position::start(Variant::Duck);
    for turn in &turns {
        position = position.play(position.read_turn(turn)?);
    }
    Ok([
        ("player", format!("/collections/{id}?player=player+{}", GAMES_OF_FILE - 1)),
        ("position", format!("/collections/{id}?fen={}", encode(&position.fen()))),
        ("material", format!("/collections/{id}?material=KQ-KR")),
        ("explorer_start", format!("/explorer?collection={id}")),
        ("explorer_deep", format!("/explorer?collection={id}&turns={}", encode(&turns.join(" ")))),
    ])
}

async fn are_waiting(connection: &mut PgConnection) -> anyhow::Result<bool> {
    let waiting = "select exists (select from collection_imports where state <> 'done')";
    Ok(sqlx::query_scalar(waiting).fetch_one(connection).await?)
}

/// The turns of a game of Duck Chess, as pychess writes them.
fn by_lot(seed: u64) -> anyhow::Result<String> {
    let mut lot = StdRng::seed_from_u64(seed);
    let mut position = Position::start(Variant::Duck);
    let mut text = String::new();
    for number in 0..TURNS {
        let Some(turn) = draw_turn(&position, &mut lot) else { break };
        position = position.play(position.read_turn(&turn)?);
        if number % 2 == 0 {
            write!(text, "{}. ", number / 2 + 1)?;
        }
        text += &turn.replace('@', ",");
        text.push(if number % 10 == 9 { '\n' } else { ' ' });
    }
    Ok(text)
}

fn file(played: &[String], numbers: std::ops::Range<usize>) -> String {
    let mut file = String::new();
    for number in numbers {
        let turns = &played[number % played.len()];
        file += &format!(
            "[Event \"Bench\"]\n[Site \"https://www.pychess.org/{number}\"]\n[Date \"2026.01.01\"]\n[White \"player {number}\"]\n\
            [Black \"player {}\"]\n[Result \"*\"]\n[Variant \"Duck\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1600\"]\n\n{turns}*\n\n",
            number / 7,
        );
    }
    file
}
