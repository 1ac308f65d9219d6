//! People play through HAProxy while every part of a highly available set-up is killed, cut off or replaced in turn.
//! Afterwards every turn that was answered is in the log, once, and every row says what its log says.
//!
//! The parts are those of `script/cluster`, in a temporary folder: PostgreSQL with its durable settings, and the disk.

mod audit;
mod cluster;
mod faults;
mod players;

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::ensure;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use server::platform::now::Now;
use tokio::time::sleep;

use crate::figures::median;
use crate::machine::Database;
use crate::played::{Course, Played};
use crate::stock::Stock;
use cluster::Cluster;
use faults::FAULTS;
use players::Play;

/// A game goes no further: the next one is begun.
const COURSE: Course = Course { plies: 0, resigned: false, to_come: 40 };
const PLAYED: u64 = 61;
const PLAYERS: usize = 200;
/// More games than are begun in a minute.
const GAMES_A_MINUTE: usize = 200;
/// Turns between a recovery and the next fault.
const TURNS_BETWEEN: usize = 60;
/// Longer than any recovery takes.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Prints `ha.lost` and the others. `seed` decides what is done in which order and for how long; when it is noticed, it does not.
pub async fn measure(program: &Path, minutes: u64, seed: u64) -> anyhow::Result<()> {
    let cluster = Cluster::prepare(program)?;
    // The parts would outlive this program.
    let measured = tokio::select! {
        measured = play_on(&cluster, minutes, seed) => measured,
        _ = tokio::signal::ctrl_c() => Err(anyhow::anyhow!("interrupted")),
    };
    cluster.end(measured.is_ok()).await;
    measured
}

async fn play_on(cluster: &Cluster, minutes: u64, seed: u64) -> anyhow::Result<()> {
    println!("ha.seed = {seed} as MALLARD_HA_SEED");
    cluster.run(&["up"]).await?;
    let stock = fill(cluster, minutes).await?;
    let play = Play::begin(cluster.address, stock);
    let until = Instant::now() + Duration::from_secs(60 * minutes);
    let chance = &mut StdRng::seed_from_u64(seed);
    let mut away = Vec::new();
    let mut order = FAULTS;
    'all: loop {
        order.shuffle(chance);
        for fault in order {
            play.goes_on(TURNS_BETWEEN, TIMEOUT).await?;
            if Instant::now() >= until {
                break 'all;
            }
            let began = Instant::now();
            fault.strike(cluster, chance).await?;
            cluster.run(&["up"]).await?;
            play.goes_on(TURNS_BETWEEN, TIMEOUT).await?;
            let silence = play.longest_silence(began).as_secs_f64();
            eprintln!(
                "{fault:?}: {silence:.1} s without a turn, whole again after {:.0} s",
                began.elapsed().as_secs_f64()
            );
            away.push(silence);
            sleep(Duration::from_millis(chance.random_range(0..1000))).await;
        }
    }
    let sent = play.end().await?;
    let found = audit::compare(&Database::at(&cluster.superuser_url().await?)?, &sent).await?;
    for (name, count, unit) in found.figures() {
        println!("ha.{name} = {count} {unit}");
    }
    println!("ha.away_s_worst = {:.1} s", away.iter().copied().fold(0.0, f64::max));
    println!("ha.faults = {} faults", away.len());
    println!("ha.away_s_median = {:.1} s", median(away));
    for (name, count, unit) in sent.figures() {
        println!("ha.{name} = {count} {unit}");
    }
    ensure!(found.complaints.is_empty(), "{:#?}", found.complaints);
    Ok(())
}

async fn fill(cluster: &Cluster, minutes: u64) -> anyhow::Result<Stock> {
    let database = Database::at(&cluster.superuser_url().await?)?;
    let now = Now::system().get();
    let played = (0..PLAYED).map(|number| Played::by_lot(number, COURSE, now)).collect::<anyhow::Result<_>>()?;
    let games = GAMES_A_MINUTE * (usize::try_from(minutes)? + 2);
    Stock::fill(&database, played, games, PLAYERS).await
}
