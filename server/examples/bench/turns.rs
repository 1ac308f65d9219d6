//! Turns made through HTTP, against the very statements that this takes, sent by pgbench: as many clients, the same
//! database, each commit on the disk, and nobody told of it. What HTTP, the rules and the server itself cost is the difference.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, ensure};
use jiff::SignedDuration;
use server::platform::now::Now;
use tokio::process::Command;

use crate::figures::median;
use crate::machine::{Database, Machine, Server};
use crate::played::{Course, Played};
use crate::stock::Stock;
use crate::{AT_ONCE, crowd};

/// Games that one writer plays, a turn in each before the next turn in the first.
const GAMES_EACH: usize = 8;
/// Turns made in each of them, from the beginning.
const COURSE: Course = Course { plies: 0, resigned: false, to_come: 40 };
/// Turns of one writer in one measurement.
const TURNS: usize = GAMES_EACH * COURSE.to_come;
/// Games that were played by lot: a prime, so that every player meets many of them.
const PLAYED: u64 = 61;
const PLAYERS: usize = 200;

/// What one turn sends to the database, but for the announcement.
const SCRIPT: &str = include_str!("turn.sql");
/// The part of the server's statement that the turns which its own are measured against do without.
const ANNOUNCEMENT: &str = ", announced as ( insert into announcements (topics, states)
    select $1::text[], $2::text[] from written where $1::text[] <> '{}' )";

/// Under which conditions turns are made.
struct Conditions {
    /// What the figures are called.
    name: &'static str,
    /// How many writers there are at the same time.
    writers: usize,
    /// Settings of the database.
    settings: &'static [(&'static str, &'static str)],
}

/// As a small site has them.
const USUAL: Conditions = Conditions { name: "turns", writers: AT_ONCE, settings: &[] };
/// Each commit takes 5 ms, as on storage that is reached over a network, or where a standby has to have it too.
const SLOW_DISK: Conditions = Conditions {
    name: "turns_slow_disk",
    writers: 32,
    settings: &[("commit_delay", "5000"), ("commit_siblings", "0")],
};

impl Conditions {
    /// Games of one measurement.
    fn games(&self) -> usize {
        GAMES_EACH * self.writers
    }
}

/// Prints `server.turns_ratio` and `server.turns_slow_disk_ratio`, and what they are made of.
pub async fn measure(machine: &Machine, repeats: usize) -> anyhow::Result<()> {
    measure_under(machine, &USUAL, repeats).await?;
    measure_under(machine, &SLOW_DISK, repeats).await
}

