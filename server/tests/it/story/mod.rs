//! The vocabulary of the tests: a server on its own database, reached over TCP like any other; browsers; and a time
//! that stands still until it is set.

mod browser;
mod engine;
mod mail_server;
mod page;
mod stream;
mod table;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use argon2::{Argon2, PasswordHasher};
use axum_extra::extract::CookieJar;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use server::accounts::{Client, guests};
use server::games::sweeper;
use server::own_data;
use server::platform::config::{Config, LogFormat};
use server::platform::connections::{self, Limits};
use server::platform::database::Pool;
use server::platform::database::replica::{Patience, Replica};
use server::platform::now::Now;
use server::puzzles;
use server::routes::router;
use server::run::app;
use server::state::{App, Parts};
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use sqlx::postgres::PgConnectOptions;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

pub use browser::{Answer, Browser, encoded};
pub use engine::{engine_that, own_engine};
pub use mail_server::{MailServer, Misbehaviour, Received};
pub use page::{Form, Page};
pub use stream::{Listening, TIMEOUT};
pub use table::{Player, Table, WHOLE_GAME, challenge, quiet_turn, turns_of};

/// Monday, 2 March 2026, at noon.
const MONDAY: Timestamp = Timestamp::constant(1_772_452_800, 0);

/// The password of everybody who did not choose one.
pub const PASSWORD: &str = "seven quiet ducks";

/// How many counts of players' games are not what counting them says.
const COUNTED_ASTRAY: [&str; 2] = [
    "with counted as (
        select player_id, variant, seats, side, result, ending, count(*) from library_games where not is_running group by 1, 2, 3, 4, 5, 6
    ), kept as (
        select player_id, variant, seats, side, result, ending, games from library_totals where games <> 0
    )
    select count(*) from ((table counted except table kept) union all (table kept except table counted)) astray",
    "with counted as (
        select player_id, date_trunc('month', at at time zone 'UTC')::date, count(*) from library_games where not is_running group by 1, 2
    ), kept as (
        select player_id, month, games from library_months where games <> 0
    )
    select count(*) from ((table counted except table kept) union all (table kept except table counted)) astray",
];

pub const fn hours(hours: i64) -> SignedDuration {
    SignedDuration::from_hours(hours)
}

pub const fn days(days: i64) -> SignedDuration {
    hours(24 * days)
}

pub const fn seconds(seconds: i64) -> SignedDuration {
    SignedDuration::from_secs(seconds)
}

/// The pool of a server for the database of a test. It is closed when the test is over, so that the database can be dropped.
pub fn servers_pool(of_test: PgPool) -> Pool {
    let pool = Pool::new(PgConnectOptions::clone(&of_test.connect_options()), 10);
    let closed = pool.clone();
    tokio::spawn(async move {
        of_test.close_event().await;
        closed.close();
    });
    pool
}

/// A server, its database and its time.
pub struct TestApp {
    app: App,
    address: SocketAddr,
    stop: CancellationToken,
    served: JoinHandle<()>,
}

impl TestApp {
    /// A server on an empty database, on Monday, 2 March 2026, at noon.
    pub async fn new(pool: PgPool) -> Self {
        Self::set_up(pool, |_| {}).await
    }

    /// The same with other settings.
    pub async fn set_up(pool: PgPool, set: impl FnOnce(&mut Config)) -> Self {
        Self::serve(servers_pool(pool), Now::standing_at(MONDAY), set).await
    }

    /// A server with other settings, and other limits of connections.
    pub async fn limited(pool: PgPool, set: impl FnOnce(&mut Config), limit: impl FnOnce(&mut Limits)) -> Self {
        Self::start((servers_pool(pool), None), Now::standing_at(MONDAY), set, limit).await
    }

    /// A server that listens, and that reads from a replica too, which is in use.
    pub async fn reading_from(pool: PgPool, replica_url: &str, patience: Patience) -> Self {
        let pool = servers_pool(pool);
        let replica = Replica::open(replica_url, &pool, 10, patience).await.unwrap();
        let app = Self::start((pool, Some(replica)), Now::standing_at(MONDAY), |_| {}, |_| {}).await;
        let primary = app.app.pool.connect_options().clone();
        tokio::spawn(app.replica().clone().run(primary, app.stop.clone()));
        app.until_replica_is_in_use(true).await;
        app.listening().await
    }

