//! Making a backup while people play.

use std::fs::{self, DirBuilder};
use std::num::NonZeroUsize;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use jiff::Timestamp;
use serde::Deserialize;
use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::time::sleep;

use super::description::{Copied, Description, Facts};
use super::folder::{Backup, BackupFolder};
use super::unfinished::{Unfinished, remove};
use super::wal::remove_before;
use super::{client, space};
use crate::platform::database::lsn::Lsn;
use crate::platform::database::private::account::{self, Account, finish};
use crate::platform::database::private::binaries::Binaries;

/// What has to be free besides the size of the database: for the WAL that is written while it is copied.
const RESERVE: u64 = 64 * 1024 * 1024;

/// How often it is noted how far the WAL has come.
const NOTE_INTERVAL: Duration = Duration::from_millis(100);

/// A backup that was made.
pub struct Taken {
    /// Where it is.
    pub folder: PathBuf,
    /// What it holds.
    pub description: Description,
    /// Whether the folder has an archive of WAL.
    pub has_archive: bool,
    /// Older backups that were removed.
    pub removed: Vec<PathBuf>,
}

/// Copies a running database into a new folder inside `folder`, checks the copy, and then removes all but the newest
/// backups if a number to keep is given. `home` is a folder of the private PostgreSQL, whose owner then does the work.
///
/// # Errors
/// The folder cannot be used or is full, or the database cannot be copied; nothing is left of the attempt. Worded for the
/// operator.
pub async fn take(
    options: &PgConnectOptions,
    folder: &Path,
    home: Option<&Path>,
    keep: Option<NonZeroUsize>,
) -> anyhow::Result<Taken> {
    let account = Account::choose(account::is_root().await?, home.unwrap_or(Path::new("")))?;
    let folder = BackupFolder::make(folder, &account).await?;
    let _lock = folder.lock()?;
    for cut_off in folder.unfinished()? {
        remove(&cut_off).with_context(|| format!("{}, which was cut off, cannot be removed", cut_off.display()))?;
    }
    let mut connection = PgConnection::connect_with(options).await.context("the database cannot be reached")?;
    let (facts, bytes) = facts(&mut connection).await?;
    folder.ensure_same_database(&facts.system)?;
    space::ensure_free(folder.root(), bytes + RESERVE).await?;
    let copier = Copier { binaries: programs(&facts.postgres).await?, account: &account, options };
    let begun_at = now(&mut connection).await?;
    let (place, unfinished) = folder.place_for(begun_at);
    let unfinished = Unfinished::clear(unfinished)?;
    let copy = copier.copy(&mut connection, unfinished.path(), begun_at).await?;
    connection.close().await.ok();
    let description = Description::new(facts, copy);
    description.write(unfinished.path()).context("the description of the backup cannot be written")?;
    unfinished.becomes(&place)?;
    let removed = match keep {
        Some(keep) => remove_older(&folder, keep)?,
        None => Vec::new(),
    };
    Ok(Taken { folder: place, description, has_archive: folder.wal().is_dir(), removed })
}

async fn now(connection: &mut PgConnection) -> sqlx::Result<Timestamp> {
    let now: jiff_sqlx::Timestamp = sqlx::query_scalar("select clock_timestamp()").fetch_one(connection).await?;
    Ok(now.to_jiff())
}

/// What PostgreSQL says of itself and of the tables, and how large it is.
async fn facts(connection: &mut PgConnection) -> anyhow::Result<(Facts, u64)> {
    let is_mallard: bool = sqlx::query_scalar("select to_regclass('_sqlx_migrations') is not null")
        .fetch_one(&mut *connection)
        .await
        .context("the database cannot be asked")?;
    if !is_mallard {
        bail!(
            "the database holds no tables of Mallard: start a server with it once, or set DATABASE_URL to the right one"
        );
    }
    let (postgres, system, database, role, segment_bytes, bytes): (String, String, String, String, i64, i64) =
        sqlx::query_as(
            "select split_part(current_setting('server_version'), ' ', 1),
                (select system_identifier::text from pg_control_system()), current_database()::text, current_user::text,
                (select setting::bigint from pg_settings where name = 'wal_segment_size'),
                (select sum(pg_database_size(oid))::bigint from pg_database
                    where has_database_privilege(oid, 'connect'))",
        )
        .fetch_one(&mut *connection)
        .await
        .context("the database does not say what it is")?;
    let schema: i64 = sqlx::query_scalar("select max(version) from _sqlx_migrations").fetch_one(connection).await?;
    let facts = Facts { schema, postgres, system, database, role, segment_bytes: segment_bytes.cast_unsigned() };
    Ok((facts, bytes.cast_unsigned()))
}

async fn programs(postgres: &str) -> anyhow::Result<Binaries> {
    let major = postgres.split('.').next().unwrap_or(postgres);
    Binaries::of_client(major).await.map_err(|found| {
        anyhow!(
            "the database is PostgreSQL {postgres}, and of pg_basebackup and pg_verifybackup these versions are installed: \
             {found}. Install version {major} (Debian and Ubuntu: apt-get install postgresql-client-{major})"
        )
    })
}

