//! How long a search for games takes, over HTTP: each field alone and some thirty combinations, the first page and the one after ten
//! thousand results; with a million games, and in the same run with ten thousand.

use std::time::Instant;

use anyhow::ensure;
use domain::rules::position::Position;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use server::library::MenRecord;
use sqlx::PgConnection;

use crate::explorer;
use crate::figures::{median, quantile};
use crate::machine::{Database, Machine, Server};
use crate::played::draw_turn;
use crate::visitor::{Connection, Look, Player};

/// Games in the small database.
const FEW: usize = 10_000;
/// Games for each player: one has twice as many, for two play.
const GAMES_EACH: usize = 10;
/// How many ways to begin there are, and how long they are.
const LINES: u64 = 2000;
const LINE_PLIES: usize = 16;
/// How many whole games there are, and how long they are.
const PLAYOUTS: u64 = 1000;
const PLAYOUT_PLIES: usize = 60;
/// How often a page is asked for: of sixty looks, three would decide what 95 % stay below.
const LOOKS: usize = 300;
/// So many pages of thirty games are the first ten thousand.
const DEEP_PAGES: usize = 334;

/// Each field alone.
const FIELDS: [&str; 33] = [
    "",
    "player={player}",
    "player=player-1",
    "player={player}&opponent={other}",
    "player={player}&seat=first",
    "player={player}&outcome=won",
    "variant=duck",
    "variant=three-check-duck",
    "result=1-0",
    "result=1/2-1/2",
    "result=*",
    "ending=resigned",
    "ending=fifty-moves",
    "rated=no",
    "rating-from=2100",
    "from=2026-10-01&to=2026-10-07",
    "length-from=155",
    "analysis=yes",
    "turns={turns}",
    "fen={fen}",
    "fen={deep}",
    "material=KQRRBBNNPPPPPPPP-KQRRBBNNPPPPPPPP",
    "material={men}",
    "pieces=White+Ke1,+Black+Ke8",
    "pieces=White+Ke1,+Black+Ke8&length-from=155",
    "pieces={pieces}",
    "pieces=White+Ke1,+Black+Ke8&sort=longest",
    "tag=endgame",
    "tag=rare",
    "note=knight",
    "note=word{word}",
    "words=good+luck",
    "words=word{word}",
];

/// And several together, some of which find nothing.
const COMBINATIONS: [&str; 35] = [
    "variant=duck&result=1-0",
    "variant=three-check-duck&result=1/2-1/2",
    "variant=duck&ending=third-check",
    "result=1/2-1/2&ending=king-captured",
    "result=0-1&ending=fowled&variant=duck&rated=yes",
    "ending=fowled&analysis=yes",
    "variant=three-check-duck&ending=fifty-moves&rated=no",
    "player={player}&result=1-0",
    "player=player-1&ending=fifty-moves",
    "player=player-1&variant=three-check-duck&rated=no&rating-from=2000",
    "player=player-1&opponent=player-2",
    "player=player-1&outcome=lost&variant=three-check-duck&sort=rating",
    "player={player}&turns={turns}",
    "rating-from=1500&rating-to=1600&length-from=100&length-to=110",
    "rating-from=2100&variant=three-check-duck&result=0-1",
    "turns={turns}&result=1-0&rated=yes",
    "fen={fen}&rated=yes&ending=fifty-moves",
    "fen={deep}&result=1-0",
    "analysis=yes&sort=rating",
    "variant=duck&result=1/2-1/2&sort=longest",
    "ending=called-off&sort=shortest",
    "material={men}&result=1/2-1/2&ending=fifty-moves",
    "material={men}&player=player-1",
    "material={men}&sort=rating",
    "pieces={pieces}&result=1/2-1/2",
    "pieces={pieces}&player=player-1",
    "pieces={pieces}&sort=longest",
    "pieces={pieces}&sort=rating",
    "pieces={pieces}&fen={fen}",
    "tag=endgame&variant=duck&result=1-0",
    "tag=endgame&sort=longest",
    "words=good+luck&player={player}",
    "words=good+luck&sort=longest",
    "words=good+luck&note=knight&sort=oldest",
    "words=word{word}&tag=endgame&rated=yes",
];

/// Other pages that are asked of the same tables.
const PAGES: [&str; 7] = [
    "/watch",
    "/watch?order=pace",
    "/watch?order=looks",
    "/players",
    "/players/{player}",
    "/players/player-1",
    // One who has played nearly every third game.
    "/players/player-2",
];

