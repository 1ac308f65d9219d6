//! The data folder. For a server run by root its top stays root's and only `postgres/` is the database's account's: so
//! somebody who gains control of that account cannot redirect what root writes.
//!
//! ```text
//! server.lock     held by the one server that uses the folder; its process number
//! postgres/       entered by the database's account alone
//!   cluster/        the files of PostgreSQL
//!   sockets/        where it listens
//!   postgres.log    of this start, postgres.log.1 of the one before
//! ```

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use super::account::{self, Account, finish};

/// A unix socket's path has at most 103 bytes on some systems, and PostgreSQL's own part of it takes 15.
const MAX_SOCKET_FOLDER_BYTES: usize = 88;

/// A data folder that no other server uses as long as this value lives.
#[derive(Debug)]
pub(in crate::platform::database) struct DataFolder {
    root: PathBuf,
    _lock: File,
}

/// `/var/lib/mallard` for root, else `mallard` in the user's data folder.
///
/// # Errors
/// When the environment names no home.
pub async fn default_folder() -> anyhow::Result<PathBuf> {
    if account::is_root().await? {
        return Ok(PathBuf::from("/var/lib/mallard"));
    }
    let set = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local/share")))
        .map(|folder| folder.join("mallard"))
        .context("HOME is not set: set MALLARD_DATA to the folder the data shall live in")
}

impl DataFolder {
    /// Makes the folder if need be and locks it.
    ///
    /// # Errors
    /// When it is in use, belongs to somebody else, or holds something of our names that is not ours.
    pub(in crate::platform::database) fn open(root: &Path, is_root: bool) -> anyhow::Result<Self> {
        let shown = root.display().to_string();
        let unusable = || format!("the data folder {shown} cannot be used (MALLARD_DATA can name another)");
        fs::create_dir_all(root).with_context(unusable)?;
        let root = root.canonicalize().with_context(unusable)?;
        ensure_ours(&root).with_context(unusable)?;
        let lock = lock(&root.join("server.lock")).with_context(unusable)?;
        if is_root {
            let mode = root.metadata().with_context(unusable)?.mode();
            fs::set_permissions(&root, Permissions::from_mode(mode | 0o001)).with_context(unusable)?;
        }
        Ok(Self { root, _lock: lock })
    }

    pub(in crate::platform::database) fn root(&self) -> &Path {
        &self.root
    }

    pub(in crate::platform::database) fn home(&self) -> PathBuf {
        self.root.join("postgres")
    }

    pub(in crate::platform::database) fn cluster(&self) -> PathBuf {
        self.home().join("cluster")
    }

    pub(super) fn log(&self) -> PathBuf {
        self.home().join("postgres.log")
    }

    /// What PostgreSQL said last, for an operator who has to see why it does not start.
    pub(super) fn last_words(&self) -> String {
        let log = fs::read_to_string(self.log()).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        let last = lines[lines.len().saturating_sub(3)..].join("\n  ");
        format!("PostgreSQL does not start; the end of its log {}:\n  {last}\n", self.log().display())
    }

    /// Makes the database's home if need be and lets its account in.
    ///
    /// # Errors
    /// When the account cannot come that far, with the folder that is closed to it.
    pub(in crate::platform::database) async fn give_home_to(&self, account: &Account) -> anyhow::Result<()> {
        let home = self.home();
        if !home.exists() {
            DirBuilder::new().mode(0o700).create(&home).with_context(|| format!("{} not made", home.display()))?;
        }
        if let Account::Other { uid, gid, .. } = account
            && home.metadata()?.uid() == 0
        {
            std::os::unix::fs::chown(&home, Some(*uid), Some(*gid)).context("the data folder cannot be given away")?;
        }
        if let Some(closed) = account.first_closed(&home).await? {
            bail!(
                "PostgreSQL runs as {}, who may not enter {closed}: choose another folder with MALLARD_DATA (for root \
                 /var/lib/mallard does), or allow it with \"chmod o+x {closed}\"",
                account.name(),
            );
        }
        Ok(())
    }