async fn measure_under(machine: &Machine, conditions: &Conditions, repeats: usize) -> anyhow::Result<()> {
    let &Conditions { name, writers, settings } = conditions;
    let games = conditions.games();
    let database = machine.database(name).await?;
    let now = Now::system().get();
    let played = (0..PLAYED).map(|number| Played::by_lot(number, COURSE, now)).collect::<anyhow::Result<_>>()?;
    // One measurement before those that count, for what only the first turns need.
    let stock = Stock::fill(&database, played, (repeats + 1) * 2 * games + games, PLAYERS).await?;
    check_script(machine, &database, &stock, conditions).await?;
    database.set(settings).await?;
    let script = tempfile::NamedTempFile::new()?;
    std::fs::write(&script, SCRIPT)?;
    let server = machine.serve(&database).await?;
    let (mut turns, mut sql, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for repeat in 0..=repeats {
        let first = repeat * 2 * games;
        let ours = play(&server, &stock, first, writers).await?;
        let theirs = run_pgbench(&database, script.path(), &stock, first + games, writers).await?;
        if repeat > 0 {
            eprintln!("{name}: {ours:.0}/s; their SQL {theirs:.0}/s");
            turns.push(ours);
            sql.push(theirs);
            ratios.push(ours / theirs);
        }
    }
    println!("server.{name}_ratio = {:.3} of the SQL alone", median(ratios));
    println!("server.{name} = {:.0} turns/s", median(turns));
    println!("server.{name}_sql = {:.0} turns/s", median(sql));
    server.stop().await
}

/// Turns a second, where each writer makes them in games of their own, from the first one's number on.
async fn play(server: &Server, stock: &Stock, first: usize, writers: usize) -> anyhow::Result<f64> {
    let turns_of = |writer| {
        let game = move |turn| stock.game(first + writer * GAMES_EACH + turn % GAMES_EACH);
        (0..TURNS).map(move |turn| game(turn).turn_after(turn / GAMES_EACH)).collect::<anyhow::Result<Vec<_>>>()
    };
    crowd::post(server, (0..writers).map(turns_of).collect::<anyhow::Result<_>>()?).await
}

/// The same turns by their statements alone.
async fn run_pgbench(
    database: &Database,
    script: &Path,
    stock: &Stock,
    first: usize,
    writers: usize,
) -> anyhow::Result<f64> {
    let (clients, turns) = (writers.to_string(), TURNS.to_string());
    let mut pgbench = Command::new("pgbench");
    pgbench.args(["--no-vacuum", "--protocol=prepared", "--client", &clients, "--transactions", &turns]);
    let now = Now::system().get();
    let variables = [
        ("turn", "-1"),
        ("first", &first.to_string()),
        ("games", &GAMES_EACH.to_string()),
        ("players", &stock.players.to_string()),
        ("one", "1"),
        ("now", &now.to_string()),
        ("earlier", &(now - SignedDuration::from_mins(1)).to_string()),
        // Letters are not due while this runs, as those of the other turns are not.
        ("later", &(now + SignedDuration::from_hours(24 * 30)).to_string()),
        ("fen", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P1*1/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"),
        ("body", r#"{"type":"played","seat":0,"turn":"Nf3@e5"}"#),
        ("visible", "{20,20,0,0,0,0,0}"),
    ];
    for (name, value) in variables {
        pgbench.arg(format!("--define={name}={value}"));
    }
    let output = pgbench.arg("--file").arg(script).envs(database.environment()?).stdin(Stdio::null()).output().await;
    let output = output.context("pgbench cannot be run: it comes with PostgreSQL's server")?;
    let said = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success(), "pgbench: {said} {}", String::from_utf8_lossy(&output.stderr));
    let rate = said.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
    rate.with_context(|| format!("pgbench does not say how fast it was: {said}"))
}

/// That the script has the statements that a turn sends, and no others: PostgreSQL counts those of a few turns.
async fn check_script(
    machine: &Machine,
    database: &Database,
    stock: &Stock,
    conditions: &Conditions,
) -> anyhow::Result<()> {
    let mut connection = database.connect().await?;
    // The script uses a player's number as the hash of their token, because pgbench cannot hash.
    sqlx::raw_sql(
        "insert into sessions select id::text::bytea, id, created_at, created_at + interval '1 day' from players",
    )
    .execute(&mut connection)
    .await?;
    sqlx::raw_sql("create extension pg_stat_statements").execute(&mut connection).await?;
    let server = machine.serve(&database.counted()).await?;
    // The last games are not measured.
    let first = stock.games - conditions.games();
    play(&server, stock, first, conditions.writers).await?;
    server.stop().await?;
    let sent: Vec<String> = sqlx::query_scalar("select query from pg_stat_statements where calls >= $1")
        .bind((conditions.writers * TURNS / 2) as i64)
        .fetch_all(&mut connection)
        .await?;
    let unannounced = |statement: &String| shape(statement).replace(&shape(ANNOUNCEMENT), "");
    let sent: BTreeSet<_> = sent.iter().map(unannounced).collect();
    let known: BTreeSet<_> = statements(SCRIPT).iter().map(|statement| shape(statement)).collect();
    let (new, gone) = (sent.difference(&known), known.difference(&sent));
    let differences: Vec<_> = new.map(|it| format!("+ {it}")).chain(gone.map(|it| format!("- {it}"))).collect();
    ensure!(differences.is_empty(), "turn.sql is not what a turn sends any more:\n{}", differences.join("\n"));
    Ok(())
}

/// The statements of a script of pgbench: a line that begins with `\` is pgbench's own, and so is what begins with `\gset`
/// after a statement.
fn statements(script: &str) -> Vec<String> {
    let lines = script.lines().filter(|line| !line.starts_with(['-', '\\']));
    let ended = lines.map(|line| line.split_once(" \\gset").map_or(line.to_owned(), |(sql, _)| format!("{sql};")));
    let sql = ended.collect::<Vec<_>>().join("\n");
    sql.split(";\n").filter(|statement| !statement.trim().is_empty()).map(str::to_owned).collect()
}

/// A statement with a question mark for each of its values, however they are written, and without its line breaks.
fn shape(statement: &str) -> String {
    let (mut shape, mut rest) = (String::new(), statement);
    while let Some(next) = rest.chars().next() {
        let (kept, length) = match value_length(rest) {
            0 if rest.starts_with("::") => ("::", 2),
            0 => (&rest[..next.len_utf8()], next.len_utf8()),
            length => ("?", length),
        };
        shape.push_str(kept);
        rest = &rest[length..];
    }
    shape.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(';').to_lowercase()
}

/// How long the value is that a text begins with: `$1`, `:name`, `'text'`, `array[...]`, ` null`; 0 if it is none.
fn value_length(text: &str) -> usize {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let through = |end: char| text[1..].find(end).map_or(text.len(), |at| at + 2);
    match text.as_bytes() {
        [b'$' | b':', next, ..] if is_name(char::from(*next)) => {
            1 + text[1..].find(|c| !is_name(c)).unwrap_or(text.len() - 1)
        }
        [b'\'', ..] => through('\''),
        _ if text.starts_with("array[") => through(']'),
        _ if text.starts_with("null,") || text.starts_with("null\n") => "null".len(),
        _ => 0,
    }
}
