//! One visitor who sends as fast as they can, beside eight players: how much slower the players' turns and pages get, and what the
//! flood is answered. The flood comes from an address of its own, 127.0.0.2, for which the limits of a stranger hold.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use argon2::{Argon2, PasswordHasher};
use axum::body::{Body, to_bytes};
use axum::http::StatusCode;
use server::preferences::{BoardDesign, PieceSet};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::figures::median;
use crate::machine::Machine;
use crate::pace::{COURSE, GAMES, PLAYERS, Pace};
use crate::visitor::{Connection, Look, Player, Post, connect_from};

/// Where the flood comes from.
const FLOOD: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
/// Where the players come from: for them there are no limits, as they play faster than people do.
const PLAYERS_FROM: (&str, &str) = ("UNLIMITED_FROM", "127.0.0.1");

/// How long the flood has its way before anything is measured: what is allowed at once is used up by then.
const BEFORE: Duration = Duration::from_secs(2);
/// The flood is spread over the second in which a refused connection is left waiting: else all of it would come at the same
/// instants, and a measurement would see either all of it or nothing. Each measurement takes longer than that.
const SPREAD: Duration = Duration::from_secs(1);

/// What a part of the flood sends again and again, and how many connections it does that on.
const PARTS: [(Part, usize); 6] = [
    (Part::Pages, 24),
    (Part::SignIns, 24),
    (Part::Pictures, 24),
    (Part::Kibitz, 24),
    (Part::Streams, 160),
    (Part::HalfRequests, 128),
];

#[derive(Clone, Copy, Debug)]
enum Part {
    Pages,
    SignIns,
    Pictures,
    Kibitz,
    Streams,
    HalfRequests,
}

/// Prints `server.flood_turns_slower` and `server.flood_pages_slower`, and what the flood was answered.
pub async fn measure(machine: &Machine, pairs: usize) -> anyhow::Result<()> {
    let database = machine.database("flood").await?;
    let stock = Pace::stock(&database, (pairs + 1) * 2).await?;
    // The last game is the one that the flood is about: one that anybody may write about.
    let target = stock.game(stock.games - 1).id;
    let mut connection = database.connect().await?;
    sqlx::query("update games set setup = setup || '{\"public\": true}' where id = $1")
        .bind(&target)
        .execute(&mut connection)
        .await?;
    // Guesses at a password take as long as they do.
    let hash = Argon2::default().hash_password(b"seven quiet ducks")?.to_string();
    sqlx::query("update players set password_hash = $1").bind(hash).execute(&mut connection).await?;
    let server = machine.serve_with(&database, &[PLAYERS_FROM]).await?;
    let (mut turns, mut pages, mut refused, mut sent) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for pair in 0..=pairs {
        let first = pair * 2 * GAMES;
        let quiet = Pace::measure(&server, &stock, first).await?;
        let flood = Flood::begin(server.address, &target);
        sleep(BEFORE).await;
        flood.answers.forget();
        let began = Instant::now();
        let flooded = Pace::measure(&server, &stock, first + GAMES).await?;
        let seconds = began.elapsed().as_secs_f64();
        let [done, refusals] = flood.answers.so_far();
        flood.end().await;
        // The first is for what only the first requests need.
        if pair > 0 {
            eprintln!(
                "flood: {:.0} turns/s, {:.0} without; {:.0} pages/s, {:.0} without; {done} done, {refusals} refused or cut",
                flooded.turns, quiet.turns, flooded.pages, quiet.pages
            );
            turns.push((quiet.turns / flooded.turns - 1.0) * 100.0);
            pages.push((quiet.pages / flooded.pages - 1.0) * 100.0);
            refused.push(refusals as f64 / (done + refusals).max(1) as f64 * 100.0);
            sent.push((done + refusals) as f64 / seconds);
        }
    }
    println!("server.flood_turns_slower = {:.1} %", median(turns));
    println!("server.flood_pages_slower = {:.1} %", median(pages));
    println!("server.flood_refused = {:.1} % of what it sent", median(refused));
    println!("server.flood_sent = {:.0} requests/s", median(sent));
    server.stop().await
}

