//! Admin commands, for operators.

mod backups;
mod puzzles;
mod unpublish;
mod worker;

use std::io::Write;

use anyhow::Context;

pub use backups::{backup, restore};
pub use puzzles::puzzles;
pub use unpublish::{unpublish, unpublish_at};
pub use worker::worker;

use crate::account_links;
use crate::accounts;
use crate::platform::config::Config;
use crate::platform::database;
use crate::platform::database::Pool;
use crate::platform::now::Now;
use crate::{fair_play, run};

/// Prints a password reset link, and to standard error what the operator has to know about it.
///
/// # Errors
/// Nobody has that name, or the database cannot be reached; worded for the operator.
pub async fn reset_link(config: &Config, name: &str) -> anyhow::Result<()> {
    let pool = open_database(config).await?;
    let link = account_links::reset_link(&pool, &config.site(), name, Now::system().get()).await?;
    pool.close();
    writeln!(std::io::stdout(), "{}", link.url)?;
    let player = link.player;
    writeln!(std::io::stderr(), "For {player} alone. It works once, for an hour, and ends all their sessions.")?;
    if config.public_url.is_none() {
        writeln!(
            std::io::stderr(),
            "If the site is not at {}, give this command its server's PUBLIC_URL or PORT.",
            config.site()
        )?;
    }
    Ok(())
}

/// Prints how often a player chose the turns that an engine would choose.
///
/// # Errors
/// Nobody has that name, or the database cannot be reached; worded for the operator.
pub async fn fair_play(config: &Config, name: &str) -> anyhow::Result<()> {
    let pool = open_database(config).await?;
    let report = fair_play::report(&pool, &config.site(), name).await?;
    pool.close();
    writeln!(std::io::stdout(), "{report}")?;
    Ok(())
}

/// Takes the words that a player has written about themselves off their page, and prints them.
///
/// # Errors
/// Nobody has that name, or the database cannot be reached; worded for the operator.
pub async fn clear_profile(config: &Config, name: &str) -> anyhow::Result<()> {
    let pool = open_database(config).await?;
    let words = accounts::clear_profile(&pool, name).await?;
    pool.close();
    match words {
        Some(words) => writeln!(std::io::stdout(), "{words}")?,
        None => writeln!(std::io::stderr(), "{name} has written nothing.")?,
    }
    Ok(())
}

/// The database of a server: the one that is named, or the private one of a server that runs. Its tables are left as they
/// are: bringing them up to date is for servers.
async fn open_database(config: &Config) -> anyhow::Result<Pool> {
    if let Some(url) = &config.database_url {
        return database::connect(database::parse_url(url)?, config.database_connections).await;
    }
    let data = run::data_folder(config).await?;
    let shown = data.display();
    let none = || {
        format!(
            "no server is running on the data in {shown}: start it first, or name its folder with MALLARD_DATA or its database with DATABASE_URL"
        )
    };
    let options = database::private::running(&data).with_context(none)?;
    database::connect(options, config.database_connections).await.with_context(none)
}
