//! A Mallard process on a data folder of its own, and what the tests do to it and ask of it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection};

/// Longer than anything here takes on a slow machine: reaching it is a failure.
const TIMEOUT: Duration = Duration::from_secs(90);

/// A server that has said where it listens. Dropped, it is killed.
pub struct Mallard {
    process: Child,
    address: String,
}

/// The program with nothing set but a free port and the folder.
pub fn command(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mallard"));
    command.env("NO_WORKER", "true");
    command.env_remove("DATABASE_URL").env("BIND", "127.0.0.1").env("PORT", "0").env("MALLARD_DATA", data);
    command.env("MALLARD_STATIC", concat!(env!("CARGO_MANIFEST_DIR"), "/../static"));
    command.env("RUST_LOG", "info").stdout(Stdio::piped());
    command
}

/// Runs it where it cannot start: what it said, after an exit code of 1.
pub fn refusal(command: &mut Command) -> String {
    let mut server = Mallard { process: command.stderr(Stdio::piped()).spawn().unwrap(), address: String::new() };
    let mut ended = None;
    eventually("the server has given up", || {
        ended = server.process.try_wait().unwrap();
        ended.is_some()
    });
    let status = ended.unwrap();
    let (mut promised, mut said) = (String::new(), String::new());
    server.process.stdout.take().unwrap().read_to_string(&mut promised).unwrap();
    server.process.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(status.code(), Some(1), "{said}");
    assert_eq!(promised, "");
    assert!(!said.contains("backtrace") && !said.contains("panicked"), "{said}");
    said
}

/// Waits until something is so.
#[track_caller]
pub fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < TIMEOUT, "still not so: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

pub fn send(signal: &str, process: u32) {
    assert!(try_send(signal, process), "kill {signal} {process}");
}

/// The same where the process may have ended by now: whether it had not.
pub fn try_send(signal: &str, process: u32) -> bool {
    Command::new("kill").arg(signal).arg(process.to_string()).stderr(Stdio::null()).status().unwrap().success()
}

pub fn is_alive(process: u32) -> bool {
    // A process that has ended but was not waited for yet is a zombie.
    std::fs::read_to_string(format!("/proc/{process}/stat"))
        .is_ok_and(|stat| !stat.rsplit(") ").next().unwrap_or_default().starts_with('Z'))
}

pub fn parent_of(process: u32) -> u32 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    stat.rsplit(") ").next().unwrap().split(' ').nth(1).unwrap().parse().unwrap()
}

/// The process number of the PostgreSQL on a data folder.
pub fn postgres(data: &Path) -> Option<u32> {
    let note = std::fs::read_to_string(data.join("postgres/cluster/postmaster.pid")).ok()?;
    note.lines().next()?.parse().ok()
}

impl Mallard {
    pub fn start(data: &Path) -> Self {
        Self::run(&mut command(data))
    }

    pub fn run(command: &mut Command) -> Self {
        Self::try_run(command).expect("the server starts")
    }

    /// The same where it may not be able to start.
    pub fn try_run(command: &mut Command) -> Option<Self> {
        let mut server = Self { process: command.spawn().unwrap(), address: String::new() };
        let (sender, said) = mpsc::channel();
        let mut stdout = BufReader::new(server.process.stdout.take().unwrap());
        thread::spawn(move || {
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            sender.send(line)
        });
        let line = said.recv_timeout(TIMEOUT).expect("the server neither listens nor ends");
        server.address = line.strip_prefix("listening on http://")?.trim().to_owned();
        Some(server)
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// The status and the body of a page.
    pub fn get(&self, path: &str) -> (u16, String) {
        let mut connection = TcpStream::connect(&self.address).unwrap();
        connection.set_read_timeout(Some(TIMEOUT)).unwrap();
        write!(connection, "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address).unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
        (head[9..12].parse().unwrap(), body.to_owned())
    }

    pub fn health(&self) -> u16 {
        self.get("/healthz").0
    }

    pub fn terminate(&self) {
        send("-TERM", self.process.id());
    }

    /// Waits for it to exit and returns whether that was orderly.
    pub fn ended_well(mut self) -> bool {
        let mut ended = None;
        eventually("the server has ended", || {
            ended = self.process.try_wait().unwrap();
            ended.is_some()
        });
        ended.is_some_and(|status| status.success())
    }

    /// The worker it has started, if that runs at the moment.
    pub fn worker(&self) -> Option<u32> {
        let processes =
            std::fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        processes.into_iter().find(|&process: &u32| {
            let arguments = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
            arguments.split(|&byte| byte == 0).nth(1) == Some(b"worker") && parent_of(process) == self.process.id()
        })
    }

    /// `kill -9`: it learns nothing of it.
    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Mallard {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// Runs a statement on the private database and gives the first number of its answer.
#[tokio::main(flavor = "current_thread")]
pub async fn query(data: &Path, sql: &'static str) -> Option<i64> {
    let sockets: PathBuf = data.join("postgres/sockets");
    let options =
        PgConnectOptions::new_without_pgpass().socket(sockets).port(5432).username("mallard").database("mallard");
    let mut connection = PgConnection::connect_with(&options).await.unwrap();
    let answer = sqlx::query_scalar(sql).fetch_optional(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    answer
}
