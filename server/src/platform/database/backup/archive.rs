//! How the private PostgreSQL fills the archive of WAL.
//!
//! PostgreSQL calls a few lines of shell for each file of its WAL, a minute after a change at the latest, and again until
//! they succeed. Meanwhile it keeps the file. It runs them itself: so nothing of the archive depends on the server.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};

use super::folder::BackupFolder;
use crate::platform::database::private::account::{self, Account, finish};
use crate::platform::database::private::binaries::Binaries;
use crate::platform::database::private::cluster;

const ARCHIVE: &str = include_str!("archive-wal.sh");
const FETCH: &str = include_str!("fetch-wal.sh");

/// How long PostgreSQL waits for more changes before it archives a segment that is not full, in seconds: what is lost at
/// most when a disk dies.
const ARCHIVE_TIMEOUT: u32 = 60;

/// Makes a folder ready for the WAL of the private PostgreSQL in a data folder, and gives the settings with which that fills
/// it.
///
/// # Errors
/// The folder cannot be used, or holds backups of another database: their WAL must not be mixed. Worded for the operator.
pub async fn archive_settings(folder: &Path, data: &Path) -> anyhow::Result<Vec<String>> {
    let data = std::path::absolute(data)?;
    let (home, files) = (data.join("postgres"), data.join("postgres/cluster"));
    let account = Account::choose(account::is_root().await?, &home)?;
    let folder = BackupFolder::make(folder, &account).await?;
    ensure_same_database(&folder, &account, &data, &files).await?;
    let wal = folder.wal();
    if !wal.exists() {
        account.make_folder(&wal).with_context(|| format!("{} cannot be made", wal.display()))?;
    }
    note_source(&folder, &data)?;
    let script = r#"touch "$1/try" && rm "$1/try""#;
    finish(account.command("/bin/sh").args(["-c", script, "sh"]).arg(&wal)).await.with_context(|| {
        let (wal, name) = (wal.display(), account.name());
        format!("{wal} cannot be written by {name}, as whom PostgreSQL runs")
    })?;
    copy_histories(&account, &files, &wal).await?;
    Ok(vec![
        "archive_mode=on".to_owned(),
        format!("archive_timeout={ARCHIVE_TIMEOUT}"),
        format!("archive_command={}", command(ARCHIVE, "mallard-archive", &wal)),
    ])
}

/// What PostgreSQL runs to get a file of the WAL back.
pub(super) fn restore_command(wal: &Path) -> String {
    format!("restore_command={}", command(FETCH, "mallard-fetch", wal))
}

/// PostgreSQL puts in the path for `%p` and the name for `%f`.
fn command(script: &str, name: &str, wal: &Path) -> String {
    let wal = quoted(&wal.display().to_string()).replace('%', "%%");
    let script = script.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    format!("/bin/sh -c {} {name} \"%p\" \"%f\" {wal}", quoted(&script).replace('%', "%%"))
}

/// A word for the shell.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A new database is not begun where there are backups of one that is gone, and none goes on in the archive of another.
async fn ensure_same_database(
    folder: &BackupFolder,
    account: &Account,
    data: &Path,
    files: &Path,
) -> anyhow::Result<()> {
    let (shown, data) = (folder.root().display(), data.display());
    let Some(version) = cluster::version(files) else {
        ensure!(
            folder.backups()?.is_empty(),
            "there is no database in {data}, and BACKUP_FOLDER {shown} holds backups of one. To get it back: \"mallard restore \
             {shown}\" (or script/server restore). To begin an empty one: name another BACKUP_FOLDER"
        );
        return Ok(());
    };
    // Without them the server does not start either, and says which to install.
    let Ok(binaries) = Binaries::of_version(&version).await else { return Ok(()) };
    let control = finish(account.command(binaries.program("pg_controldata")).arg(files)).await?;
    let system = control.lines().find_map(|line| line.strip_prefix("Database system identifier:"));
    folder.ensure_same_database(system.context("pg_controldata names no system")?.trim()).context("BACKUP_FOLDER")
}

/// A copy of a database that is restored elsewhere, to look at it, must not write into the archive of the one that goes on:
/// nothing else tells them apart.
fn note_source(folder: &BackupFolder, data: &Path) -> anyhow::Result<()> {
    let (note, data) = (folder.wal_source(), data.display().to_string());
    match fs::read_to_string(&note) {
        Ok(source) if source.trim_end() == data => Ok(()),
        Ok(source) => bail!(
            "BACKUP_FOLDER {} is filled by the database in {}, and this one is in {data}: name another folder, or, if that \
             database is gone for good, remove {}",
            folder.root().display(),
            source.trim_end(),
            note.display()
        ),
        Err(_) => {
            fs::write(&note, format!("{data}\n")).with_context(|| format!("{} cannot be written", note.display()))
        }
    }
}

/// A restored database has begun a timeline while nothing was archived: without its history later segments would not be
/// found.
async fn copy_histories(account: &Account, files: &Path, wal: &Path) -> anyhow::Result<()> {
    let script = r#"umask 077
        for history in "$1"/pg_wal/*.history; do
            kept=$2/${history##*/}
            if [ -e "$history" ] && ! [ -e "$kept" ]; then cp "$history" "$kept.new" && mv "$kept.new" "$kept" || exit; fi
        done"#;
    let copied = finish(account.command("/bin/sh").args(["-c", script, "sh"]).arg(files).arg(wal)).await;
    copied.map(drop).context("the histories of the database cannot be archived")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_may_have_any_name() {
        let command = command("exit", "name", Path::new("/it's 100%"));
        assert_eq!(command, r#"/bin/sh -c 'exit' name "%p" "%f" '/it'\''s 100%%'"#);
    }
}