/// Prints `library.first` and the like: of the slowest search, what 95 % of its pages stay below. With `only`, of the searches that contain one of
/// these, and nothing else.
pub async fn measure(machine: &Machine, many: usize, plies: usize, only: &[&str]) -> anyhow::Result<()> {
    let small = Site::new(machine, FEW, plies).await?;
    let large = Site::new(machine, many, plies).await?;
    large.print_sizes().await?;
    let (few, many) = (machine.serve(&small.database).await?, machine.serve(&large.database).await?);
    let (mut worst, mut ratios) = ([0.0_f64; 2], Vec::new());
    let is_measured = |search: &str| only.is_empty() || only.iter().any(|part| search.contains(part));
    let searches = FIELDS.into_iter().chain(COMBINATIONS).enumerate();
    for (number, search) in searches.filter(|(_, search)| is_measured(search)) {
        let before = small.times(&few, number, search).await?;
        let after = large.times(&many, number, search).await?;
        eprintln!(
            "library: {search:?}: first {:.1} ms, deep {:.1} ms; of few {:.1} and {:.1}",
            after[0], after[1], before[0], before[1]
        );
        for page in 0..2 {
            worst[page] = worst[page].max(after[page]);
        }
        ratios.push(after[0] / before[0]);
    }
    if only.is_empty() {
        explorer::measure([&small, &large], [&few, &many]).await?;
    }
    for (number, page) in PAGES.into_iter().enumerate().filter(|_| only.is_empty()) {
        let mut lot = StdRng::seed_from_u64(number as u64);
        let before = small.times_of(&few, || small.filled(page, &mut lot)).await?;
        let after = large.times_of(&many, || large.filled(page, &mut lot)).await?;
        println!("library.page_{number}_95 = {after:.1} ms ({page}; of few {before:.1} ms)");
    }
    println!("library.first_95 = {:.1} ms", worst[0]);
    println!("library.after_10000_95 = {:.1} ms", worst[1]);
    println!("library.growth_median = {:.2} times slower", median(ratios.clone()));
    println!("library.growth_worst = {:.2} times slower", quantile(&ratios, 1.0));
    few.stop().await?;
    many.stop().await
}

/// A database with so many games.
pub struct Site {
    database: Database,
    players: usize,
    lines: Vec<Line>,
    playouts: Vec<Playout>,
}

/// A whole game by lot, for what stands where: as many games have it as there are of each.
struct Playout(Vec<Position>);

impl Playout {
    fn by_lot(number: u64) -> anyhow::Result<Self> {
        let mut lot = StdRng::seed_from_u64(number);
        let mut positions = vec![Position::start(Variant::Duck)];
        while positions.len() <= PLAYOUT_PLIES {
            let position = &positions[positions.len() - 1];
            let Some(turn) = draw_turn(position, &mut lot) else { break };
            positions.push(position.play(position.read_turn(&turn)?));
        }
        Ok(Self(positions))
    }

