//! A copy of a backup that PostgreSQL replays the archived WAL over, until it is a database by itself.
//!
//! It is started with settings of our own alone: those it came with may name folders, standbys and archives of the machine
//! that it is from.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, anyhow, ensure};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use sqlx::postgres::PgConnectOptions;
use tokio::io::AsyncWriteExt;

use super::archive::restore_command;
use super::restore::Chosen;
use crate::platform::database;
use crate::platform::database::Pool;
use crate::platform::database::private::account::{Account, finish};
use crate::platform::database::private::binaries::Binaries;
use crate::platform::database::private::options_at;
use crate::platform::database::private::postmaster::{Launch, Postmaster};

/// What overrides settings that the backup brings along, and what keeps everybody else out.
const SETTINGS: [&str; 14] = [
    "hot_standby=off",
    "archive_mode=off",
    "recovery_target_action=promote",
    "recovery_target=",
    "recovery_target_lsn=",
    "recovery_target_name=",
    "recovery_target_xid=",
    "primary_conninfo=",
    "primary_slot_name=",
    "synchronous_standby_names=",
    "shared_preload_libraries=",
    "logging_collector=off",
    "ssl=off",
    "default_transaction_read_only=off",
];

/// A recovery that is to be made.
pub(super) struct Recovery<'a> {
    pub(super) chosen: &'a Chosen,
    pub(super) account: &'a Account,
    pub(super) binaries: &'a Binaries,
    /// An empty folder of the account, for the files.
    pub(super) files: &'a Path,
    /// Where PostgreSQL logs to.
    pub(super) log: &'a Path,
}

/// What came of it.
pub(super) struct Recovered<T> {
    /// The last commit that was replayed; `None` if none came after the backup.
    pub(super) last_commit: Option<Timestamp>,
    /// What was found in the database.
    pub(super) found: T,
}

impl Recovery<'_> {
    /// Copies, replays and looks at what there is. Afterwards PostgreSQL has ended in good order.
    ///
    /// # Errors
    /// The WAL does not lead to the instant that is wanted, or PostgreSQL cannot use the files. Worded for the operator.
    pub(super) async fn run<T>(
        &self,
        inspect: impl AsyncFnOnce(&Pool) -> anyhow::Result<T>,
    ) -> anyhow::Result<Recovered<T>> {
        self.copy().await?;
        let sockets = finish(self.account.command("mktemp").args(["-d", "/tmp/mallard.XXXXXX"])).await;
        let sockets = PathBuf::from(sockets.context("no folder for the database's socket")?);
        let recovered = self.start(&sockets, inspect).await;
        finish(self.account.command("rm").arg("-rf").arg(&sockets)).await.ok();
        recovered
    }

    async fn copy(&self) -> anyhow::Result<()> {
        let script = r#"umask 077; cp -R "$1/." "$2" && rm -f "$2/standby.signal" && : >"$2/recovery.signal""#;
        let mut copy = self.account.command("/bin/sh");
        copy.args(["-c", script, "sh"]).arg(self.chosen.backup.base()).arg(self.files);
        finish(&mut copy).await.context("the backup cannot be copied").map(drop)
    }

    async fn start<T>(
        &self,
        sockets: &Path,
        inspect: impl AsyncFnOnce(&Pool) -> anyhow::Result<T>,
    ) -> anyhow::Result<Recovered<T>> {
        let settings = self.settings(sockets).await?;
        let Self { account, binaries, files: cluster, log, .. } = *self;
        let mut postmaster =
            Postmaster::spawn(&Launch { account, binaries, cluster, log, sockets, settings: &settings })?;
        let about = &self.chosen.backup.description;
        let options = options_at(sockets).username(&about.role);
        if let Err(error) = postmaster.ready(&options).await {
            return Err(self.explained(&error));
        }
        let looked_at = look_at(options.database(&about.database), inspect).await;
        postmaster.stop().await;
        looked_at
    }

    async fn settings(&self, sockets: &Path) -> anyhow::Result<Vec<String>> {
        let access = sockets.join("pg_hba.conf");
        self.write(&access, "local all all trust\n").await?;
        let empty = sockets.join("empty.conf");
        self.write(&empty, "").await?;
        let mut settings: Vec<String> = SETTINGS.map(str::to_owned).into();
        settings.push(restore_command(&self.chosen.wal));
        settings.push(format!("hba_file={}", access.display()));
        settings.extend(["config_file", "ident_file"].map(|file| format!("{file}={}", empty.display())));
        settings.push(format!("recovery_target_timeline={}", self.chosen.timeline));
        settings.push(match self.chosen.until {
            // It takes no Z: abbreviations of zones are not known yet when PostgreSQL reads this.
            Some(until) => format!("recovery_target_time={}+00", until.to_zoned(TimeZone::UTC).datetime()),
            None => "recovery_target_time=".to_owned(),
        });
        Ok(settings)
    }

    /// As the account: the folder is its own.
    async fn write(&self, file: &Path, text: &str) -> anyhow::Result<()> {
        let mut tee = self.account.command("tee");
        let mut tee = tee.arg(file).stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
        let mut input = tee.stdin.take().context("tee takes no input")?;
        input.write_all(text.as_bytes()).await?;
        drop(input);
        ensure!(tee.wait().await?.success(), "{} cannot be written", file.display());
        Ok(())
    }

    /// Why PostgreSQL ended before it was ready, by what it has logged.
    fn explained(&self, error: &anyhow::Error) -> anyhow::Error {
        let log = std::fs::read_to_string(self.log).unwrap_or_default();
        let wal = self.chosen.wal.display();
        if log.contains("recovery ended before configured recovery target was reached") {
            let last =
                log.lines().rev().find_map(|line| line.split_once("last completed transaction was at log time "));
            let last = last.map_or_else(
                || "it holds no change since the backup".to_owned(),
                |(_, at)| format!("the last change in it is of {at}"),
            );
            let until = self.chosen.until.map_or_else(String::new, |until| until.to_string());
            return anyhow!(
                "the WAL in {wal} ends before {until}: {last}. Leave out --until to get all of it, or name an instant before \
                 that"
            );
        }
        let lines: Vec<&str> = log.lines().filter(|line| line.contains("FATAL") || line.contains("ERROR")).collect();
        let said = lines.join("\n  ");
        if said.contains("from archive") || said.contains("restore_command") {
            return anyhow!("a file of the WAL in {wal} is damaged: name an instant before it with --until\n  {said}");
        }
        anyhow!("PostgreSQL cannot restore the backup ({error:#})\n  {said}")
    }
}

async fn look_at<T>(
    options: PgConnectOptions,
    inspect: impl AsyncFnOnce(&Pool) -> anyhow::Result<T>,
) -> anyhow::Result<Recovered<T>> {
    let pool = database::connect(options, 4).await?;
    let last_commit: Option<jiff_sqlx::Timestamp> =
        sqlx::query_scalar("select pg_last_xact_replay_timestamp()").fetch_one(&pool).await?;
    let found = inspect(&pool).await;
    pool.close();
    Ok(Recovered { last_commit: last_commit.map(jiff_sqlx::Timestamp::to_jiff), found: found? })
}
