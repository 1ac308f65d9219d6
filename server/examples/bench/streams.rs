//! The server's memory per open event stream, and how soon a turn reaches all of them.

use std::net::SocketAddr;
use std::time::Instant;

use anyhow::Context;
use axum::body::{Body, BodyDataStream};
use futures_util::StreamExt;
use server::platform::now::Now;
use tokio::task::JoinSet;

use crate::machine::Machine;
use crate::played::{Course, Played};
use crate::stock::Stock;
use crate::visitor::{Connection, Look, Player};

/// Streams that are opened at the same time: no more than a busy minute has.
const AT_ONCE: usize = 100;
const COURSE: Course = Course { plies: 0, resigned: false, to_come: 1 };

/// Streams of one player: fewer than they may have.
const EACH: usize = 25;

/// Prints `server.stream_bytes`, and how soon a turn reaches this many streams.
pub async fn measure(machine: &Machine, count: usize) -> anyhow::Result<()> {
    let database = machine.database("streams").await?;
    let stock =
        Stock::fill(&database, vec![Played::by_lot(0, COURSE, Now::system().get())?], 1, count.div_ceil(EACH).max(2))
            .await?;
    let game = stock.game(0);
    let live =
        |number: usize| Look { player: Player(1 + number % stock.players), path: format!("/games/{}/live", game.id) };
    let server = machine.serve(&database).await?;
    // What the first requests need once is not a stream's cost.
    drop(open(server.address, &live, AT_ONCE).await?);

    let before = server.resident_bytes()?;
    let began = Instant::now();
    let streams = open(server.address, &live, count).await?;
    let opened = began.elapsed();
    let after = server.resident_bytes()?;
    println!("server.stream_bytes = {} bytes", after.saturating_sub(before) / count as u64);
    println!("server.streams_opened = {:.0} streams/s", count as f64 / opened.as_secs_f64());

    let began = Instant::now();
    Connection::open(server.address).await?.post(&game.turn_after(0)?).await?;
    let mut waiting = JoinSet::new();
    for mut stream in streams {
        waiting.spawn(async move { stream.read_until("\"game\":1").await.map(|()| stream) });
    }
    let heard: Vec<_> = waiting.join_all().await.into_iter().collect::<anyhow::Result<_>>()?;
    println!("server.streams_heard = {} streams", heard.len());
    println!("server.streams_heard_after = {:.0} ms", began.elapsed().as_secs_f64() * 1000.0);
    server.stop().await
}

/// An open stream, and the connection it holds.
pub struct OpenStream {
    messages: BodyDataStream,
    _connection: Connection,
}

impl OpenStream {
    /// Opens a stream, and reads its first message.
    pub async fn begin(address: SocketAddr, live: &Look) -> anyhow::Result<Self> {
        let mut connection = Connection::open(address).await?;
        let messages = Body::new(connection.begin(live).await?.into_body()).into_data_stream();
        let mut stream = Self { messages, _connection: connection };
        stream.read_until("data: ").await?;
        Ok(stream)
    }

    /// Reads until something is said.
    pub async fn read_until(&mut self, words: &str) -> anyhow::Result<()> {
        let mut heard = String::new();
        while !heard.contains(words) {
            let said = self.messages.next().await.with_context(|| format!("the stream ended: {heard}"))??;
            heard.push_str(&String::from_utf8_lossy(&said));
        }
        Ok(())
    }
}

/// Opens this many streams, and reads the first message of each.
async fn open(address: SocketAddr, live: impl Fn(usize) -> Look, count: usize) -> anyhow::Result<Vec<OpenStream>> {
    let mut open = Vec::with_capacity(count);
    while open.len() < count {
        let mut opening = JoinSet::new();
        for number in open.len()..count.min(open.len() + AT_ONCE) {
            let live = live(number);
            opening.spawn(async move { OpenStream::begin(address, &live).await });
        }
        open.extend(opening.join_all().await.into_iter().collect::<anyhow::Result<Vec<_>>>()?);
    }
    Ok(open)
}
