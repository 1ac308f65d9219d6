//! The load: pairs of players who play game after game with each other.

use std::sync::Arc;

use domain::correspondence::setup::GameSetup;
use domain::correspondence::time_control::TimeControl;
use domain::rules::seat::BySeat;
use domain::rules::variant::Variant;
use jiff::SignedDuration;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use server::accounts::{Player, PlayerId, PlayerName};
use server::consequences::SiteConsequences;
use server::games::Games;
use server::platform::database::Pool;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::absences::Absences;
use super::computers::{self, Extent};
use super::ledger::Ledger;
use super::scripted_player::{Person, ScriptedPlayer};
use super::site::Site;
use crate::story::{Browser, days, seconds, sign_in, sign_up};

const NAMES: [&str; 6] = ["kwik", "kwek", "kwak", "dagobert", "donald", "katrien"];
/// Who plays whom: everybody in three games at the same time.
const PAIRS: [[usize; 2]; 9] = [[0, 1], [2, 3], [4, 5], [3, 0], [5, 2], [1, 4], [0, 5], [1, 2], [3, 4]];

/// How many games are spent going out and back again, until a draw can be claimed.
const SHUFFLED: f64 = 0.2;

/// So long a game waits for its first round.
const FIRST_ROUND: SignedDuration = days(14);
/// How soon a forgotten game is overdue.
const SOON: SignedDuration = seconds(1);

/// Everybody who plays.
pub struct Load {
    pub people: Vec<Person>,
    pub ledger: Ledger,
    pub absences: Absences,
    pairs: JoinSet<()>,
    rest: CancellationToken,
}

impl Load {
    /// Players sign up, their addresses are confirmed, and they begin to play.
    pub async fn begin(
        pool: &Pool,
        windows: impl Fn(&str) -> [Browser; 2],
        computers: Option<Extent>,
        chance: &mut StdRng,
    ) -> Self {
        let now = server::platform::now::Now::system().get();
        let mut people = Vec::new();
        let solitary = computers.map(|_| computers::NAMES).into_iter().flatten();
        for name in NAMES.into_iter().chain(solitary) {
            sign_up(pool, name, now).await;
            let windows = windows(&sign_in(pool, name, now).await);
            people.push(Person { name: name.to_owned(), windows });
        }
        let confirmed =
            "update players set email_confirmed_at = created_at where id not in (select player_id from computers)";
        sqlx::query(confirmed).execute(pool).await.unwrap();
        let solitary = people.split_off(NAMES.len());
        let (ledger, absences) = (Ledger::default(), Absences::default());
        let mut load = Self { people, ledger, absences, pairs: JoinSet::new(), rest: CancellationToken::new() };
        for (which, person) in load.people.iter().enumerate() {
            let chance = StdRng::seed_from_u64(chance.random());
            // The first two forget games: the calendar could not end these while they are on leave.
            let absent = load.absences.clone().come_and_go(person.clone(), which > 1, chance, load.rest.clone());
            load.pairs.spawn(absent);
        }
        for pair in PAIRS {
            let pair = pair.map(|which| load.people[which].clone());
            let chance = StdRng::seed_from_u64(chance.random());
            load.pairs.spawn(play_on(pair, load.ledger.clone(), chance, load.rest.clone()));
        }
        for (extent, person) in computers.iter().flat_map(|extent| solitary.iter().map(move |person| (extent, person)))
        {
            extent.begin(person, &load.ledger, chance, &load.rest, &mut load.pairs);
        }
        load
    }

    /// Two players begin a game and forget it: in a moment the calendar ends it. It began long ago.
    pub async fn forgets_a_game(&self, site: &Site) {
        let begun_at = server::platform::now::Now::system().get() - FIRST_ROUND + SOON;
        let (variant, time_control) = (Variant::Duck, TimeControl::STANDARD);
        let setup = GameSetup { variant, time_control, rated: true, public: false, start: None, begun_at };
        let mut transaction = site.pool.begin().await.unwrap();
        let players: Vec<(i64, String)> =
            sqlx::query_as("select id, name from players where name in ('kwik', 'kwek') order by id")
                .fetch_all(&mut *transaction)
                .await
                .unwrap();
        let players = BySeat::new(variant.seating(), |seat| {
            let (id, name) = &players[seat.index()];
            Player { id: PlayerId(*id), name: PlayerName::stored(name.clone()) }
        });
        Games::new(site.pool.clone(), Arc::new(SiteConsequences))
            .begin(&mut transaction, setup, players)
            .await
            .unwrap();
        transaction.commit().await.unwrap();
    }

    /// Withdraws challenges whose challengers got no response and made another, dated a day ago, so that nobody reaches
    /// the limits on challenges.
    pub async fn clears_the_lobby(&self, site: &Site) {
        let withdrawn = "update challenges set state = 'withdrawn', answered_at = created_at,
                created_at = created_at - interval '1 day'
            where state = 'open' and created_at < now() - interval '1 minute'";
        sqlx::query(withdrawn).execute(&site.pool).await.unwrap();
    }

    /// Lets everybody finish what they have begun to send.
    pub async fn ends(&mut self) {
        self.rest.cancel();
        while let Some(ended) = self.pairs.join_next().await {
            ended.unwrap();
        }
    }

    /// Nobody has stopped because something was not as it should be.
    pub fn goes_on(&mut self) {
        if let Some(ended) = self.pairs.try_join_next() {
            ended.unwrap();
        }
    }
}

async fn play_on(pair: [Person; 2], ledger: Ledger, mut chance: StdRng, rest: CancellationToken) {
    while !rest.is_cancelled() {
        let Some(game) = begin_game(&pair, &mut chance, &rest).await else { continue };
        let shuffles = chance.random_bool(SHUFFLED);
        let mut scripted_player =
            |seat: usize| ScriptedPlayer::new(&pair[seat], &game, seat, &ledger, &mut chance).who_shuffles(shuffles);
        let (white, black) = (scripted_player(0), scripted_player(1));
        tokio::join!(white.plays(rest.clone()), black.plays(rest.clone()));
    }
}

/// The one challenges, the other accepts. A challenge that was accepted without an answer has become a game that nobody
/// plays: then they begin another.
async fn begin_game(pair: &[Person; 2], chance: &mut StdRng, rest: &CancellationToken) -> Option<String> {
    let [white, black] = pair;
    let terms =
        [("opponent", &*black.name), ("variant", "duck"), ("clock", "standard"), ("seat", "first"), ("rated", "yes")];
    let challenge = white.insists("/challenges/new", &terms, chance, rest).await?;
    let accept = format!("{}/accept", challenge.leads_to());
    let accepted = black.insists(&accept, &[], chance, rest).await?;
    (accepted.status == 303).then(|| accepted.leads_to().trim_start_matches("/games/").to_owned())
}