    /// Waits until the replica is in use, or is left out.
    pub async fn until_replica_is_in_use(&self, in_use: bool) {
        let becomes = async {
            while self.replica().is_in_use() != in_use {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(TIMEOUT, becomes).await.unwrap_or_else(|_| panic!("the replica is never in use = {in_use}"));
    }

    fn replica(&self) -> &Replica {
        self.app.replica.as_ref().unwrap()
    }

    /// One more server on the same database. The two share nothing else, not even the time.
    pub async fn beside(&self) -> Self {
        self.beside_set_up(|_| {}).await
    }

    /// The same with other settings.
    pub async fn beside_set_up(&self, set: impl FnOnce(&mut Config)) -> Self {
        Self::serve(self.app.pool.clone(), Now::standing_at(self.now()), set).await
    }

    async fn serve(pool: Pool, now: Now, set: impl FnOnce(&mut Config)) -> Self {
        Self::start((pool, None), now, set, |_| {}).await
    }

    async fn start(
        (pool, replica): (Pool, Option<Replica>),
        now: Now,
        set: impl FnOnce(&mut Config),
        limit: impl FnOnce(&mut Limits),
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut config = config(address);
        set(&mut config);
        let app = app(config, pool, now).unwrap().with_replica(replica);
        let mut limits = Limits::new(&app.config);
        limit(&mut limits);
        let stop = CancellationToken::new();
        let served = tokio::spawn(connections::serve(listener, router(&app).unwrap(), limits, stop.clone()));
        Self { app, address, stop, served }
    }

    /// Makes its connections refuse what writes, as a standby does.
    pub async fn is_led_to_a_standby(&self) {
        let mut connections = Vec::new();
        while self.app.pool.idle() > 0 {
            let mut connection = self.app.pool.acquire().await.unwrap();
            sqlx::raw_sql("set default_transaction_read_only = on").execute(&mut *connection).await.unwrap();
            connections.push(connection);
        }
        assert!(!connections.is_empty());
    }

    /// The server, once it listens for announcements.
    pub async fn listening(self) -> Self {
        tokio::spawn(self.app.hub.clone().run(self.app.pool.clone(), self.stop.clone()));
        timeout(TIMEOUT, self.app.hub.until_listening()).await.expect("the server does not listen");
        self
    }

    /// Lets the server stop, which answers what it has begun.
    pub async fn stops(self) {
        self.stop.cancel();
        timeout(Duration::from_secs(20), self.served).await.expect("something holds up the end").unwrap();
    }

    /// A browser in which nobody is signed in.
    pub fn anonymous(&self) -> Browser {
        Browser::at(self.address.to_string())
    }

    /// A browser that was at another server of the site: it has the same cookies here.
    pub fn visited_by(&self, browser: &Browser) -> Browser {
        browser.at_server(self.address.to_string())
    }

    /// A browser that was signed in, until its session ended.
    pub fn whose_session_ended(&self) -> Browser {
        let browser = self.anonymous();
        browser.keep_cookie("mallard", "a session of last year");
        browser
    }

    /// A browser of a new player, signed in. The account did not come by the form, which takes its time on purpose.
    pub async fn signed_up(&self, name: &str) -> Browser {
        sign_up(&self.app.pool, name, self.now()).await;
        self.signed_in(name).await
    }

    /// One more browser of a player.
    pub async fn signed_in(&self, name: &str) -> Browser {
        let browser = self.anonymous();
        browser.keep_cookie("mallard", &sign_in(&self.app.pool, name, self.now()).await);
        browser
    }

    /// A browser of a new guest, and what the guest is called.
    pub async fn guest(&self) -> (Browser, String) {
        let (player, jar) = self.try_guest_from([127, 0, 0, 1]).await.unwrap();
        let browser = self.anonymous();
        for cookie in jar.iter() {
            browser.keep_cookie(cookie.name(), cookie.value());
        }
        (browser, player.name.to_string())
    }

    /// A new guest from an address of the network, unless there were too many.
    pub async fn try_guest_from(
        &self,
        address: [u8; 4],
    ) -> Result<(server::accounts::Player, CookieJar), server::accounts::RateLimited> {
        let client = Client { jar: CookieJar::new(), description: String::new() };
        let Parts { pool, cookie, .. } = &*self.app;
        guests::begin(pool, *cookie, address.into(), client, self.now()).await.unwrap()
    }

    /// Two new players at a game of Duck Chess, the first as White.
    pub async fn table(&self, white: &str, black: &str) -> Table {
        let (white, black) = (self.signed_up(white).await, self.signed_up(black).await);
        Table::begin(&white, &black, &[]).await
    }

    /// The database, for what no page does.
    pub fn pool(&self) -> &Pool {
        &self.app.pool
    }

    /// The time it is.
    pub fn now(&self) -> Timestamp {
        self.app.now.get()
    }

    /// Some time later.
    pub fn pass(&self, time: SignedDuration) {
        self.app.now.set(self.now() + time);
    }

    /// How often the server has read the log of a game to show it.
    pub fn reads(&self) -> u64 {
        self.app.games.remembered().reads()
    }

    /// Runs the sweeper: returns how many games were overdue.
    pub async fn sweep(&self) -> usize {
        let decided = sweeper::sweep(&self.app.games, self.app.now.get()).await.unwrap();
        self.app.hub.notify();
        decided
    }

    /// A server writes that the site is up.
    pub async fn beat(&self) {
        sweeper::record_heartbeat(&self.app.games, self.now()).await.unwrap();
    }

    /// Lets time pass in which the site is up.
    pub async fn stays_up(&self, time: SignedDuration) {
        self.pass(time);
        self.execute("delete from heartbeat").await;
        self.beat().await;
    }

    /// All running games note the outages that there were: returns how many.
    pub async fn note_outages(&self) -> usize {
        let outages = sweeper::note_outages(&self.app.games, &self.app.now).await.unwrap();
        self.app.hub.notify();
        outages
    }

    /// Archives games that are long over: returns how many there were.
    pub async fn archive(&self) -> usize {
        sweeper::archive(&self.app.games, self.now()).await.unwrap()
    }

    /// Rewrites the rows written by an older server: returns how many there were.
    pub async fn rewrite_rows(&self) -> usize {
        sweeper::rewrite_rows(&self.app.games).await.unwrap()
    }

    /// The server counts the rated games that have ended: how many there were.
    pub async fn rate(&self) -> usize {
        let counted = server::ratings::QUEUE.drain(&self.app.pool).await.unwrap();
        self.app.hub.notify();
        counted
    }

    /// The shipped puzzles, as a server that starts puts them there.
    pub async fn loads_puzzles(&self) {
        puzzles::load_shipped(self.pool()).await.unwrap();
        self.chooses_daily_puzzles().await;
    }

    /// The day, in UTC.
    pub fn today(&self) -> jiff::civil::Date {
        self.now().to_zoned(jiff::tz::TimeZone::UTC).date()
    }

    /// The server chooses the puzzles of the days: how many it had to.
    pub async fn chooses_daily_puzzles(&self) -> usize {
        puzzles::choose_daily(self.pool(), self.now()).await.unwrap()
    }

    /// The server writes how often games were looked at: of how many.
    pub async fn writes_audience(&self) -> usize {
        self.app.audience.write(self.pool(), self.today()).await.unwrap()
    }

    /// The server takes games into the library: how many there were.
    pub async fn fill_library(&self) -> usize {
        let taken_in = server::library::QUEUE.drain(&self.app.pool).await.unwrap();
        self.assert_counts_are_right().await;
        taken_in
    }

    /// The same, where a position gets totals in the explorer once more than three games came to it.
    pub async fn fill_library_with_totals(&self) -> usize {
        let taken_in = server::library::queue::<3>().drain(&self.app.pool).await.unwrap();
        self.assert_counts_are_right().await;
        taken_in
    }

    /// What is kept of how many games players have is what counting them says.
    async fn assert_counts_are_right(&self) {
        for astray in COUNTED_ASTRAY {
            assert_eq!(self.count(astray).await, 0, "{astray}");
        }
    }

    /// The server reads the files that wait into their collections: how many parts there were.
    pub async fn read_collections(&self) -> usize {
        server::collections::QUEUE.drain(&self.app.pool).await.unwrap()
    }

    /// Writes the positions of games in collections that have none, and says how many parts there were.
    pub async fn write_positions_of_collections(&self) -> usize {
        server::collections::BACKLOG.drain(&self.app.pool).await.unwrap()
    }

    /// The same, one part alone.
    pub async fn read_part_of_collection(&self) -> usize {
        let worked = (server::collections::QUEUE.work)(&self.app.pool, &[]).await.unwrap();
        usize::from(matches!(worked, server::platform::queue::WorkResult::Done))
    }

    /// The server forgets files that did not arrive: how many there were.
    pub async fn forget_unfinished_files(&self) -> usize {
        server::collections::forget_unfinished(&self.app.pool, &self.app.now).await.unwrap()
    }

    /// Until a count comes to a number, by what goes on behind an answer.
    pub async fn until(&self, count: &'static str, number: i64) {
        let come = async {
            while self.count(count).await != number {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(TIMEOUT, come).await.unwrap_or_else(|_| panic!("{count} does not come to {number}"));
    }

    /// Goes on with deleting accounts whose time has come: how many are deleted now.
    pub async fn deletes_accounts(&self) -> usize {
        let deleted = own_data::delete_due(&self.app.games, self.now()).await.unwrap();
        self.app.hub.notify();
        deleted
    }

    /// Until a statement waits for a lock of the database.
    pub async fn until_somebody_waits(&self) {
        let waiting =
            "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        let waits = async {
            while self.count(waiting).await == 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(3 * TIMEOUT, waits).await.expect("nobody waits");
    }

    /// What is done while somebody acts in the only game, as an action does: it locks the game first, and puts it into the library's
    /// queue last. Whoever takes these two the other way round waits for it, and it for them.
    pub async fn acts_during<T>(&self, work: impl Future<Output = T>) -> T {
        let mut acting = self.app.pool.begin().await.unwrap();
        sqlx::query("select from games for no key update").execute(&mut *acting).await.unwrap();
        let acts = async {
            self.until_somebody_waits().await;
            sqlx::query("select take_into_library(id, now()) from games").execute(&mut *acting).await.unwrap();
            acting.rollback().await.unwrap();
        };
        tokio::join!(work, acts).0
    }

    /// Changes the database past the server, as a fault or the passing of years would.
    pub async fn execute(&self, sql: &'static str) {
        sqlx::query(sql).execute(&self.app.pool).await.unwrap();
    }

    /// The first number that a query of the database gives.
    pub async fn count(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&self.app.pool).await.unwrap()
    }

    /// The first instant that a query of the database gives.
    pub async fn instant(&self, sql: &'static str) -> Timestamp {
        let at: jiff_sqlx::Timestamp = sqlx::query_scalar(sql).fetch_one(&self.app.pool).await.unwrap();
        at.to_jiff()
    }

    /// The first text of every row that a query of the database gives.
    pub async fn column(&self, sql: &'static str) -> Vec<String> {
        sqlx::query_scalar(sql).fetch_all(&self.app.pool).await.unwrap()
    }
}

/// A new account, which did not come by the form.
pub async fn sign_up(pool: &Pool, name: &str, now: Timestamp) {
    sqlx::query("insert into players (name, email, password_hash, created_at) values ($1, $2, $3, $4)")
        .bind(name)
        .bind(format!("{name}@example.org"))
        .bind(hash_of_the_password())
        .bind(now.to_sqlx())
        .execute(pool)
        .await
        .unwrap();
}

/// A new session of a player: what its cookie holds.
pub async fn sign_in(pool: &Pool, name: &str, now: Timestamp) -> String {
    let token = format!("{name}, browser {}", server::platform::chance::short_id());
    let token = data_encoding::BASE64URL_NOPAD.encode(token.as_bytes());
    sqlx::query(
        "insert into sessions (token_hash, player_id, created_at, expires_at)
        select $1, id, $2, $3 from players where name = $4",
    )
    .bind(Sha256::digest(token.as_bytes()).to_vec())
    .bind(now.to_sqlx())
    .bind((now + days(180)).to_sqlx())
    .bind(name)
    .execute(pool)
    .await
    .unwrap();
    token
}

fn config(address: SocketAddr) -> Config {
    Config {
        bind: address.ip(),
        port: address.port(),
        public_url: None,
        database_url: None,
        database_replica_url: None,
        backup_folder: None,
        data: None,
        smtp_url: None,
        mail_from: None,
        static_files: PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../static")),
        pages_folder: None,
        behind_proxy: false,
        metrics_from: None,
        unlimited_from: None,
        max_connections: 10_000,
        database_connections: 10,
        engines: Vec::new(),
        engine_niceness: 0,
        no_worker: true,
        no_idle_work: false,
        stop_notice: 0,
        log_format: LogFormat::Text,
    }
}

fn hash_of_the_password() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| Argon2::default().hash_password(PASSWORD.as_bytes()).unwrap().to_string())
}
