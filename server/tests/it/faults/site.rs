//! Two servers on one PostgreSQL with durable commits, a mail server, and the faults injected into them.

use std::fs::OpenOptions;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, seq::IndexedRandom};
use server::platform::database::Pool;
use server::platform::database::private::PrivatePostgres;
use tempfile::TempDir;

use crate::startup::process::{Mallard, command, postgres, send, try_send};
use crate::story::{Browser, MailServer, own_engine};

/// The address that emails name. Browsers go to the servers themselves.
pub const PUBLIC_HOST: &str = "mallard.example";
/// Far longer than anything here takes.
const TIMEOUT: Duration = Duration::from_secs(90);
/// How long something stays down at most, in milliseconds.
const DOWN: u64 = 1200;
/// How long the mail server takes over an email: time enough to be killed in.
const POST: Duration = Duration::from_millis(250);

/// What is killed, in this order, each with `kill -9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victim {
    Server(usize),
    /// The worker that a server has started, if it has one at the moment. The server starts it again.
    Worker(usize),
    Postgres,
    /// A process of PostgreSQL that answers a server: the others of its kind then end too, and it recovers.
    Backend,
}

/// The combinations of things that are killed, each at a random moment.
pub const BLOWS: [&[Victim]; 6] = [
    &[Victim::Server(0), Victim::Server(1), Victim::Postgres],
    &[Victim::Worker(0), Victim::Backend, Victim::Worker(1)],
    &[Victim::Postgres, Victim::Server(1)],
    &[Victim::Server(0), Victim::Worker(1)],
    &[Victim::Server(1), Victim::Postgres, Victim::Postgres],
    &[Victim::Postgres],
];

pub struct Site {
    folder: TempDir,
    postgres: PrivatePostgres,
    database_url: String,
    /// The harness's own connections.
    pub pool: Pool,
    pub mail_server: MailServer,
    servers: [Option<Mallard>; 2],
    addresses: [String; 2],
    /// When something was killed.
    pub kills: Vec<Instant>,
    /// How many workers were killed.
    pub worker_kills: usize,
}

impl Site {
    /// As it is set up for players, but for the mail server.
    pub async fn start() -> Self {
        own_engine();
        let folder = tempfile::tempdir().unwrap();
        let postgres = PrivatePostgres::start(folder.path()).await.unwrap();
        let mut site = Self {
            database_url: postgres.url(),
            pool: Pool::new(postgres.options(), 10),
            postgres,
            folder,
            mail_server: MailServer::open().await,
            servers: [None, None],
            addresses: ["0", "0"].map(|port| format!("127.0.0.1:{port}")),
            kills: Vec::new(),
            worker_kills: 0,
        };
        site.mail_server.takes(POST);
        site.start_again().await;
        for setting in ["fsync", "synchronous_commit", "full_page_writes"] {
            let is: String =
                sqlx::query_scalar("select current_setting($1)").bind(setting).fetch_one(&site.pool).await.unwrap();
            assert_eq!(is, "on", "{setting}");
        }
        site
    }

    /// Windows of a new player on both servers.
    pub fn windows(&self, token: &str) -> [Browser; 2] {
        self.addresses.each_ref().map(|address| {
            let browser = Browser::at(address.clone());
            browser.keep_cookie("mallard", token);
            browser
        })
    }

    /// Kills, and starts again what stays down by itself, each at some moment. PostgreSQL's keeper starts it at once.
    pub async fn take(&mut self, blow: &[Victim], chance: &mut StdRng) {
        for victim in blow {
            pause(chance, DOWN / 3).await;
            match *victim {
                Victim::Server(which) => {
                    if let Some(server) = self.servers[which].take() {
                        self.kills.push(Instant::now());
                        server.kill();
                    }
                }
                Victim::Worker(which) => self.kill_worker(which),
                Victim::Postgres => self.kill_postgres().await,
                Victim::Backend => self.kill_backend(chance).await,
            }
        }
        pause(chance, DOWN).await;
        self.start_again().await;
    }

