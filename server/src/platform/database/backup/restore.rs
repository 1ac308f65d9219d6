//! Restores a database from a backup and the archive of WAL. An existing database is replaced only when the new one is
//! complete and has been inspected: until then any failure leaves everything as it was.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use jiff::Timestamp;

use super::description::Description;
use super::folder::{Backup, BackupFolder};
use super::recovery::{Recovered, Recovery};
use super::space;
use super::unfinished::{Unfinished, remove};
use super::wal::Archive;
use crate::platform::database::Pool;
use crate::platform::database::private::account::{self, Account, finish};
use crate::platform::database::private::binaries::Binaries;
use crate::platform::database::private::folder::DataFolder;
use crate::platform::database::private::{PrivatePostgres, cluster};
use crate::platform::database::{self, MIGRATOR};

/// What has to be free besides the size of the backup: for the WAL that is replayed.
const RESERVE: u64 = 256 * 1024 * 1024;

/// Where to restore from.
pub struct Source {
    folder: BackupFolder,
    /// One backup, if it was named itself.
    named: Option<Backup>,
}

/// What is restored: a backup, and how far the WAL is replayed over it.
pub(super) struct Chosen {
    pub(super) backup: Backup,
    pub(super) wal: PathBuf,
    pub(super) timeline: u32,
    pub(super) until: Option<Timestamp>,
}

/// A database that was restored.
pub struct Restored<T> {
    /// The backup it is made of.
    pub backup: PathBuf,
    /// What that says of itself.
    pub description: Description,
    /// The last commit that is in it, where the WAL tells of one after the backup.
    pub last_commit: Option<Timestamp>,
    /// What was found in it.
    pub found: T,
}

impl Source {
    /// A folder of backups, or one of the backups in it.
    ///
    /// # Errors
    /// There is no whole backup. Worded for the operator.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let shown = folder.display();
        let real = folder.canonicalize().with_context(|| {
            format!("there is no folder {shown}: name the one that was given to \"mallard backup\"")
        })?;
        if let Some(description) = Description::read(&real)? {
            let folder = BackupFolder::around(&real);
            return Ok(Self { folder, named: Some(Backup { folder: real, description }) });
        }
        ensure!(
            !real.join("base").exists(),
            "the backup {shown} was cut off before it was whole, so it cannot be restored: name another"
        );
        let folder = BackupFolder::open(&real)?;
        if folder.backups()?.is_empty() {
            match folder.unfinished()?.pop() {
                Some(cut_off) => bail!(
                    "no backup in {shown} is whole: {} was cut off. Name another folder of backups",
                    cut_off.display()
                ),
                None => bail!("there is no backup in {shown}: name the folder that was given to \"mallard backup\""),
            }
        }
        Ok(Self { folder, named: None })
    }

    /// The newest backup from before an instant, or from which all that was archived follows.
    fn choose(self, until: Option<Timestamp>, now: Timestamp) -> anyhow::Result<Chosen> {
        let backups = match self.named {
            Some(backup) => vec![backup],
            None => self.folder.backups()?,
        };
        let newest = backups.last().context("there is no backup")?;
        let wal = self.folder.wal();
        let archive = Archive::read(&wal, newest.description.segment_bytes)?;
        let timeline = match backups.as_slice() {
            [backup] => archive.newest_from(&backup.description),
            _ => {
                let of_backups = backups.iter().map(|backup| backup.description.timeline).max();
                of_backups.max(archive.newest_timeline()).context("there is no timeline")?
            }
        };
        let leading: Vec<Backup> =
            backups.into_iter().filter(|backup| archive.leads_to(&backup.description, timeline)).collect();
        let Some(oldest) = leading.first() else {
            bail!(
                "no backup in {} leads to the newest timeline {timeline} of its WAL: name one of the backups in it",
                self.folder.root().display()
            );
        };
        let oldest = oldest.description.ended_at;
        let Some(until) = until else {
            let backup = leading.into_iter().next_back().context("there is no backup")?;
            if let Some(missing) = archive.gap(&backup.description, timeline) {
                bail!(
                    "the WAL in {} has a gap, {missing} is missing: put it back, or name an instant before it with --until",
                    wal.display()
                );
            }
            return Ok(Chosen { backup, wal, timeline, until: None });
        };
        ensure!(until <= now, "{until} is still to come: leave out --until to restore the last commit");
        ensure!(
            !archive.is_empty(),
            "{} has no WAL archive, so there is no other instant than a backup's own end: leave out --until, and name the \
             backup if it is not the newest one",
            self.folder.root().display()
        );
        let backup = leading.into_iter().rev().find(|backup| backup.description.ended_at <= until);
        let backup = backup.with_context(|| {
            format!(
                "{until} is before the end of the oldest backup: name an instant from {oldest} on, or an older backup"
            )
        })?;
        Ok(Chosen { backup, wal, timeline, until: Some(until) })
    }
}

impl Chosen {
    /// Everything that can be known before something is written.
    async fn check(&self, account: &Account, into: &Path) -> anyhow::Result<Binaries> {
        let about = &self.backup.description;
        let shown = self.backup.folder.display();
        let newest = MIGRATOR.iter().map(|migration| migration.version).max().unwrap_or_default();
        ensure!(
            about.schema <= newest,
            "the backup {shown} was made by a newer Mallard ({}, tables {}, here {newest}): install that version, and restore \
             with it",
            about.mallard,
            about.schema,
        );
        let major = about.major();
        let binaries = Binaries::of_version(major).await.map_err(|found| {
            anyhow!(
                "the backup {shown} is of PostgreSQL {major}, and installed is: {found}. Install version {major} (Debian and \
                 Ubuntu: apt-get install postgresql-{major})"
            )
        })?;
        let (base, name) = (self.backup.base(), account.name());
        if let Some(closed) = account.first_closed(&base).await? {
            bail!(
                "PostgreSQL runs as {name}, who may not enter {closed}: copy the backups to another folder, or allow it with \
                 \"chmod o+x {closed}\", and with \"chown -R {name} {}\" for what is in it",
                self.backup.folder.parent().unwrap_or(&self.backup.folder).display()
            );
        }
        let mut verify = account.command(binaries.program("pg_verifybackup"));
        finish(verify.arg("--quiet").arg(&base)).await.with_context(|| {
            format!("the backup {shown} is damaged, or {name} may not read all of it: name another, or \"chown -R {name}\" it")
        })?;
        space::ensure_free(into, about.bytes + RESERVE).await?;
        Ok(binaries)
    }
}

