//! `mallard backup` and `mallard restore`: what is backed up and restored, and what is said about it. How is in
//! `platform/database/backup`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use jiff::Timestamp;
use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection};

use crate::games::{Contents, contents, damaged};
use crate::platform::config::Config;
use crate::platform::database::Pool;
use crate::platform::database::backup::{self, Restored, Source, Taken};
use crate::platform::database::private;
use crate::platform::database::{self, MIGRATOR};
use crate::platform::now::Now;
use crate::run::{self, Signals};

/// Makes a backup. Prints its folder, and to standard error what is in it.
///
/// # Errors
/// The copy cannot be made; or somebody has stopped it.
pub async fn backup(config: &Config, folder: &Path, keep: Option<NonZeroUsize>) -> anyhow::Result<()> {
    let mut signals = Signals::listen()?;
    let taken = tokio::select! {
        taken = take(config, folder, keep) => taken?,
        () = signals.received() => bail!("stopped: no backup was made"),
    };
    writeln!(std::io::stdout(), "{}", taken.folder.display())?;
    let mut said = std::io::stderr();
    let about = &taken.description;
    writeln!(
        said,
        "It holds all that was committed before {}: {} MB, checked by pg_verifybackup.",
        about.holds_until,
        about.bytes.div_ceil(1_000_000)
    )?;
    if taken.has_archive {
        writeln!(
            said,
            "With the WAL that is archived beside it, it leads to every instant from {} on.",
            about.ended_at
        )?;
    } else {
        writeln!(said, "What is committed later is in the next backup, or in a WAL archive: see docs/operating.md.")?;
    }
    for old in &taken.removed {
        writeln!(said, "Removed {}.", old.display())?;
    }
    Ok(())
}

async fn take(config: &Config, folder: &Path, keep: Option<NonZeroUsize>) -> anyhow::Result<Taken> {
    if let Some(url) = &config.database_url {
        return backup::take(&database::parse_url(url)?, folder, None, keep).await;
    }
    let data = std::path::absolute(run::data_folder(config).await?)?;
    let home = data.join("postgres");
    if let Some(options) = private::running(&data)
        && answers(&options).await
    {
        return backup::take(&options, folder, Some(&home), keep).await;
    }
    ensure!(
        home.join("cluster").exists(),
        "there is no database in {}: name its folder with MALLARD_DATA, or its address with DATABASE_URL",
        data.display()
    );
    let private = run::start_private(config, &data).await?;
    let taken = backup::take(&private.options(), folder, Some(&home), keep).await;
    private.stop().await;
    taken
}

/// Whether the PostgreSQL of a server that runs answers; a note of one may be left of a power cut.
async fn answers(options: &PgConnectOptions) -> bool {
    match PgConnection::connect_with(options).await {
        Ok(connection) => connection.close().await.is_ok(),
        Err(_) => false,
    }
}

/// Restores a backup, and says what is in it.
///
/// # Errors
/// Nothing leads there; or there are players or games, or somebody has stopped it.
pub async fn restore(
    config: &Config,
    folder: &Path,
    until: Option<Timestamp>,
    into: Option<&Path>,
) -> anyhow::Result<()> {
    let mut signals = Signals::listen()?;
    tokio::select! {
        restored = restore_now(config, folder, until, into) => restored,
        () = signals.received() => bail!("stopped: nothing was restored"),
    }
}

async fn restore_now(
    config: &Config,
    folder: &Path,
    until: Option<Timestamp>,
    into: Option<&Path>,
) -> anyhow::Result<()> {
    let now = Now::system().get();
    let source = Source::open(folder)?;
    if let Some(into) = into {
        let restored = backup::into_new_folder(source, until, now, into, look_at).await?;
        tell(&restored, until)?;
        let (into, major) = (std::path::absolute(into)?, restored.description.major().to_owned());
        let mut said = std::io::stderr();
        writeln!(said, "The files of its database are in {}, for PostgreSQL {major}.", into.display())?;
        writeln!(
            said,
            "Stop your PostgreSQL, set data_directory in its postgresql.conf to that folder, and start it again."
        )?;
        writeln!(
            said,
            "The folder must belong to the account that PostgreSQL runs as: chown -R postgres {}",
            into.display()
        )?;
        return Ok(());
    }
    ensure!(
        config.database_url.is_none(),
        "DATABASE_URL names a PostgreSQL that Mallard does not run, so it cannot replace its files. Restore into a new folder \
         with --into NEWFOLDER, and start that PostgreSQL on it; or unset DATABASE_URL to restore into the data folder of a \
         server that runs its own"
    );
    let data = run::data_folder(config).await?;
    let shown = std::path::absolute(&data)?;
    let ensure_empty = async |pool: &Pool| ensure_empty(pool, &shown).await;
    let restored = backup::into_data_folder(source, until, now, &data, ensure_empty, look_at).await?;
    tell(&restored, until)?;
    writeln!(std::io::stderr(), "It is in {}: start the server, and make a backup.", shown.display())?;
    Ok(())
}

/// Refuses to lose players or games.
async fn ensure_empty(pool: &Pool, data: &Path) -> anyhow::Result<()> {
    let Contents { players, games } = contents(pool).await?;
    let home = data.join("postgres");
    ensure!(
        players == 0 && games == 0,
        "{} holds {} and {} already, which are not overwritten: to put them aside, stop the server and type \"mv {home} \
         {home}.old\"; or name another folder with MALLARD_DATA",
        data.display(),
        count(players, "player"),
        count(games, "game"),
        home = home.display(),
    );
    Ok(())
}

/// What there is in a database that was restored.
struct Looked {
    contents: Contents,
    /// `None` if its tables are of an older release, which only that can read.
    damaged: Option<Vec<String>>,
}

async fn look_at(pool: &Pool) -> anyhow::Result<Looked> {
    let contents = contents(pool).await.context("the restored database cannot be read")?;
    let schema: Option<i64> = sqlx::query_scalar("select max(version) from _sqlx_migrations").fetch_one(pool).await?;
    let newest = MIGRATOR.iter().map(|migration| migration.version).max();
    let damaged = if schema == newest { Some(damaged(pool).await?) } else { None };
    Ok(Looked { contents, damaged })
}

fn tell(restored: &Restored<Looked>, until: Option<Timestamp>) -> anyhow::Result<()> {
    let Contents { players, games } = restored.found.contents;
    let about = &restored.description;
    let end = restored.last_commit.map_or(about.holds_until, |commit| commit.max(about.holds_until));
    let mut out = std::io::stdout();
    let (players, games) = (count(players, "player"), count(games, "game"));
    writeln!(out, "Restored {players} and {games} from {}.", restored.backup.display())?;
    match until {
        Some(until) => writeln!(out, "Everything committed until {until} is there, and nothing later.")?,
        None => writeln!(out, "Everything committed until {end} is there.")?,
    }
    match &restored.found.damaged {
        None => writeln!(out, "Its tables are of an older release: the server brings them up to date when it starts.")?,
        Some(damaged) if damaged.is_empty() => writeln!(out, "Every running game agrees with its log.")?,
        Some(damaged) => writeln!(
            std::io::stderr(),
            "{} cannot be read from their logs, or differ from them: {}",
            count(damaged.len() as i64, "game"),
            damaged.join(", ")
        )?,
    }
    Ok(())
}

fn count(number: i64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