    /// Some of the men that stood on the board together, as they are typed.
    fn pieces(&self, lot: &mut StdRng) -> String {
        let fen = self.0[lot.random_range(0..self.0.len())].fen();
        let mut men = Vec::new();
        for (rank, row) in (1..=8).rev().zip(fen.split([' ', '/'])) {
            let mut file = b'a';
            for c in row.chars() {
                if let Some(empty) = c.to_digit(10) {
                    file += empty as u8;
                    continue;
                }
                let square = format!("{}{rank}", char::from(file));
                men.push(match c {
                    '*' => format!("duck {square}"),
                    'A'..='Z' => format!("White {c}{square}"),
                    _ => format!("Black {}{square}", c.to_ascii_uppercase()),
                });
                file += 1;
            }
        }
        let wanted = lot.random_range(1..=4);
        men.sample(lot, wanted).map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

/// A way to begin.
struct Line {
    variant: Variant,
    opening: String,
    positions: Vec<Position>,
    /// A turn that a few of its games went on with, and the position after it.
    rare: (String, Position),
}

impl Line {
    /// One by lot: the first of the legal turns are played more often than the others.
    fn by_lot(number: u64) -> Self {
        let mut lot = StdRng::seed_from_u64(number);
        let variant = if number.is_multiple_of(5) { Variant::ThreeCheckDuck } else { Variant::Duck };
        let start = Position::start(variant);
        let mut line =
            Self { variant, opening: String::new(), positions: vec![start.clone()], rare: (String::new(), start) };
        for ply in 0..=LINE_PLIES {
            let position = &line.positions[line.positions.len() - 1];
            let skewed: f64 = lot.random::<f64>().powi(6);
            let chosen = (skewed * position.count_turns() as f64) as usize;
            let (mut number, mut turn) = (0, None::<Turn>);
            position.for_each_turn(|legal| {
                if number == chosen {
                    turn = Some(legal);
                }
                number += 1;
            });
            let Some(turn) = turn.filter(|&turn| position.play(turn).result().is_none()) else { break };
            let after = position.play(turn);
            if ply == LINE_PLIES {
                line.rare = (position.write_turn(turn), after);
                break;
            }
            line.opening += &format!("{} ", position.write_turn(turn));
            line.positions.push(after);
        }
        line
    }
}

impl Site {
    /// That of an earlier run, or a new one.
    async fn new(machine: &Machine, games: usize, plies: usize) -> anyhow::Result<Self> {
        let lines: Vec<_> = (1..=LINES).map(Line::by_lot).collect();
        let playouts = (0..PLAYOUTS).map(Playout::by_lot).collect::<anyhow::Result<Vec<_>>>()?;
        let players = games / GAMES_EACH;
        let name = format!("library_{games}_{plies}");
        let fill = async |database: &Database| {
            let began = Instant::now();
            let mut connection = database.connect().await?;
            write_size(&mut connection, [games, players, lines.len(), plies]).await?;
            write_lines(&mut connection, &lines).await?;
            write_playouts(&mut connection, &playouts).await?;
            // The script is ours and takes its parameters from a table.
            for script in [include_str!("library.sql"), include_str!("explorer.sql"), "vacuum analyze", "checkpoint"] {
                sqlx::raw_sql(script).execute(&mut connection).await?;
            }
            eprintln!("library: {games} games, made in {:.0} s", began.elapsed().as_secs_f64());
            Ok(sqlx::Connection::close(connection).await?)
        };
        let database = machine.filled(&name, fill).await?;
        let mut connection = database.connect().await?;
        // Of kept data: the one who looks was logged in long ago, and the site has not been away meanwhile.
        let kept = "update sessions set created_at = now(), expires_at = now() + interval '1 day';
            delete from heartbeat; delete from outages";
        sqlx::raw_sql(kept).execute(&mut connection).await?;
        // In memory, as on a site that has run for a while.
        let read = "create extension if not exists pg_prewarm;
            select sum(pg_prewarm(oid)) from pg_class where relkind in ('r', 'i') and (relname like any (array['library%', 'explorer%', 'games%',
                'game_seats%', 'game_tags%', 'game_audience%', 'players%', 'ratings%', 'rating_changes%']))";
        sqlx::raw_sql(read).execute(&mut connection).await?;
        sqlx::Connection::close(connection).await?;
        let began = Instant::now();
        let blocks = server::library::SETS.drain(&database.pool(1)).await?;
        eprintln!("library: {blocks} blocks of games put into sets in {:.0} s", began.elapsed().as_secs_f64());
        let in_sets: i64 = sqlx::query_scalar("select count(*) from library_men_games")
            .fetch_one(&mut database.connect().await?)
            .await?;
        ensure!(in_sets as usize > games / 2, "only {in_sets} of {games} games are in sets");
        Ok(Self { database, players, lines, playouts })
    }

    /// How much room the search takes.
    async fn print_sizes(&self) -> anyhow::Result<()> {
        let rows: Vec<(String, i64)> = sqlx::query_as(
            "select relname::text, pg_relation_size(oid) from pg_class
            where (relname like 'library%' or relname like 'explorer%') and relkind in ('r', 'i') and pg_relation_size(oid) > 1000000 order by 2 desc",
        )
        .fetch_all(&mut self.database.connect().await?)
        .await?;
        for (name, bytes) in rows {
            println!("library.size_{name} = {} MB", bytes / 1_000_000);
        }
        Ok(())
    }

    /// Of a search, what 95 % of the looks at its first page stay below, and at the page after ten thousand results, or its last.
    async fn times(&self, server: &Server, number: usize, search: &str) -> anyhow::Result<[f64; 2]> {
        let mut lot = StdRng::seed_from_u64(number as u64);
        let mut connection = Connection::open(server.address).await?;
        let mut deep = self.address(search, &mut lot);
        for _ in 0..DEEP_PAGES {
            let look = Look { player: Player(1), path: deep.clone() };
            let Some(page) = connection.try_get(&look).await? else { break };
            match next_of(&String::from_utf8_lossy(&page)) {
                Some(next) => deep = next,
                None => break,
            }
        }
        let first = self.times_of(server, || self.address(search, &mut lot)).await?;
        Ok([first, self.times_of(server, || deep.clone()).await?])
    }

    /// What 95 % of the looks at a page stay below, in milliseconds. Prints how many were refused because they would take too long.
    pub async fn times_of(&self, server: &Server, mut path: impl FnMut() -> String) -> anyhow::Result<f64> {
        let mut connection = Connection::open(server.address).await?;
        let (mut times, mut given_up) = (Vec::new(), 0);
        for _ in 0..LOOKS {
            let look = Look { player: Player(1), path: path() };
            let began = Instant::now();
            given_up += usize::from(connection.try_get(&look).await?.is_none());
            times.push(began.elapsed().as_secs_f64() * 1000.0);
        }
        if given_up > 0 {
            eprintln!("library: {given_up} of {LOOKS} looks would have taken too long");
        }
        Ok(quantile(&times, 0.95))
    }

    /// The address of a search, with what it leaves to the lot.
    fn address(&self, search: &str, lot: &mut StdRng) -> String {
        format!("/games?{}", self.filled(search, lot))
    }

    /// A text with what it leaves to the lot.
    pub fn filled(&self, text: &str, lot: &mut StdRng) -> String {
        let encode = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let line = &self.lines[(lot.random::<f64>().powi(3) * (self.lines.len() - 1) as f64) as usize];
        let turns: Vec<&str> = line.opening.split(' ').take(lot.random_range(1..6)).collect();
        let fen = |ply: usize| encode(&line.positions[ply.min(line.positions.len() - 1)].fen());
        let mut player = || format!("player-{}", lot.random_range(1..=self.players));
        let text = text.replace("{player}", &player()).replace("{other}", &player());
        let text = text.replace("{turns}", &encode(&turns.join(" "))).replace("{variant}", line.variant.key());
        let text = text
            .replace("{line}", &encode(&line.opening))
            .replace("{rare}", &encode(&format!("{}{}", line.opening, line.rare.0)));
        // As library.sql makes them: the fewer men, the rarer.
        let men = |lot: &mut StdRng| format!("K{}", &"QRRBBNNPPPPPPPP"[..lot.random_range(2..15)]);
        let text = text.replace("{men}", &format!("{}-{}", men(lot), men(lot)));
        let playout = &self.playouts[lot.random_range(0..self.playouts.len())];
        let text = text.replace("{pieces}", &encode(&playout.pieces(lot)));
        let text = text.replace("{word}", &lot.random_range(0..1000).to_string());
        text.replace("{fen}", &fen(2)).replace("{deep}", &fen(14))
    }
}

/// Writes how many games, players, lines and positions of a game there are to be.
async fn write_size(connection: &mut PgConnection, size: [usize; 4]) -> anyhow::Result<()> {
    sqlx::raw_sql("create table library_size (games bigint, players bigint, lines bigint, plies bigint)")
        .execute(&mut *connection)
        .await?;
    let [games, players, lines, plies] = size.map(|count| count as i64);
    sqlx::query("insert into library_size values ($1, $2, $3, $4)")
        .bind(games)
        .bind(players)
        .bind(lines)
        .bind(plies)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

async fn write_lines(connection: &mut PgConnection, lines: &[Line]) -> anyhow::Result<()> {
    sqlx::raw_sql("create table lines (number integer primary key, variant text, opening text, fen text, keys bigint[], rare bigint)")
        .execute(&mut *connection)
        .await?;
    for (number, line) in (1_i32..).zip(lines) {
        let keys: Vec<i64> = line.positions.iter().map(|position| position.key().cast_signed()).collect();
        sqlx::query("insert into lines values ($1, $2, $3, $4, $5, $6)")
            .bind(number)
            .bind(line.variant.key())
            .bind(&line.opening)
            .bind(line.positions.last().map(Position::fen))
            .bind(keys)
            .bind(line.rare.1.key().cast_signed())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn write_playouts(connection: &mut PgConnection, playouts: &[Playout]) -> anyhow::Result<()> {
    sqlx::raw_sql(
        "create table playouts (number integer primary key, men smallint[], positions integer, standing bit varying)",
    )
    .execute(&mut *connection)
    .await?;
    for (number, playout) in (0_i32..).zip(playouts) {
        let record = MenRecord::of(&playout.0);
        sqlx::query("insert into playouts values ($1, $2, $3, $4::text::bit varying)")
            .bind(number)
            .bind(record.men)
            .bind(record.positions)
            .bind(record.standing)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// The address of the next page.
fn next_of(page: &str) -> Option<String> {
    let (before, _) = page.split_once("\">More</a>")?;
    Some(before.rsplit_once("href=\"")?.1.replace("&amp;", "&").replace("&#38;", "&"))
}