struct Copier<'a> {
    binaries: Binaries,
    account: &'a Account,
    options: &'a PgConnectOptions,
}

impl Copier<'_> {
    async fn copy(&self, connection: &mut PgConnection, into: &Path, begun_at: Timestamp) -> anyhow::Result<Copied> {
        let base = into.join("base");
        // Whoever is not PostgreSQL's account keeps the folder, so that nobody else writes what says that it is whole.
        let mode = if matches!(self.account, Account::Own) { 0o700 } else { 0o711 };
        let made = DirBuilder::new().mode(mode).create(into).and_then(|()| self.account.make_folder(&base));
        made.with_context(|| format!("{} cannot be made: name a folder where you may write", into.display()))?;
        let mut notes = vec![note(connection).await?];
        tokio::select! {
            copied = self.base_backup(&base) => copied?,
            failed = keep_notes(connection, &mut notes) => return Err(failed),
        }
        let ended_at = now(connection).await?;
        let mut verify = self.account.command(self.binaries.program("pg_verifybackup"));
        let verified = finish(verify.arg("--quiet").arg(&base)).await;
        verified.context("the copy differs from what PostgreSQL sent: look after the disk, and try again")?;
        let range = Manifest::read(&base)?;
        let holds_until = notes.iter().rev().find(|(_, reached)| *reached <= range.end).map_or(begun_at, |(at, _)| *at);
        let bytes = space::size(&base)?;
        let Range { timeline, start, end } = range;
        Ok(Copied { timeline, start, end, bytes, begun_at, holds_until, ended_at })
    }

    async fn base_backup(&self, base: &Path) -> anyhow::Result<()> {
        let mut command = client::command("pg_basebackup", &self.binaries, self.account, self.options);
        command.arg("--pgdata").arg(base).args(["--format=plain", "--wal-method=stream", "--checkpoint=fast"]);
        let copied = finish(command.args(["--no-password", "--label=mallard"])).await;
        copied.map(drop).map_err(|error| client::explained(&error, self.options))
    }
}

/// The present time, and how far the WAL had come just after it: whatever was committed before is no further.
async fn note(connection: &mut PgConnection) -> anyhow::Result<(Timestamp, Lsn)> {
    let (at, reached): (jiff_sqlx::Timestamp, String) =
        sqlx::query_as("select clock_timestamp(), pg_current_wal_insert_lsn()::text")
            .fetch_one(connection)
            .await
            .context("the database does not say how far it is: a standby cannot be backed up, name the primary")?;
    Ok((at.to_jiff(), reached.parse()?))
}

/// Keeps such notes until they are no longer wanted; the failure that ends them.
async fn keep_notes(connection: &mut PgConnection, notes: &mut Vec<(Timestamp, Lsn)>) -> anyhow::Error {
    loop {
        sleep(NOTE_INTERVAL).await;
        match note(connection).await {
            Ok(note) => notes.push(note),
            Err(error) => return error.context("the database went away while it was copied: try again"),
        }
    }
}

/// What pg_basebackup writes about the files: of interest is which WAL they need.
#[derive(Deserialize)]
struct Manifest {
    #[serde(rename = "WAL-Ranges")]
    ranges: Vec<Range>,
}

#[derive(Deserialize)]
struct Range {
    #[serde(rename = "Timeline")]
    timeline: u32,
    #[serde(rename = "Start-LSN")]
    start: Lsn,
    #[serde(rename = "End-LSN")]
    end: Lsn,
}

impl Manifest {
    fn read(base: &Path) -> anyhow::Result<Range> {
        let text = fs::read_to_string(base.join("backup_manifest")).context("the backup has no manifest")?;
        let manifest: Self = serde_json::from_str(&text).context("the manifest of the backup cannot be read")?;
        manifest.ranges.into_iter().next_back().context("the manifest of the backup names no WAL")
    }
}

/// Removes all but the newest backups, and the WAL that only they need. The description goes first: what is cut off then is
/// not whole.
fn remove_older(folder: &BackupFolder, keep: NonZeroUsize) -> anyhow::Result<Vec<PathBuf>> {
    let mut backups = folder.backups()?;
    let kept = backups.split_off(backups.len().saturating_sub(keep.get()));
    let mut removed = Vec::new();
    for Backup { folder: old, .. } in backups {
        fs::remove_file(old.join(super::description::FILE))
            .map_err(anyhow::Error::from)
            .and_then(|()| Ok(remove(&old)?))
            .with_context(|| format!("the new backup is whole, but {} cannot be removed", old.display()))?;
        removed.push(old);
    }
    if let Some(oldest) = kept.into_iter().map(|backup| backup.description).min_by_key(|about| about.start)
        && folder.wal().is_dir()
    {
        let Description { segment_bytes, start, .. } = oldest;
        remove_before(&folder.wal(), start.segment(segment_bytes), segment_bytes)
            .context("the new backup is whole, but WAL that nobody needs any more cannot be removed")?;
    }
    Ok(removed)
}
