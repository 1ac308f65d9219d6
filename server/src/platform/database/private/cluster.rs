//! The files of PostgreSQL: made once, and never used by two postmasters.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use tokio::time::{Instant, sleep};

use super::NAME;
use super::account::{Account, finish};
use super::binaries::Binaries;
use super::folder::DataFolder;

/// How long a PostgreSQL may take to go after it has finished its work.
const ENDING_TIMEOUT: Duration = Duration::from_secs(60);

/// The major version that made the files; none if there are none yet.
pub(in crate::platform::database) fn version(cluster: &Path) -> Option<String> {
    let text = fs::read_to_string(cluster.join("PG_VERSION")).ok()?;
    Some(text.trim().to_owned())
}

/// Makes the files under another name first: half a cluster, left by an interrupted start, is never taken for a whole.
///
/// The locale is C, which is the same on every machine and for every version: names and turns are compared as bytes.
pub(super) async fn make(folder: &DataFolder, account: &Account, binaries: &Binaries) -> anyhow::Result<()> {
    tracing::info!(folder = %folder.root().display(), version = binaries.major(), "making a database");
    let unfinished = folder.home().join("cluster.unfinished");
    match fs::remove_dir_all(&unfinished) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error).context("remains of an earlier start"),
        _ => {}
    }
    let options = ["--encoding=UTF8", "--locale=C", "--data-checksums", "--auth-local=trust", "--auth-host=reject"];
    let mut initdb = account.command(binaries.program("initdb"));
    finish(initdb.arg("-D").arg(&unfinished).args(["--username", NAME]).args(options)).await?;
    fs::rename(&unfinished, folder.cluster()).context("the new database cannot be moved to its place")?;
    File::open(folder.home()).and_then(|home| home.sync_all()).context("the data folder cannot be written")
}

/// Stops a PostgreSQL that still runs on the files of a dead server: its watchdog may have been killed too, or still be
/// waiting for it. The caller holds the folder's lock, so no living server needs it.
pub(in crate::platform::database) async fn end_orphan(
    cluster: &Path,
    account: &Account,
    binaries: &Binaries,
) -> anyhow::Result<()> {
    let note = cluster.join("postmaster.pid");
    let Some(process) = fs::read_to_string(&note).ok().and_then(|text| text.lines().next()?.parse::<u32>().ok()) else {
        return Ok(());
    };
    match runs_on(process, cluster).await {
        Some(true) => {
            tracing::warn!(process, "a PostgreSQL of an earlier server still runs: ending it");
            let arguments = ["stop", "--mode=fast", "--wait", "--timeout=120", "-D"];
            let mut pg_ctl = account.command(binaries.program("pg_ctl"));
            let ended = finish(pg_ctl.args(arguments).arg(cluster)).await;
            // It fails too where PostgreSQL was already ending: its last act is to remove the note, and it may need a while
            // after that to give back its memory.
            let deadline = Instant::now() + ENDING_TIMEOUT;
            while runs_on(process, cluster).await == Some(true) {
                if note.exists() || Instant::now() > deadline {
                    return ended.map(drop);
                }
                sleep(Duration::from_millis(20)).await;
            }
            Ok(())
        }
        // After a power cut the number may be another program's by now, and PostgreSQL would take that for itself.
        Some(false) => fs::remove_file(&note).context("the note of an earlier start cannot be removed"),
        // PostgreSQL sees to this itself, and looks for remaining processes of its own too.
        None => Ok(()),
    }
}

/// Whether the process is a postmaster on these files; none if there is no such process.
async fn runs_on(process: u32, cluster: &Path) -> Option<bool> {
    if !Path::new("/proc/self").exists() {
        let number = process.to_string();
        let line = finish(Account::Own.command("ps").args(["-o", "command=", "-p", &number])).await.ok()?;
        return Some(line.contains(&*cluster.to_string_lossy()));
    }
    // A postmaster works in the folder of its files.
    match fs::read_link(format!("/proc/{process}/cwd")) {
        Ok(folder) => Some(folder == cluster),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Some(false),
        Err(_) => None,
    }
}
