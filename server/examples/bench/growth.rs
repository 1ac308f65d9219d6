//! How much slower turns and pages get from a thousand games to a million: the same requests on two databases that
//! differ only in the number of games and players. A player has the same number of games in both.
//!
//! The small one is recreated for each measurement, because a few hundred turns would make its games longer than the
//! others.

use std::sync::Arc;
use std::time::Instant;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use server::consequences::SiteConsequences;
use server::games::{Games, sweeper};
use server::platform::now::Now;
use server::ratings;

use crate::crowd;
use crate::figures::median;
use crate::machine::{Database, Machine, Server};
use crate::played::{Course, Played};
use crate::stock::{Stock, Stocked};
use crate::visitor::{Look, Player};

/// Games in the small database.
const FEW: usize = 1000;
/// Games for each player: one has twice as many, for two play.
const GAMES_EACH: usize = 50;
/// Games that were played by lot: a prime, so that every player meets all kinds.
const PLAYED: usize = 1999;
/// Turns made in each running game that is chosen.
const TURNS_EACH: usize = 2;
/// Lists that are looked at.
const LISTS: usize = 500;
/// Lists that are looked at before, unmeasured: on a site that has run for a day the processes of PostgreSQL have mapped the memory
/// that they share, and their first look at each page of it is as slow as a second one from the disk's cache.
const LISTS_BEFORE: usize = 5000;
/// How often all is looked for that games do by themselves.
const SWEEPS: usize = 200;

/// Prints `server.growth_ratio` and what it is made of.
pub async fn measure(machine: &Machine, many: usize, plies: usize, repeats: usize) -> anyhow::Result<()> {
    let began = Instant::now();
    let large = Site::new(machine, "large", many, plies).await?;
    let bytes: i64 =
        sqlx::query_scalar("select pg_database_size('large')").fetch_one(&mut large.database.connect().await?).await?;
    eprintln!("growth: {many} games, {} MB, made in {:.0} s", bytes / 1_000_000, began.elapsed().as_secs_f64());
    let mut slower: [Vec<f64>; 4] = Default::default();
    for repeat in 0..repeats {
        let small = Site::new(machine, &format!("small_{repeat}"), FEW, plies).await?;
        let (few, many) = (small.visit(machine, repeat).await?, large.visit(machine, repeat).await?);
        eprintln!("growth: turns, pages, lists, sweeps a second: {few:.0?}, then {many:.0?}");
        for (slower, (few, many)) in slower.iter_mut().zip(few.into_iter().zip(many)) {
            slower.push(few / many);
        }
    }
    let [turns, pages, lists, sweeps] = slower.map(median);
    println!("server.growth_ratio = {:.3} times slower", turns.max(pages));
    println!("server.growth_turns = {turns:.3} times slower");
    println!("server.growth_pages = {pages:.3} times slower");
    println!("server.growth_lists = {lists:.3} times slower");
    println!("server.growth_sweeps = {sweeps:.3} times slower");
    Ok(())
}

/// A database with so many games.
struct Site {
    database: Database,
    stock: Stock,
}

impl Site {
    async fn new(machine: &Machine, name: &str, games: usize, plies: usize) -> anyhow::Result<Self> {
        let database = machine.database(name).await?;
        let now = Now::system().get();
        let played = (0..PLAYED.min(games)).map(|number| Played::by_lot(number as u64, course(number, plies), now));
        let played = played.collect::<anyhow::Result<_>>()?;
        let stock = Stock::fill(&database, played, games, games / GAMES_EACH).await?;
        Ok(Self { database, stock })
    }

    /// Turns, pages, lists and sweeps a second, of games all over the database.
    async fn visit(&self, machine: &Machine, repeat: usize) -> anyhow::Result<[f64; 4]> {
        let mut lot = StdRng::seed_from_u64(repeat as u64);
        let games = self.draw(&mut lot);
        let server = machine.serve(&self.database).await?;
        // Some unmeasured, for what only the first requests need.
        let (first, games) = games.split_at(FEW / 10);
        self.play(&server, first).await?;
        crowd::look(&server, crowd::shared([self.pages(first), self.lists(LISTS_BEFORE, &mut lot)].concat())).await?;
        let turns = self.play(&server, games).await?;
        let pages = crowd::look(&server, crowd::shared(self.pages(games))).await?;
        let lists = crowd::look(&server, crowd::shared(self.lists(LISTS, &mut lot))).await?;
        server.stop().await?;
        Ok([turns, pages, lists, self.sweep().await?])
    }

    /// What a server looks for by itself each second, where there is nothing to do.
    async fn sweep(&self) -> anyhow::Result<f64> {
        let pool = self.database.pool(1);
        let (games, now) = (Games::new(pool.clone(), Arc::new(SiteConsequences)), Now::system());
        let began = Instant::now();
        for _ in 0..SWEEPS {
            sweeper::sweep(&games, now.get()).await?;
            sweeper::note_outages(&games, &now).await?;
            sweeper::rewrite_rows(&games).await?;
            ratings::QUEUE.drain(&pool).await?;
        }
        let passed = began.elapsed();
        pool.close();
        Ok(SWEEPS as f64 / passed.as_secs_f64())
    }

    /// As many games as the small database has, in any order.
    fn draw(&self, lot: &mut StdRng) -> Vec<usize> {
        let mut drawn: Vec<usize> = (0..FEW).collect();
        // Of each thousandth part of the database one.
        let share = self.stock.games / FEW;
        for (part, game) in drawn.iter_mut().enumerate() {
            *game = part * share + lot.random_range(0..share);
        }
        for last in (1..drawn.len()).rev() {
            drawn.swap(last, lot.random_range(0..=last));
        }
        drawn
    }

    /// The next turns in those of the games that go on: in each one, then in each the other.
    async fn play(&self, server: &Server, games: &[usize]) -> anyhow::Result<f64> {
        let running = games.iter().map(|&game| self.stock.game(game)).filter(|game| !game.is_over()).collect();
        let turns = crowd::shared(running).into_iter().map(|games| {
            let turns = (0..TURNS_EACH).flat_map(|made| games.iter().map(move |game| game.turn_after(made)));
            turns.collect::<anyhow::Result<Vec<_>>>()
        });
        crowd::post(server, turns.collect::<anyhow::Result<_>>()?).await
    }

    /// The pages of the games, seen by the one and then by the other of their players.
    fn pages(&self, games: &[usize]) -> Vec<Look> {
        let seats = (0..2).flat_map(|seat| games.iter().map(move |&game| (seat, game)));
        let look = |(seat, game)| {
            let game: Stocked<'_> = self.stock.game(game);
            game.look(game.players[seat])
        };
        seats.map(look).collect()
    }

    /// The lists of some players' games.
    fn lists(&self, count: usize, lot: &mut StdRng) -> Vec<Look> {
        let look = |player| Look { player: Player(player), path: "/games/mine".to_owned() };
        (0..count).map(|_| look(lot.random_range(1..=self.stock.players))).collect()
    }
}

/// Up to so many turns, half of that on average; three games of five are over.
fn course(number: usize, max_plies: usize) -> Course {
    Course { plies: number * 7 % (max_plies + 1), resigned: number % 5 < 3, to_come: TURNS_EACH }
}