    fn kill_worker(&mut self, which: usize) {
        let worker = self.servers[which].as_ref().and_then(Mallard::worker);
        if worker.is_some_and(|process| try_send("-KILL", process)) {
            self.worker_kills += 1;
        }
    }

    /// Perhaps one that is recovering from the blow before.
    async fn kill_postgres(&mut self) {
        let begun = Instant::now();
        let process = loop {
            match postgres(self.folder.path()).filter(|&process| self.is_postgres(process)) {
                Some(process) => break process,
                None => wait(begun, "PostgreSQL runs again").await,
            }
        };
        self.kills.push(Instant::now());
        send("-KILL", process);
    }

    /// Whether the note of the process is not one of a start before. A postmaster works in the folder of its files.
    fn is_postgres(&self, process: u32) -> bool {
        let folder = std::fs::read_link(format!("/proc/{process}/cwd"));
        folder.is_ok_and(|folder| folder == self.folder.path().join("postgres/cluster"))
    }

    async fn kill_backend(&mut self, chance: &mut StdRng) {
        let begun = Instant::now();
        loop {
            let backends: Vec<i32> = sqlx::query_scalar(
                "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
            )
            .fetch_all(&self.pool)
            .await
            .unwrap();
            self.kills.push(Instant::now());
            if backends.choose(chance).is_some_and(|process| try_send("-KILL", process.cast_unsigned())) {
                return;
            }
            self.kills.pop();
            wait(begun, "somebody is connected").await;
        }
    }

    /// Starts the servers that are down, as a supervisor would: again if they give up because the database is not up
    /// yet.
    async fn start_again(&mut self) {
        let begun = Instant::now();
        for which in [0, 1] {
            while self.servers[which].is_none() {
                match self.start_server(which) {
                    Some(server) => {
                        self.addresses[which] = server.address().to_owned();
                        self.servers[which] = Some(server);
                    }
                    None => wait(begun, "the server starts").await,
                }
            }
        }
    }

    /// At the address it had before, if it had one.
    fn start_server(&self, which: usize) -> Option<Mallard> {
        let log = self.folder.path().join(format!("server-{which}.log"));
        let log = OpenOptions::new().create(true).append(true).open(log).unwrap();
        let port = self.addresses[which].rsplit(':').next().unwrap();
        let mut command = command(self.folder.path());
        command.env("PORT", port).env("DATABASE_URL", &self.database_url).env("SMTP_URL", self.mail_server.url());
        command.env_remove("NO_WORKER").env_remove("ENGINES").env("ENGINE_NICENESS", "0").env("NO_IDLE_WORK", "true");
        command.env("PUBLIC_URL", format!("http://{PUBLIC_HOST}")).stderr(log);
        tokio::task::block_in_place(|| Mallard::try_run(&mut command))
    }

    /// Waits until both servers answer and receive each other's announcements, without intervention.
    pub async fn has_recovered(&mut self, browsers: &[Browser; 2]) {
        let begun = Instant::now();
        for browser in browsers {
            while !browser.try_get("/healthz").await.is_ok_and(|answer| answer.status == 200)
                || browser.tries_to_listen("/live").await.is_err()
            {
                wait(begun, "a server answers and listens").await;
            }
        }
        // A connection from before the fault may answer once more, and then break.
        self.pool = Pool::new(self.postgres.options(), 10);
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.folder.disable_cleanup(true);
            println!("the data and the servers' logs are kept in {}", self.folder.path().display());
        }
    }
}

/// At most so many milliseconds.
pub async fn pause(chance: &mut StdRng, at_most: u64) {
    tokio::time::sleep(Duration::from_millis(chance.random_range(0..=at_most))).await;
}

/// One more look, if it has not been too long.
#[track_caller]
pub fn wait(begun: Instant, what: &str) -> impl Future<Output = ()> + use<> {
    assert!(begun.elapsed() < TIMEOUT, "still not so: {what}");
    tokio::time::sleep(Duration::from_millis(20))
}
