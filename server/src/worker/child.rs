//! The worker that a server starts: a process of its own, so that the operating system can prefer the server, and what happens
//! to it happens to no request.

use std::ffi::OsString;
use std::process::Stdio;
use std::time::Duration;

use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// How long a worker waits that ends again and again.
const PAUSES: [Duration; 4] =
    [Duration::from_secs(1), Duration::from_secs(5), Duration::from_secs(30), Duration::from_secs(120)];

/// After so long it is no longer one that ends again and again.
const STABLE: Duration = Duration::from_secs(300);

/// How long it may take to stop.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// Keeps a worker running until the server stops. `settings` are the environment variables that tell it of the database.
pub async fn run(settings: Vec<(&'static str, OsString)>, stop: CancellationToken) {
    let mut ended = 0;
    while !stop.is_cancelled() {
        let started = tokio::time::Instant::now();
        match start(&settings) {
            Ok(child) => watch(child, &stop).await,
            Err(error) => tracing::error!(%error, "the worker cannot be started: computers make no turns"),
        }
        if stop.is_cancelled() {
            return;
        }
        ended = if started.elapsed() < STABLE { ended + 1 } else { 1 };
        let pause = PAUSES[ended.min(PAUSES.len()) - 1];
        tracing::warn!(seconds = pause.as_secs(), "the worker has ended, and will be started again");
        stop.run_until_cancelled(sleep(pause)).await;
    }
}

fn start(settings: &[(&'static str, OsString)]) -> std::io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .args(["worker", "--ends-with-input"])
        .env_remove("DATABASE_URL")
        .env_remove("ENGINES")
        .env_remove("SMTP_URL");
    command.envs(settings.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::piped()).stdout(Stdio::null()).kill_on_drop(true).spawn()
}

/// Waits until the worker ends, or ends it when the server stops.
async fn watch(mut child: Child, stop: &CancellationToken) {
    // Waiting for a child closes its input, which is what tells this one to end.
    let input = child.stdin.take();
    if stop.run_until_cancelled(child.wait()).await.is_some() {
        return;
    }
    drop(input);
    if timeout(STOP_TIMEOUT, child.wait()).await.is_err() {
        tracing::warn!("the worker did not stop, and is killed");
    }
}
