//! Games with computer players, and analyses of those that are over, while workers die as well.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use server::platform::database::Pool;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::ledger::Ledger;
use super::scripted_player::{Person, ScriptedPlayer};
use super::site::{Site, pause, wait};

/// Who plays computers, and nobody else.
pub const NAMES: [&str; 4] = ["zwartje", "lijsje", "mina", "trijn"];

/// How many games each of them plays at the same time, if the story is played for minutes; and otherwise.
const GAMES: usize = 5;
const FEW_GAMES: usize = 1;

/// How many games the computer is asked about altogether; and otherwise.
const ANALYSES: usize = 20;
const FEW_ANALYSES: usize = 2;

/// After so many turns of theirs a player resigns, so that games end that can be asked about.
const LONGEST: usize = 12;

/// How long a player waits who was refused a game.
const REFUSED: u64 = 2000;

/// What there is to be seen to.
#[derive(Clone, Copy)]
pub struct Extent {
    /// How many games each player plays at the same time.
    pub games: usize,
    /// How many games the computer is asked about by each of them.
    pub analyses: usize,
}

impl Extent {
    /// As a test, or for minutes.
    pub fn new(is_long: bool) -> Self {
        let (games, analyses) = if is_long { (GAMES, ANALYSES) } else { (FEW_GAMES, FEW_ANALYSES) };
        Self { games, analyses: analyses.div_ceil(NAMES.len()) }
    }

    /// The games begin.
    pub fn begin(
        self,
        person: &Person,
        ledger: &Ledger,
        chance: &mut StdRng,
        rest: &CancellationToken,
        pairs: &mut JoinSet<()>,
    ) {
        for number in 0..self.games {
            // The first of them asks about its games until enough have been asked about.
            let analyses = if number == 0 { self.analyses } else { 0 };
            let chance = StdRng::seed_from_u64(chance.random());
            pairs.spawn(play_on(person.clone(), ledger.clone(), analyses, chance, rest.clone()));
        }
    }
}

/// Plays game after game with the weakest computer, and asks about so many of them.
async fn play_on(person: Person, ledger: Ledger, mut analyses: usize, mut chance: StdRng, rest: CancellationToken) {
    while !rest.is_cancelled() {
        let form = [("variant", "duck"), ("level", "1")];
        let Some(answer) = person.insists("/play", &form, &mut chance, &rest).await else { return };
        if answer.status != 303 {
            pause(&mut chance, REFUSED).await;
            continue;
        }
        let game = answer.leads_to().trim_start_matches("/games/");
        ScriptedPlayer::new(&person, game, 0, &ledger, &mut chance)
            .who_resigns_after(LONGEST)
            .plays(rest.clone())
            .await;
        if analyses > 0 {
            let path = format!("/games/{game}/computer");
            let asked = person.insists(&path, &[], &mut chance, &rest).await;
            analyses -= usize::from(asked.is_some_and(|answer| answer.status == 303));
        }
    }
}

/// Waits until the computers have made all their turns, and all that was asked about has been looked at.
pub async fn all_is_done(site: &Site) {
    let (mut begun, mut left) = (Instant::now(), u64::MAX);
    loop {
        let now_left = undone(&site.pool).await;
        if now_left == 0 {
            return;
        }
        if now_left != left {
            (begun, left) = (Instant::now(), now_left);
        }
        wait(begun, "computers move, and analyses end").await;
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// How many turns and positions are still owed.
async fn undone(pool: &Pool) -> u64 {
    let turns = "select count(*) from games where player_to_move in (select player_id from computers)";
    let positions = "select coalesce(sum(positions - (select count(*) from evaluated_plies p where p.game_id = e.game_id)), 0)::bigint
        from game_evaluations e where ended_at is null";
    let mut left: i64 = 0;
    for what in [turns, positions, "select count(*) from jobs"] {
        left += sqlx::query_scalar::<_, i64>(what).fetch_one(pool).await.unwrap();
    }
    left.unsigned_abs()
}

/// What became of it all.
pub struct Outcome {
    /// Turns that computers made.
    pub turns: usize,
    /// Games that were looked at to the end.
    pub analyses: usize,
    /// Games that were given up, or whose positions were not each written once.
    pub incomplete: BTreeSet<String>,
    /// Everybody who is a computer.
    pub players: BTreeSet<i64>,
}

impl Outcome {
    /// When everything is done.
    pub async fn read(pool: &Pool) -> Self {
        let turns: i64 = sqlx::query_scalar(
            "select coalesce(sum(ply / 2), 0) from games where id in
                (select game_id from game_seats where player_id in (select player_id from computers))",
        )
        .fetch_one(pool)
        .await
        .unwrap();
        let analyses: Vec<(String, bool)> = sqlx::query_as(
            "select game_id, failure is null and ended_at is not null
                and positions = (select count(*) from evaluated_plies p where p.game_id = e.game_id) from game_evaluations e",
        )
        .fetch_all(pool)
        .await
        .unwrap();
        let players: Vec<i64> = sqlx::query_scalar("select player_id from computers").fetch_all(pool).await.unwrap();
        Self {
            turns: usize::try_from(turns).unwrap(),
            analyses: analyses.iter().filter(|(_, is_complete)| *is_complete).count(),
            incomplete: analyses.into_iter().filter(|(_, is_complete)| !is_complete).map(|(game, _)| game).collect(),
            players: players.into_iter().collect(),
        }
    }
}
