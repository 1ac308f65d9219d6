//! Players who send one turn after another through HAProxy, and each of them again until it is answered.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use axum::body::{Body, to_bytes};
use axum::http::{StatusCode, header};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::COURSE;
use crate::stock::Stock;
use crate::visitor::{Connection, Post};

/// Games that are played at the same time.
const AT_ONCE: usize = 16;
/// Between two turns of a game, in milliseconds.
const THINKING: std::ops::Range<u64> = 0..300;
/// Before a turn is sent again, in milliseconds: less than `Retry-After` asks for, so that it is known when it is answered.
const AGAIN: std::ops::Range<u64> = 50..250;
/// Longer than a server takes for any request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(40);
const MAX_PAGE: usize = 32 * 1024 * 1024;

/// What was sent, and how it was answered.
pub struct Sent {
    pub stock: Stock,
    /// By number of the game: how many turns were sent, and of those how many answered, from the first on.
    games: Mutex<Vec<(usize, usize)>>,
    /// When turns were answered.
    answered_at: Mutex<Vec<Instant>>,
    again: AtomicUsize,
    unavailable: AtomicUsize,
    cut: AtomicUsize,
    odd: Mutex<Vec<String>>,
}

/// People playing.
pub struct Play {
    sent: Arc<Sent>,
    players: JoinSet<anyhow::Result<()>>,
    rest: Arc<AtomicBool>,
}

fn lock<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Play {
    pub fn begin(address: SocketAddr, stock: Stock) -> Self {
        let sent = Arc::new(Sent {
            games: Mutex::new(vec![(0, 0); stock.games]),
            stock,
            answered_at: Mutex::default(),
            again: AtomicUsize::default(),
            unavailable: AtomicUsize::default(),
            cut: AtomicUsize::default(),
            odd: Mutex::default(),
        });
        let rest = Arc::new(AtomicBool::new(false));
        let players = (0..AT_ONCE).map(|first| {
            let (sent, rest) = (sent.clone(), rest.clone());
            async move {
                Table { address, connection: None, sent, rest, chance: StdRng::seed_from_u64(first as u64) }
                    .play(first)
                    .await
            }
        });
        Self { players: players.collect(), sent, rest }
    }

    /// Waits until so many more turns have been answered.
    pub async fn goes_on(&self, turns: usize, limit: Duration) -> anyhow::Result<()> {
        let enough = self.answered() + turns;
        let answered = async {
            while self.answered() < enough {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(limit, answered).await.with_context(|| format!("no {turns} turns were answered in {limit:?}"))
    }

    fn answered(&self) -> usize {
        lock(&self.sent.answered_at).len()
    }

    /// The longest time from an instant on in which no turn was answered.
    pub fn longest_silence(&self, from: Instant) -> Duration {
        let answered_at = lock(&self.sent.answered_at);
        let mut last = from;
        let mut longest = Duration::ZERO;
        for &at in answered_at.iter().filter(|&&at| at >= from) {
            longest = longest.max(at - last);
            last = at;
        }
        longest
    }

    /// Lets everybody finish what they have begun to send.
    pub async fn end(mut self) -> anyhow::Result<Arc<Sent>> {
        self.rest.store(true, Ordering::Relaxed);
        while let Some(ended) = self.players.join_next().await {
            ended??;
        }
        Ok(self.sent)
    }
}

impl Sent {
    /// The games that were begun: their numbers, how many turns were sent, and how many answered.
    pub fn games(&self) -> Vec<(usize, usize, usize)> {
        let games = lock(&self.games);
        let numbered = games.iter().enumerate().map(|(number, &(sent, answered))| (number, sent, answered));
        numbered.filter(|&(_, sent, _)| sent > 0).collect()
    }

    /// Answers that were neither a 303 nor a 503 with `Retry-After`.
    pub fn odd(&self) -> Vec<String> {
        lock(&self.odd).clone()
    }

    pub fn figures(&self) -> [(&'static str, usize, &'static str); 4] {
        let count = |it: &AtomicUsize| it.load(Ordering::Relaxed);
        [
            ("answered", lock(&self.answered_at).len(), "turns"),
            ("sent_again", count(&self.again), "requests"),
            ("unavailable", count(&self.unavailable), "answers 503"),
            ("cut", count(&self.cut), "connections"),
        ]
    }
}

/// What an attempt came to.
enum Attempt {
    Answered,
    Again,
}

/// Where one game after another is played by both of its players.
struct Table {
    address: SocketAddr,
    connection: Option<Connection>,
    sent: Arc<Sent>,
    rest: Arc<AtomicBool>,
    chance: StdRng,
}

impl Table {
    async fn play(mut self, first: usize) -> anyhow::Result<()> {
        let sent = self.sent.clone();
        for number in (first..sent.stock.games).step_by(AT_ONCE) {
            let game = sent.stock.game(number);
            for turn in 0..COURSE.to_come {
                if self.rest.load(Ordering::Relaxed) {
                    return Ok(());
                }
                sleep(Duration::from_millis(self.chance.random_range(THINKING))).await;
                let mut post = game.turn_after(turn)?;
                post.form = format!("{}&message={}", post.form, mark(number, turn));
                lock(&sent.games)[number].0 = turn + 1;
                self.insist(&post).await?;
                lock(&sent.games)[number].1 = turn + 1;
                lock(&sent.answered_at).push(Instant::now());
            }
        }
        bail!("there are too few games")
    }

    /// Sends a turn until it is answered.
    async fn insist(&mut self, post: &Post) -> anyhow::Result<()> {
        while let Attempt::Again = self.attempt(post).await {
            self.sent.again.fetch_add(1, Ordering::Relaxed);
            sleep(Duration::from_millis(self.chance.random_range(AGAIN))).await;
        }
        Ok(())
    }

    async fn attempt(&mut self, post: &Post) -> Attempt {
        let answer = timeout(REQUEST_TIMEOUT, self.send(post)).await;
        let Ok(Ok((status, has_retry_after))) = answer else {
            self.connection = None;
            self.sent.cut.fetch_add(1, Ordering::Relaxed);
            return Attempt::Again;
        };
        match status {
            StatusCode::SEE_OTHER => Attempt::Answered,
            StatusCode::SERVICE_UNAVAILABLE if has_retry_after => {
                self.sent.unavailable.fetch_add(1, Ordering::Relaxed);
                Attempt::Again
            }
            // A proxy's word for a server that died over the request.
            StatusCode::BAD_GATEWAY => {
                self.sent.cut.fetch_add(1, Ordering::Relaxed);
                Attempt::Again
            }
            status => {
                lock(&self.sent.odd).push(format!("{status} for {} {}", post.path, post.form));
                // Nothing that is repeated makes this better.
                if status.is_client_error() { Attempt::Answered } else { Attempt::Again }
            }
        }
    }

    async fn send(&mut self, post: &Post) -> anyhow::Result<(StatusCode, bool)> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(Connection::open(self.address).await?),
        };
        let answer = connection.send_form(post).await?;
        let (status, has_retry_after) = (answer.status(), answer.headers().contains_key(header::RETRY_AFTER));
        to_bytes(Body::new(answer.into_body()), MAX_PAGE).await?;
        Ok((status, has_retry_after))
    }
}

/// The message that goes with a turn, like no other.
pub fn mark(number: usize, turn: usize) -> String {
    format!("{number}-{turn}")
}
