//! A folder that is removed again unless what is written into it is completed.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::Context;

/// How often removing is tried: a program that was just killed may still write.
const MAX_ATTEMPTS: u32 = 20;

/// Dropped, it removes the folder with all that is in it.
pub(super) struct Unfinished {
    folder: PathBuf,
    is_kept: bool,
}

impl Unfinished {
    /// A folder that does not exist: what was left of an earlier attempt is removed.
    ///
    /// # Errors
    /// It cannot be removed.
    pub(super) fn clear(folder: PathBuf) -> anyhow::Result<Self> {
        remove(&folder).with_context(|| format!("remains of an earlier attempt, {}", folder.display()))?;
        Ok(Self { folder, is_kept: false })
    }

    pub(super) fn path(&self) -> &Path {
        &self.folder
    }

    /// What is in it is whole: it gets its name.
    ///
    /// # Errors
    /// It cannot be renamed.
    pub(super) fn becomes(mut self, name: &Path) -> anyhow::Result<()> {
        fs::rename(&self.folder, name).with_context(|| format!("{} cannot get its name", self.folder.display()))?;
        self.is_kept = true;
        let parent = name.parent().unwrap_or(Path::new("/"));
        Ok(fs::File::open(parent).and_then(|parent| parent.sync_all())?)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.is_kept
            && let Err(error) = remove(&self.folder)
        {
            tracing::warn!(folder = %self.folder.display(), %error, "what is unfinished could not be removed");
        }
    }
}

/// Removes a folder that is there or not.
pub(super) fn remove(folder: &Path) -> std::io::Result<()> {
    let mut attempts = 0;
    loop {
        attempts += 1;
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(_) if attempts < MAX_ATTEMPTS => thread::sleep(Duration::from_millis(50)),
            result => return result,
        }
    }
}
