//! A server's data folder and its backups, and the commands an operator types.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use jiff::Timestamp;
use serde_json::Value;
use tempfile::TempDir;

use crate::startup::process::{self, Mallard, eventually, is_alive, postgres, refusal};

pub struct Place(TempDir);

impl Place {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // For PostgreSQL's account, where root runs the tests.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        Self(folder)
    }

    /// A server was run that archived its WAL, and a player signed up; now all is stopped.
    pub fn with_a_player() -> Self {
        let place = Self::new();
        let server = place.serves();
        place.signs_up(
            "insert into players (name, email, password_hash, created_at)
            values ('kwik', 'kwik@example.org', '', now()) returning id",
        );
        place.stops(server);
        place
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn data(&self) -> PathBuf {
        self.path().join("data")
    }

    pub fn backups(&self) -> PathBuf {
        self.path().join("backups")
    }

    pub fn wal(&self) -> PathBuf {
        self.backups().join("wal")
    }

    /// The program, without a folder of backups.
    pub fn bare(&self, words: &[&str]) -> Command {
        let mut command = process::command(&self.data());
        command.env_remove("BACKUP_FOLDER").env("RUST_LOG", "warn").args(words);
        command
    }

    /// The same with the folder set.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = self.bare(words);
        command.env("BACKUP_FOLDER", self.backups());
        command
    }

    pub fn serves(&self) -> Mallard {
        Mallard::run(&mut self.command(&[]))
    }

    /// Kills a server: its PostgreSQL ends in good order, and archives what is left.
    pub fn stops(&self, server: Mallard) {
        let postgres = postgres(&self.data()).unwrap();
        server.kill();
        eventually("PostgreSQL has ended", || !is_alive(postgres));
    }

    pub fn signs_up(&self, sql: &'static str) {
        assert!(process::query(&self.data(), sql).is_some());
    }

    /// Runs a command that does what it shall: what it says.
    #[track_caller]
    pub fn says(&self, words: &[&str]) -> String {
        let output = self.command(words).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let (out, err) = (text(output.stdout), text(output.stderr));
        assert!(output.status.success(), "{words:?}: {out}{err}");
        out + &err
    }

    /// Makes a backup: its folder.
    #[track_caller]
    pub fn backs_up(&self) -> PathBuf {
        PathBuf::from(self.says(&["backup"]).lines().next().unwrap())
    }

    /// Runs a command that is refused, and leaves the data as it was: why.
    #[track_caller]
    pub fn refuses(&self, words: &[&str]) -> String {
        self.refuses_to(&mut self.command(words))
    }

    #[track_caller]
    pub fn refuses_to(&self, command: &mut Command) -> String {
        let before = self.files_of_data();
        let said = refusal(command);
        assert_eq!(self.files_of_data(), before, "{said}");
        said
    }

    fn files_of_data(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        for folder in [self.data(), self.data().join("postgres")] {
            let entries = fs::read_dir(folder).into_iter().flatten();
            files.extend(entries.map(|entry| entry.unwrap().path()));
        }
        // To look at a database it is started, and leaves these.
        let is_of_a_start = |path: &Path| {
            let name = path.file_name().unwrap().to_string_lossy();
            name == "sockets" || name.starts_with("postgres.log")
        };
        files.retain(|path| !is_of_a_start(path));
        files.sort();
        files
    }

    pub fn loses_all(&self) {
        fs::remove_dir_all(self.data()).unwrap();
    }
}

/// An instant in the description of a backup.
pub fn instant(backup: &Path, name: &str) -> Timestamp {
    let about: Value = serde_json::from_slice(&fs::read(backup.join("mallard-backup.json")).unwrap()).unwrap();
    about[name].as_str().unwrap().parse().unwrap()
}