/// What the flood was answered so far.
#[derive(Default)]
struct Answers {
    done: AtomicU64,
    refused: AtomicU64,
}

impl Answers {
    fn count(&self, status: Option<StatusCode>) {
        let is_refused = matches!(status, None | Some(StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE));
        if is_refused { &self.refused } else { &self.done }.fetch_add(1, Ordering::Relaxed);
    }

    fn forget(&self) {
        self.done.store(0, Ordering::Relaxed);
        self.refused.store(0, Ordering::Relaxed);
    }

    fn so_far(&self) -> [u64; 2] {
        [&self.done, &self.refused].map(|count| count.load(Ordering::Relaxed))
    }
}

/// A flood that goes on until it is ended.
struct Flood {
    answers: Arc<Answers>,
    senders: JoinSet<()>,
}

impl Flood {
    fn begin(server: SocketAddr, target: &str) -> Self {
        let answers = Arc::<Answers>::default();
        let mut senders = JoinSet::new();
        for (part, connections) in PARTS {
            for number in 0..connections {
                let sender = Sender { server, target: target.to_owned(), answers: answers.clone(), number };
                let delay = SPREAD * number as u32 / connections as u32;
                senders.spawn(async move {
                    sleep(delay).await;
                    sender.send(part).await;
                });
            }
        }
        Self { answers, senders }
    }

    async fn end(mut self) {
        self.senders.shutdown().await;
    }
}

/// One connection of the flood after the other.
struct Sender {
    server: SocketAddr,
    target: String,
    answers: Arc<Answers>,
    number: usize,
}

impl Sender {
    async fn send(self, part: Part) {
        for round in 0.. {
            // A connection that is refused or cut is no end of the flood.
            let ended = match part {
                Part::HalfRequests => self.half_request().await,
                _ => self.requests(part, round).await,
            };
            if ended.is_err() {
                self.answers.count(None);
            }
        }
    }

    /// Sends requests on a connection as long as it lasts.
    async fn requests(&self, part: Part, round: usize) -> anyhow::Result<()> {
        let mut connection = Connection::open_from(FLOOD, self.server).await?;
        for request in 0.. {
            let answer = match part {
                Part::SignIns => connection.send_form(&self.sign_in()).await?,
                Part::Kibitz => connection.send_form(&self.kibitz(round + request)).await?,
                _ => connection.ask(&self.look(part, round + request)).await?,
            };
            self.answers.count(Some(answer.status()));
            to_bytes(Body::new(answer.into_body()), usize::MAX).await?;
        }
        Ok(())
    }

    /// Begins a request and never ends it: until the server closes the connection.
    async fn half_request(&self) -> anyhow::Result<()> {
        let mut stream = connect_from(FLOOD, self.server).await?;
        stream.write_all(b"GET /lobby HTTP/1.1\r\nhost: mallard\r\nx-and-so-on: ").await?;
        stream.read_to_end(&mut Vec::new()).await?;
        self.answers.count(None);
        Ok(())
    }

    fn look(&self, part: Part, request: usize) -> Look {
        let (game, player) = (&self.target, Player(PLAYERS));
        let path = match part {
            Part::Streams => format!("/games/{game}/live"),
            Part::Pictures => {
                let pieces = PieceSet::ALL[request % PieceSet::ALL.len()].key();
                let board = BoardDesign::ALL[request % BoardDesign::ALL.len()].key();
                format!("/games/{game}.gif?ply={}&pieces={pieces}&board={board}", self.number % COURSE.plies + 1)
            }
            _ => format!("/games/{game}"),
        };
        Look { player, path }
    }

    fn sign_in(&self) -> Post {
        let form = format!("name=player-{}&password=guess", 1 + self.number);
        Post { player: Player(PLAYERS), path: "/login".to_owned(), form }
    }

    fn kibitz(&self, request: usize) -> Post {
        let form = format!("ply=0&kibitz=Message+{request}+of+{}", self.number);
        Post { player: Player(PLAYERS), path: format!("/games/{}/kibitz", self.target), form }
    }
}
