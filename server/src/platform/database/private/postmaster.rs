//! One running PostgreSQL, under a watchdog that stops it when the server is gone, even after `kill -9`.
//!
//! The watchdog is a few lines of shell: it waits for the end of a pipe whose other end the server holds and never
//! writes to. The system closes that end with the server, however the server ends. No signal handler, no prctl.

use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};
use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::process::{Child, ChildStdin};
use tokio::time::{Instant, sleep, timeout};

use super::account::Account;
use super::binaries::Binaries;

const WATCHDOG: &str = include_str!("watchdog.sh");

/// What every start sets. The log says how PostgreSQL itself fares and nothing of single queries: their errors reach
/// the server, which logs them, and a log without them stays small.
const SETTINGS: [&str; 10] = [
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "timezone=UTC",
    "log_timezone=UTC",
    "log_min_messages=log",
    "log_min_error_statement=panic",
    "log_error_verbosity=terse",
    "log_checkpoints=off",
    "log_autovacuum_min_duration=-1",
    "port=5432",
];

/// What PostgreSQL is started on.
pub(in crate::platform::database) struct Launch<'a> {
    pub account: &'a Account,
    pub binaries: &'a Binaries,
    /// Its files.
    pub cluster: &'a Path,
    /// Where it logs to; the log of the start before is kept beside it.
    pub log: &'a Path,
    /// Where it listens.
    pub sockets: &'a Path,
    /// Of two settings of one name PostgreSQL takes the last.
    pub settings: &'a [String],
}

/// The watchdog with PostgreSQL below it. Dropped, it lets go of the pipe, and PostgreSQL ends soon after.
#[derive(Debug)]
pub(in crate::platform::database) struct Postmaster {
    watchdog: Child,
    pipe: ChildStdin,
}

impl Postmaster {
    pub(in crate::platform::database) fn spawn(launch: &Launch<'_>) -> anyhow::Result<Self> {
        let mut command = launch.account.command("/bin/sh");
        command.arg("-c").arg(WATCHDOG).arg("mallard-postgres").arg(launch.log).arg(launch.sockets);
        command.arg(launch.binaries.program("postgres")).arg("-D").arg(launch.cluster);
        command.arg("-k").arg(launch.sockets);
        for setting in SETTINGS.iter().copied().chain(launch.settings.iter().map(String::as_str)) {
            command.arg("-c").arg(setting);
        }
        let mut watchdog = command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("PostgreSQL cannot be started")?;
        // Separate from the child, whose `wait` would close it.
        let pipe = watchdog.stdin.take().context("PostgreSQL cannot be watched")?;
        Ok(Self { watchdog, pipe })
    }

    /// Waits until it takes connections, as long as recovery after a crash may need.
    ///
    /// # Errors
    /// When it ends before.
    pub(in crate::platform::database) async fn ready(&mut self, options: &PgConnectOptions) -> anyhow::Result<()> {
        let options = options.clone().database("postgres");
        let mut told = Instant::now();
        loop {
            let attempt = timeout(Duration::from_secs(5), PgConnection::connect_with(&options)).await;
            if let Ok(Ok(connection)) = attempt {
                connection.close().await.ok();
                return Ok(());
            }
            if let Some(status) = self.watchdog.try_wait()? {
                bail!("PostgreSQL ended at once ({status})");
            }
            if told.elapsed() > Duration::from_secs(10) {
                tracing::warn!("PostgreSQL is not ready yet");
                told = Instant::now();
            }
            sleep(Duration::from_millis(30)).await;
        }
    }

    /// Waits until it has ended.
    pub(super) async fn ended(&mut self) -> ExitStatus {
        match self.watchdog.wait().await {
            Ok(status) => status,
            Err(error) => {
                tracing::error!(%error, "PostgreSQL cannot be waited for");
                std::future::pending().await
            }
        }
    }

    /// Ends it by a fast shutdown: open transactions are rolled back, everything committed is written.
    pub(in crate::platform::database) async fn stop(mut self) {
        drop(self.pipe);
        if timeout(Duration::from_secs(60), self.watchdog.wait()).await.is_err() {
            tracing::warn!("PostgreSQL still ends; it is left to its watchdog");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_postgres_that_does_not_heed_signals_yet_ends_with_its_server_too() {
        let folder = tempfile::tempdir().unwrap();
        let mut watchdog = tokio::process::Command::new("/bin/sh");
        watchdog.args(["-c", WATCHDOG, "mallard-postgres"]).arg(folder.path().join("log")).arg(folder.path());
        let mut watchdog = watchdog.args(["sleep", "600"]).stdin(Stdio::piped()).spawn().unwrap();
        drop(watchdog.stdin.take());
        timeout(Duration::from_secs(60), watchdog.wait()).await.expect("it still runs").unwrap();
    }
}
