//! Measures what an open event stream costs the server in memory, and how soon a turn is heard on all of them:
//!
//!     cargo build --release -p server --bin mallard --example streams
//!     target/release/examples/streams target/release/mallard [streams]
//!
//! It starts the server on a database that is gone afterwards, lets two players begin a game, opens the streams (5,000
//! without a number), reads the server's resident memory before and after, and then makes a turn.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context, ensure};
use jiff_sqlx::ToSqlx;
use server::database::private::PrivatePostgres;
use server::now::Now;
use sha2::{Digest, Sha256};
use sqlx::{Connection, PgConnection};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::task::JoinSet;

/// Streams that are opened at the same time: no more than a busy minute has.
const AT_ONCE: usize = 100;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let program = PathBuf::from(arguments.next().context("usage: streams <path of mallard> [streams]")?);
    let count = arguments.next().map_or(Ok(5000), |count| count.parse())?;
    let folder = tempfile::Builder::new().prefix("mallard-").tempdir()?;
    let postgres = PrivatePostgres::start(folder.path()).await?;
    let measured = measure(&program, &postgres.url(), count).await;
    postgres.stop().await;
    measured
}

async fn measure(program: &PathBuf, database: &str, count: usize) -> anyhow::Result<()> {
    let (mut server, site) = start(program, database).await?;
    let mut connection = PgConnection::connect(database).await?;
    let (ann, ben) = (site.player(&mut connection, "ann").await?, site.player(&mut connection, "ben").await?);
    let challenge = ann.post("/challenges/new", "opponent=ben&variant=duck&seat=first&clock=standard").await?;
    let game = ben.post(&format!("{challenge}/accept"), "").await?;
    let path = format!("{game}/live");
    // What the first requests need once is not a stream's cost.
    drop(open(&ben, &path, AT_ONCE).await?);

    let before = resident_bytes(&server)?;
    let began = Instant::now();
    let streams = open(&ben, &path, count).await?;
    let opened = began.elapsed();
    let after = resident_bytes(&server)?;
    println!("server.stream_bytes = {} bytes", after.saturating_sub(before) / count as u64);
    println!("server.streams_opened = {:.0} streams/s", count as f64 / opened.as_secs_f64());

    let began = Instant::now();
    ann.post(&format!("{game}/actions"), "action=move&ply=0&turn=e4%40c6").await?;
    let mut waiting = JoinSet::new();
    for mut stream in streams {
        waiting.spawn(async move { read_until(&mut stream, "\"game\":1").await.map(|()| stream) });
    }
    let heard: Vec<_> = waiting.join_all().await.into_iter().collect::<anyhow::Result<_>>()?;
    println!("server.streams_heard = {} streams", heard.len());
    println!("server.streams_heard_after = {:.0} ms", began.elapsed().as_secs_f64() * 1000.0);
    server.kill().await?;
    Ok(())
}

async fn start(program: &PathBuf, database: &str) -> anyhow::Result<(Child, Site)> {
    let mut server = Command::new(program)
        .env("DATABASE_URL", database)
        .env("RUST_LOG", "warn")
        .env("PORT", "0")
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let out = server.stdout.take().context("the server's output is not there")?;
    let first = BufReader::new(out).lines().next_line().await?.context("the server did not start")?;
    let address = first.rsplit('/').next().context("the server did not say where")?.to_owned();
    Ok((server, Site { address }))
}

/// What the process holds of the machine's memory.
fn resident_bytes(server: &Child) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id().context("the server ended")?))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("the system does not tell")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? * 1024)
}

/// Where the server is.
struct Site {
    address: String,
}

/// Somebody who is signed in.
#[derive(Clone)]
struct Visitor {
    address: String,
    token: String,
}

impl Site {
    async fn player(&self, connection: &mut PgConnection, name: &str) -> anyhow::Result<Visitor> {
        let (token, now) = (format!("token-of-{name}"), Now::system().get());
        let session = "with player as (insert into players (name, email, password_hash, created_at)
                values ($1, $1, '', $3) returning id)
            insert into sessions (token_hash, player_id, created_at, expires_at)
            select $2, id, $3, $3 + interval '1 day' from player";
        let hash = Sha256::digest(&token).to_vec();
        sqlx::query(session).bind(name).bind(hash).bind(now.to_sqlx()).execute(connection).await?;
        Ok(Visitor { address: self.address.clone(), token })
    }
}

impl Visitor {
    async fn send(&self, method: &str, path: &str, more: &str) -> anyhow::Result<TcpStream> {
        let Self { address, token } = self;
        let mut stream = TcpStream::connect(address).await?;
        let head = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\ncookie: mallard={token}\r\n{more}");
        stream.write_all(head.as_bytes()).await?;
        Ok(stream)
    }

    /// Sends a form, and gives the path it leads to.
    async fn post(&self, path: &str, form: &str) -> anyhow::Result<String> {
        let more = format!(
            "origin: http://{}\r\nconnection: close\r\ncontent-type: application/x-www-form-urlencoded\r\n\
             content-length: {}\r\n\r\n{form}",
            self.address,
            form.len()
        );
        let mut answer = String::new();
        self.send("POST", path, &more).await?.read_to_string(&mut answer).await?;
        ensure!(answer.starts_with("HTTP/1.1 303"), "POST {path}: {}", answer.lines().next().unwrap_or_default());
        let leads_to = answer.lines().find_map(|line| line.strip_prefix("location: "));
        Ok(leads_to.context("the answer leads nowhere")?.to_owned())
    }
}

/// Opens so many streams, each of which has said how things stand.
async fn open(visitor: &Visitor, path: &str, count: usize) -> anyhow::Result<Vec<TcpStream>> {
    let mut open = Vec::with_capacity(count);
    while open.len() < count {
        let mut opening = JoinSet::new();
        for _ in 0..AT_ONCE.min(count - open.len()) {
            let (visitor, path) = (visitor.clone(), path.to_owned());
            opening.spawn(async move {
                let mut stream = visitor.send("GET", &path, "\r\n").await?;
                read_until(&mut stream, "data: ").await?;
                anyhow::Ok(stream)
            });
        }
        open.extend(opening.join_all().await.into_iter().collect::<anyhow::Result<Vec<_>>>()?);
    }
    Ok(open)
}

async fn read_until(stream: &mut TcpStream, words: &str) -> anyhow::Result<()> {
    let mut heard = String::new();
    let mut bytes = [0; 2048];
    while !heard.contains(words) {
        let read = stream.read(&mut bytes).await?;
        ensure!(read > 0, "the stream ended: {heard}");
        heard.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
    Ok(())
}