/// Restores into the data folder of the private PostgreSQL. If there is a database, `ensure_empty` looks at it first and
/// refuses to lose what it holds.
///
/// # Errors
/// No backup leads to that instant, the folder is in use, or the caller that looks at the database refuses it. Worded for the
/// operator.
pub async fn into_data_folder<T>(
    source: Source,
    until: Option<Timestamp>,
    now: Timestamp,
    data: &Path,
    ensure_empty: impl AsyncFnOnce(&Pool) -> anyhow::Result<()>,
    inspect: impl AsyncFnOnce(&Pool) -> anyhow::Result<T>,
) -> anyhow::Result<Restored<T>> {
    let data = std::path::absolute(data)?;
    let (home, is_root) = (data.join("postgres"), account::is_root().await?);
    if cluster::version(&home.join("cluster")).is_some() {
        look_at_present(&data, ensure_empty).await?;
    }
    let chosen = source.choose(until, now)?;
    let account = Account::choose(is_root, &home)?;
    let binaries = chosen.check(&account, &data).await?;
    let was_there = data.exists();
    let folder = DataFolder::open(&data, is_root)?;
    let restored = async {
        folder.give_home_to(&account).await?;
        let files = Unfinished::clear(folder.home().join("cluster.restoring"))?;
        // As the account, whose folder it is in.
        finish(account.command("mkdir").args(["-m", "700"]).arg(files.path())).await?;
        let log = folder.home().join("restore.log");
        let recovery =
            Recovery { chosen: &chosen, account: &account, binaries: &binaries, files: files.path(), log: &log };
        let recovered = recovery.run(inspect).await?;
        let replaced = Unfinished::clear(folder.home().join("cluster.replaced"))?;
        if folder.cluster().exists() {
            fs::rename(folder.cluster(), replaced.path()).context("the empty database cannot be moved away")?;
        }
        files.becomes(&folder.cluster())?;
        anyhow::Ok(recovered)
    };
    let restored = restored.await;
    drop(folder);
    if restored.is_err() && !was_there {
        remove(&data).ok();
    }
    Ok(chosen.restored(restored?))
}

/// Restores into a new folder, for a PostgreSQL that somebody else runs.
///
/// # Errors
/// As [`into_data_folder`], or there is something in the folder.
pub async fn into_new_folder<T>(
    source: Source,
    until: Option<Timestamp>,
    now: Timestamp,
    into: &Path,
    inspect: impl AsyncFnOnce(&Pool) -> anyhow::Result<T>,
) -> anyhow::Result<Restored<T>> {
    let into = std::path::absolute(into)?;
    let shown = into.display();
    ensure!(
        fs::read_dir(&into).map_or(!into.exists(), |mut entries| entries.next().is_none()),
        "{shown} is not an empty folder: name one that is to be made"
    );
    let chosen = source.choose(until, now)?;
    let account = Account::choose(account::is_root().await?, Path::new(""))?;
    let parent = into.parent().with_context(|| format!("{shown} cannot be made"))?;
    ensure!(parent.is_dir(), "there is no folder {}: make it first", parent.display());
    let binaries = chosen.check(&account, &into).await?;
    let name = into.file_name().with_context(|| format!("{shown} has no name"))?.to_string_lossy().into_owned();
    let files = Unfinished::clear(parent.join(format!("{name}.restoring")))?;
    account
        .make_folder(files.path())
        .with_context(|| format!("{shown} cannot be made: name a folder where you may write"))?;
    if let Some(closed) = account.first_closed(files.path()).await? {
        bail!("PostgreSQL runs as {}, who may not enter {closed}: name another folder", account.name());
    }
    let log = files.path().join("restore.log");
    let recovery = Recovery { chosen: &chosen, account: &account, binaries: &binaries, files: files.path(), log: &log };
    let recovered = recovery.run(inspect).await?;
    fs::remove_file(&log).ok();
    files.becomes(&into)?;
    Ok(chosen.restored(recovered))
}

/// Starts the private PostgreSQL to have somebody look at what it holds.
async fn look_at_present(
    data: &Path,
    ensure_empty: impl AsyncFnOnce(&Pool) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let private = PrivatePostgres::start(data).await.with_context(|| {
        let home = data.join("postgres");
        format!(
            "what the database in {} holds cannot be looked at, so it is not replaced. Stop the server if it runs; if the \
             database is broken, move it away with \"mv {home} {home}.broken\"",
            data.display(),
            home = home.display()
        )
    })?;
    let looked_at = async {
        let pool = database::connect(private.options(), 4).await?;
        let is_empty = ensure_empty(&pool).await;
        pool.close();
        is_empty
    };
    let looked_at = looked_at.await;
    private.stop().await;
    looked_at
}

impl Chosen {
    fn restored<T>(self, recovered: Recovered<T>) -> Restored<T> {
        let Backup { folder: backup, description } = self.backup;
        Restored { backup, description, last_commit: recovered.last_commit, found: recovered.found }
    }
}