    /// An empty folder for the sockets that only the account can enter: everybody who can reach them is trusted.
    pub(super) async fn make_sockets(&self, account: &Account) -> anyhow::Result<PathBuf> {
        let sockets = self.home().join("sockets");
        if sockets.as_os_str().as_bytes().len() <= MAX_SOCKET_FOLDER_BYTES {
            let script = r#"rm -rf "$1" && mkdir -m 700 "$1""#;
            let mut make = account.command("/bin/sh");
            let made = finish(make.args(["-c", script, "sh"]).arg(&sockets)).await;
            made.context("no folder for the database's socket")?;
            return Ok(sockets);
        }
        let made = finish(account.command("mktemp").args(["-d", "/tmp/mallard.XXXXXX"])).await;
        made.map(PathBuf::from).context("no folder for the database's socket")
    }
}

/// Removes what a killed PostgreSQL left behind where it listened: it would stop the next one, should its process number be in
/// use again.
pub(super) fn empty_sockets(sockets: &Path) -> std::io::Result<()> {
    for file in fs::read_dir(sockets)? {
        match fs::remove_file(file?.path()) {
            // It may still be ending.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            removed => removed?,
        }
    }
    Ok(())
}

/// Where the PostgreSQL on a data folder listens: the fifth line of what it notes while it runs.
pub(super) fn sockets_in_use(root: &Path) -> Option<PathBuf> {
    let note = fs::read_to_string(root.join("postgres/cluster/postmaster.pid")).ok()?;
    note.lines().nth(4).filter(|sockets| !sockets.is_empty()).map(PathBuf::from)
}

/// Refuses a folder in which something of our names is not ours, and warns of one that holds other things too: those
/// are left as they are.
fn ensure_ours(root: &Path) -> anyhow::Result<()> {
    let (mut lock, mut home, mut others) = (None, None, 0);
    for entry in fs::read_dir(root)? {
        let entry = entry?;
        match entry.file_name().as_bytes() {
            b"server.lock" => lock = Some(entry),
            b"postgres" => home = Some(entry),
            b"lost+found" => {}
            _ => others += 1,
        }
    }
    let remedy = "move it away, or choose another folder";
    if let Some(lock) = &lock {
        ensure!(is_lock(&lock.path()), "the file server.lock in it is not Mallard's: {remedy}");
    }
    if let Some(home) = &home {
        // The lock is made before anything else.
        ensure!(lock.is_some(), "the folder postgres in it was not made by Mallard: {remedy}");
        ensure!(home.file_type()?.is_dir(), "postgres in it is no folder: {remedy}");
        ensure_whole(&home.path().join("cluster"))?;
    }
    if others > 0 && home.is_none() {
        let folder = root.display();
        tracing::warn!(%folder, others, "the data folder holds other things too: they are left as they are");
    }
    Ok(())
}

/// Whether this is a lock as [`lock`] leaves it: empty, or with the number of a process.
fn is_lock(path: &Path) -> bool {
    let short = path.symlink_metadata().is_ok_and(|file| file.is_file() && file.len() < 20);
    let text = if short { fs::read_to_string(path) } else { return false };
    text.is_ok_and(|text| text.trim_end().bytes().all(|byte| byte.is_ascii_digit()))
}

/// A database is renamed to its place when it is whole.
fn ensure_whole(cluster: &Path) -> anyhow::Result<()> {
    let empty = fs::read_dir(cluster).map_or(true, |mut files| files.next().is_none());
    ensure!(
        empty || cluster.join("PG_VERSION").is_file(),
        "the database in postgres/cluster is damaged, its file PG_VERSION is gone: put a copy back, or move postgres \
         away to begin with an empty database",
    );
    Ok(())
}

fn lock(path: &Path) -> anyhow::Result<File> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::Error(error)) => return Err(error).context("its lock cannot be taken"),
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            file.read_to_string(&mut holder)?;
            bail!("another Mallard (process {}) is using it; stop that one first", holder.trim());
        }
    }
    file.set_len(0)?;
    file.write_all(format!("{}\n", std::process::id()).as_bytes())?;
    Ok(file)
}
