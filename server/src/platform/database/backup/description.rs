//! What a backup says of itself.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, ensure};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::platform::database::lsn::Lsn;

/// The file that is written when all else is, so a backup without it was cut off.
pub(super) const FILE: &str = "mallard-backup.json";

/// The form of the file: a later one is not guessed at.
const FORM: u32 = 1;

/// What a backup says of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Description {
    form: u32,
    /// The version of Mallard that made it.
    pub mallard: String,
    /// The last migration that its tables have had.
    pub schema: i64,
    /// The version of PostgreSQL: `15.18`.
    pub postgres: String,
    /// What PostgreSQL calls the system identifier: the same for all copies of one database.
    pub(super) system: String,
    pub(super) database: String,
    pub(super) role: String,
    pub(super) timeline: u32,
    /// What has to be replayed at least: from here …
    pub(super) start: Lsn,
    /// … to here.
    pub(super) end: Lsn,
    /// The size of a file of the WAL.
    pub(super) segment_bytes: u64,
    /// The size of the backup.
    pub bytes: u64,
    /// When it was begun.
    pub begun_at: Timestamp,
    /// Everything that was committed before this instant is in the backup itself.
    pub holds_until: Timestamp,
    /// With the WAL that was archived since, it can be brought to any instant from this one on.
    pub ended_at: Timestamp,
}

impl Description {
    /// What PostgreSQL says of itself before the copy is made.
    pub(super) fn new(facts: Facts, copied: Copied) -> Self {
        let Facts { schema, postgres, system, database, role, segment_bytes } = facts;
        let Copied { timeline, start, end, bytes, begun_at, holds_until, ended_at } = copied;
        Self {
            form: FORM,
            mallard: env!("CARGO_PKG_VERSION").to_owned(),
            schema,
            postgres,
            system,
            database,
            role,
            timeline,
            start,
            end,
            segment_bytes,
            bytes,
            begun_at,
            holds_until,
            ended_at,
        }
    }

    /// The major version of PostgreSQL: `15`.
    pub fn major(&self) -> &str {
        self.postgres.split('.').next().unwrap_or(&self.postgres)
    }

    /// Reads the description of a backup; `None` if it has none, so is not whole.
    ///
    /// # Errors
    /// It cannot be read, or was written by a later version.
    pub(super) fn read(backup: &Path) -> anyhow::Result<Option<Self>> {
        let file = backup.join(FILE);
        if !file.exists() {
            return Ok(None);
        }
        let unreadable = || format!("{} cannot be read: was it changed?", file.display());
        let text = fs::read_to_string(&file).with_context(unreadable)?;
        let json: serde_json::Value = serde_json::from_str(&text).with_context(unreadable)?;
        ensure!(
            json["form"] == FORM,
            "{} was written by another version of Mallard ({}): use that one, or a later one",
            file.display(),
            json["mallard"].as_str().unwrap_or("unknown"),
        );
        Ok(Some(serde_json::from_value(json).with_context(unreadable)?))
    }

    /// Writes it. Whoever owns the files beside it cannot lead the writing elsewhere: the file must not be there.
    pub(super) fn write(&self, backup: &Path) -> anyhow::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(backup.join(FILE))?;
        file.write_all(serde_json::to_string_pretty(self)?.as_bytes())?;
        file.write_all(b"\n")?;
        file.sync_all()?;
        Ok(File::open(backup)?.sync_all()?)
    }
}

/// What is known of a database before its backup.
pub(super) struct Facts {
    pub(super) schema: i64,
    pub(super) postgres: String,
    pub(super) system: String,
    pub(super) database: String,
    pub(super) role: String,
    pub(super) segment_bytes: u64,
}

/// What is known of a backup when it has been made.
#[derive(Clone, Copy)]
pub(super) struct Copied {
    pub(super) timeline: u32,
    pub(super) start: Lsn,
    pub(super) end: Lsn,
    pub(super) bytes: u64,
    pub(super) begun_at: Timestamp,
    pub(super) holds_until: Timestamp,
    pub(super) ended_at: Timestamp,
}
