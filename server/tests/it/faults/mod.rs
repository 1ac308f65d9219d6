//! Servers, workers and PostgreSQL killed with `kill -9`, again and again, while people play. Afterwards every request
//! that was answered is in the log, once; every game folds, and its row says the same; every email that is owed was
//! sent or waits; every computer has moved, every analysis ended, and a file of games is in its collection, each once.
//!
//! As a test three blows are struck. `script/bench faults` strikes all of them in ever new orders for the minutes in
//! `MALLARD_FAULT_MINUTES`, and shows the figures: it is the same story, so that there is one of it, and one build.

mod absences;
mod computers;
pub mod figures;
mod imports;
pub mod ledger;
pub mod load;
pub mod log;
mod scripted_player;
pub mod site;

use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use computers::{Extent, Outcome};
use figures::Figures;
use imports::Import;
use load::Load;
use site::{BLOWS, Site, Victim, wait};

/// What the players do and what is killed in which order depends on it; the instants do not.
const SEED: u64 = 7;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_and_nothing_done_twice_whatever_is_killed() {
    let minutes = std::env::var("MALLARD_FAULT_MINUTES").ok().map(|minutes| minutes.parse::<u64>().unwrap());
    let chance = &mut StdRng::seed_from_u64(SEED);
    let mut figures = Figures::new();
    let mut site = Site::start().await;
    let mut load =
        Load::begin(&site.pool, |token| site.windows(token), Some(Extent::new(minutes.is_some())), chance).await;
    let import = Import::begin(&load.people[0], minutes.is_some()).await;
    match minutes {
        None => blows(&BLOWS[..3], &mut site, &mut load, &mut figures, chance).await,
        Some(minutes) => {
            let until = Instant::now() + Duration::from_secs(60 * minutes);
            while Instant::now() < until {
                let mut order = BLOWS;
                order.shuffle(chance);
                blows(&order, &mut site, &mut load, &mut figures, chance).await;
            }
        }
    }
    load.ends().await;
    computers::all_is_done(&site).await;
    all_is_dealt_with(&site).await;
    figures.import(&import.outcome(&site).await);
    figures.close(&site, &load.ledger, &Outcome::read(&site.pool).await).await;
    figures.absences(&site.pool, &load.absences).await;
    figures.print();
    assert!(figures.complaints.is_empty(), "{:#?}", figures.complaints);
}

/// One blow after the other. After each the servers come back by themselves, and all games are as they have to be: at
/// once, for what comes later may hide it.
async fn blows(blows: &[&[Victim]], site: &mut Site, load: &mut Load, figures: &mut Figures, chance: &mut StdRng) {
    for blow in blows {
        some_are_answered(load, chance).await;
        load.clears_the_lobby(site).await;
        load.forgets_a_game(site).await;
        site.take(blow, chance).await;
        site.has_recovered(&load.people[0].windows).await;
        figures.audit(&site.pool, &load.ledger, &log::lately(&site.pool).await).await;
    }
}

/// Waits until play has continued, so that there is always something to lose.
async fn some_are_answered(load: &mut Load, chance: &mut StdRng) {
    let begun = Instant::now();
    let enough = load.ledger.answered() + chance.random_range(15..45);
    while load.ledger.answered() < enough {
        load.goes_on();
        wait(begun, "requests are answered").await;
    }
}

/// Waits until the servers have sent every due email, recorded all leave, rated every game, and ended overdue ones.
async fn all_is_dealt_with(site: &Site) {
    let begun = Instant::now();
    let left = "select (select count(*) from letters where due_at < now() + interval '30 s')
        + (select count(*) from game_leave_words) + (select count(*) from ratings_due) + (select count(*) from games where deadline < now())";
    while sqlx::query_scalar::<_, i64>(left).fetch_one(&site.pool).await.unwrap() > 0 {
        wait(begun, "emails are sent, and games updated, rated and ended").await;
    }
}
