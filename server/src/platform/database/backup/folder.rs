//! The folder that backups are in: which there are, and which of them are whole.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::description::Description;
use crate::platform::database::private::account::Account;

const UNFINISHED: &str = ".unfinished";

/// A folder of backups.
#[derive(Debug)]
pub(super) struct BackupFolder {
    root: PathBuf,
}

/// A whole backup.
#[derive(Clone, Debug)]
pub(super) struct Backup {
    pub(super) folder: PathBuf,
    pub(super) description: Description,
}

impl Backup {
    /// The files of PostgreSQL.
    pub(super) fn base(&self) -> PathBuf {
        self.folder.join("base")
    }
}

impl BackupFolder {
    /// A folder that exists.
    ///
    /// # Errors
    /// It does not, or holds what is no backup.
    pub(super) fn open(root: &Path) -> anyhow::Result<Self> {
        let shown = root.display();
        let root = root.canonicalize().with_context(|| format!("there is no folder {shown}"))?;
        ensure!(root.is_dir(), "{shown} is no folder");
        ensure_ours(&root)?;
        Ok(Self { root })
    }

    /// The folder around one backup, which may lie among other things.
    pub(super) fn around(backup: &Path) -> Self {
        Self { root: backup.parent().unwrap_or(backup).to_owned() }
    }

    /// A folder for backups, made if need be. It must be empty or hold backups: so that nobody's other files are mixed up
    /// with them, and old WAL can be told from what somebody wants to keep.
    ///
    /// # Errors
    /// It cannot be made, holds other things, or the account of PostgreSQL cannot enter it.
    pub(super) async fn make(root: &Path, account: &Account) -> anyhow::Result<Self> {
        let shown = root.display();
        if !root.exists() {
            // For whoever is root PostgreSQL's account has to come through, and sees nothing.
            let mode = if matches!(account, Account::Own) { 0o700 } else { 0o711 };
            let made = DirBuilder::new().recursive(true).mode(mode).create(root);
            made.with_context(|| format!("the folder {shown} cannot be made: name one where you may write"))?;
        }
        let folder = Self::open(root)?;
        if matches!(account, Account::Other { .. }) {
            let about = folder.root.metadata()?;
            fs::set_permissions(&folder.root, Permissions::from_mode(about.mode() | 0o001)).ok();
        }
        if let Some(closed) = account.first_closed(&folder.root).await? {
            bail!(
                "PostgreSQL's programs run as {}, who may not enter {closed}: name another folder, or allow it with \"chmod \
                 o+x {closed}\"",
                account.name()
            );
        }
        Ok(folder)
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// The archive of WAL.
    pub(super) fn wal(&self) -> PathBuf {
        self.root.join("wal")
    }

    /// The folder's note of whose WAL it is.
    pub(super) fn wal_source(&self) -> PathBuf {
        self.root.join("wal-source")
    }

    /// Keeps other commands from writing here as long as the file lives.
    ///
    /// # Errors
    /// One does already, or nobody may.
    pub(super) fn lock(&self) -> anyhow::Result<File> {
        let path = self.root.join("backup.lock");
        let file = OpenOptions::new().create(true).append(true).open(&path).with_context(|| {
            format!("{} cannot be written: name another folder, or let this account write there", self.root.display())
        })?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("{} cannot be locked", path.display()))
            }
            Err(TryLockError::WouldBlock) => {
                bail!("another backup into {} is under way: wait for its end", self.root.display())
            }
        }
    }

    /// Where a backup that begins now belongs, and where it is until it is whole. Of two that begin in the same second the
    /// later one is named by the next.
    pub(super) fn place_for(&self, begun_at: Timestamp) -> (PathBuf, PathBuf) {
        let mut at = begun_at;
        loop {
            let name = at.to_zoned(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ").to_string();
            let place = self.root.join(&name);
            if !place.exists() {
                return (place, self.root.join(name + UNFINISHED));
            }
            at += SignedDuration::from_secs(1);
        }
    }

    /// The whole backups, oldest first.
    ///
    /// # Errors
    /// The folder or a description cannot be read.
    pub(super) fn backups(&self) -> anyhow::Result<Vec<Backup>> {
        let mut backups = Vec::new();
        for name in self.names()?.into_iter().filter(|name| is_dated(name)) {
            let folder = self.root.join(name);
            if let Some(description) = Description::read(&folder)? {
                backups.push(Backup { folder, description });
            }
        }
        backups.sort_by_key(|backup| backup.description.ended_at);
        Ok(backups)
    }

    /// Keeps the backups and the WAL of two databases apart.
    ///
    /// # Errors
    /// There are backups of another one.
    pub(super) fn ensure_same_database(&self, system: &str) -> anyhow::Result<()> {
        let newest = self.backups()?.pop();
        ensure!(
            newest.is_none_or(|newest| newest.description.system == system),
            "the folder {} holds backups of another database: name another folder",
            self.root.display()
        );
        Ok(())
    }

    /// What was cut off: backups that are not whole.
    pub(super) fn unfinished(&self) -> anyhow::Result<Vec<PathBuf>> {
        let names = self.names()?.into_iter().filter(|name| is_dated(name.strip_suffix(UNFINISHED).unwrap_or(name)));
        let folders = names.map(|name| self.root.join(name));
        Ok(folders.filter(|folder| !folder.join(super::description::FILE).exists()).collect())
    }

    fn names(&self) -> anyhow::Result<Vec<String>> {
        names(&self.root)
    }
}

/// How long ago the newest whole backup of a folder ended, in seconds; `None` if there is none, or it cannot be read.
pub fn age_of_newest(root: &Path, now: Timestamp) -> Option<f64> {
    let newest = BackupFolder::open(root).ok()?.backups().ok()?.pop()?;
    Some(now.duration_since(newest.description.ended_at).as_secs_f64())
}

fn names(folder: &Path) -> anyhow::Result<Vec<String>> {
    let unreadable = || format!("the folder {} cannot be read", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        names.push(entry.with_context(unreadable)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn ensure_ours(root: &Path) -> anyhow::Result<()> {
    let is_ours = |name: &str| {
        ["backup.lock", "wal", "wal-source", "lost+found"].contains(&name)
            || is_dated(name.strip_suffix(UNFINISHED).unwrap_or(name))
    };
    if let Some(other) = names(root)?.into_iter().find(|name| !is_ours(name)) {
        bail!(
            "the folder {} is not empty and not one of Mallard's backups: it holds {other}. Name a new or empty folder, or \
             the one that earlier backups are in",
            root.display()
        );
    }
    Ok(())
}

/// Whether it is a name like `20261123T120000Z`.
fn is_dated(name: &str) -> bool {
    let shape = |(at, byte): (usize, u8)| match at {
        8 => byte == b'T',
        15 => byte == b'Z',
        _ => byte.is_ascii_digit(),
    };
    name.len() == 16 && name.bytes().enumerate().all(shape)
}
