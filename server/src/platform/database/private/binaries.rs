//! Which PostgreSQL programs to use: files made by one major version can only be run by the same.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use super::account::{Account, finish};
use super::folder::DataFolder;

/// Where installers put the programs; `*` stands for the version.
const PLACES: [&str; 6] = [
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
    "/home/linuxbrew/.linuxbrew/opt/postgresql@*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
];

/// A folder with the programs of one PostgreSQL.
#[derive(Debug)]
pub(in crate::platform::database) struct Binaries {
    folder: PathBuf,
    major: String,
}

impl Binaries {
    /// The programs that made the data, or for new data the first found: from `PATH`, so that one can choose, then
    /// from the places of `pg_config` and the installers, newest first.
    ///
    /// # Errors
    /// When there are none, with what to install.
    pub(super) async fn find(made_by: Option<&str>, data: &DataFolder) -> anyhow::Result<Self> {
        if let Some(made_by) = made_by {
            return Self::of_version(made_by).await.map_err(|found| {
                anyhow!(
                    "the data in {} was made by PostgreSQL {made_by}, and installed is: {found}. Install version \
                     {made_by} (Debian and Ubuntu: apt-get install postgresql-{made_by}), or choose another folder \
                     with MALLARD_DATA and move the games with pg_dump and pg_restore",
                    data.root().display()
                )
            });
        }
        for folder in candidates(&["postgres", "initdb"]).await {
            if let Some(major) = major_version(&folder.join("postgres")).await {
                return Ok(Self { folder, major });
            }
        }
        bail!(
            "no PostgreSQL is installed: install it (Debian and Ubuntu: apt-get install postgresql; \
             Homebrew: brew install postgresql), or set DATABASE_URL to a database of yours"
        )
    }

    /// The programs for files made by this major version of PostgreSQL, or else the versions that there are, as a sentence
    /// lists them.
    pub(in crate::platform::database) async fn of_version(major: &str) -> Result<Self, String> {
        Self::all_with(&["postgres", "initdb"], major).await
    }

    /// The programs that make and check backups of this major version, or else the versions that there are. A machine that
    /// runs no PostgreSQL may have them alone.
    pub(in crate::platform::database) async fn of_client(major: &str) -> Result<Self, String> {
        Self::all_with(&["pg_basebackup", "pg_verifybackup"], major).await
    }

    async fn all_with(programs: &[&'static str], major: &str) -> Result<Self, String> {
        let mut found = Vec::new();
        for folder in candidates(programs).await {
            match major_version(&folder.join(programs[0])).await {
                Some(version) if version == major => return Ok(Self { folder, major: version }),
                Some(version) => found.push(version),
                None => {}
            }
        }
        Err(if found.is_empty() { "none".to_owned() } else { found.join(", ") })
    }

    /// The program of PostgreSQL of this name.
    pub(in crate::platform::database) fn program(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(in crate::platform::database) fn major(&self) -> &str {
        &self.major
    }
}

/// Every folder that holds these programs, best first.
async fn candidates(programs: &[&str]) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(folder) = finish(Account::Own.command("pg_config").arg("--bindir")).await {
        folders.push(folder.into());
    }
    folders.extend(PLACES.iter().flat_map(|place| versions_in(place)));
    let mut seen = Vec::new();
    for folder in folders {
        // A link in PATH may stand for one program alone: its own folder has the rest.
        let Ok(program) = folder.join(programs[0]).canonicalize() else { continue };
        let Some(real) = program.parent() else { continue };
        if programs.iter().all(|program| real.join(program).is_file()) && !seen.iter().any(|known| known == real) {
            seen.push(real.to_owned());
        }
    }
    seen
}

/// The folders a place stands for, highest version first.
fn versions_in(place: &str) -> Vec<PathBuf> {
    let Some((before, after)) = place.split_once('*') else { return Vec::new() };
    let (parent, prefix) = before.rsplit_once('/').unwrap_or(("", before));
    let Ok(entries) = std::fs::read_dir(parent) else { return Vec::new() };
    let mut versions: Vec<(u32, PathBuf)> = entries
        .flatten()
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.strip_prefix(prefix)?.parse().ok()?;
            Some((version, PathBuf::from(format!("{before}{version}{after}"))))
        })
        .collect();
    versions.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    versions.into_iter().map(|(_, folder)| folder).collect()
}

/// `15` from `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`, `18` from `postgres (PostgreSQL) 18beta1`.
async fn major_version(program: &Path) -> Option<String> {
    let answer = finish(Account::Own.command(program).arg("--version")).await.ok()?;
    let version = answer.split_once(") ")?.1;
    let digits = version.find(|c: char| !c.is_ascii_digit()).unwrap_or(version.len());
    (digits > 0).then(|| version[..digits].to_owned())
}
