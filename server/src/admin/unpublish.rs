//! The admin command that makes collections and studies private.

use std::io::Write;

use anyhow::Context;

use super::open_database;
use crate::collections::{self, CollectionId};
use crate::platform::chance::ShortId;
use crate::platform::config::Config;
use crate::platform::database::Pool;
use crate::platform::now::Now;
use crate::studies;
use crate::web::visibility::Unpublished;

/// Makes a collection or a study private, and prints what it is called and about.
///
/// # Errors
/// There is none at that address, or the database cannot be reached; worded for the operator.
pub async fn unpublish(config: &Config, address: &str) -> anyhow::Result<()> {
    let pool = open_database(config).await?;
    let unpublished = unpublish_at(&pool, address).await;
    pool.close();
    let Unpublished { was_private, owner, name, description } = unpublished?;
    writeln!(std::io::stdout(), "{name}, by {owner}")?;
    if !description.is_empty() {
        writeln!(std::io::stdout(), "\n{description}")?;
    }
    if was_private {
        writeln!(std::io::stderr(), "It was private already.")?;
    }
    Ok(())
}

/// Makes the collection or study at an address of the site private.
///
/// # Errors
/// There is none, or the database fails; worded for the operator.
pub async fn unpublish_at(pool: &Pool, address: &str) -> anyhow::Result<Unpublished> {
    let unpublished = match Work::at(address) {
        Some(Work::Collection(id)) => collections::unpublish(pool, &id).await?,
        Some(Work::Study(id)) => studies::unpublish(pool, &id, Now::system().get()).await?,
        None => anyhow::bail!(
            "'{address}' is no address of a collection or a study: theirs end like /collections/k3xp9w2mfa or /studies/k3xp9w2mfa"
        ),
    };
    unpublished.with_context(|| format!("there is nothing at '{address}'"))
}

/// What can be made private.
enum Work {
    Collection(CollectionId),
    Study(ShortId),
}

impl Work {
    /// What the address of its page, or of one below it, names.
    fn at(address: &str) -> Option<Self> {
        let path = address.split(['?', '#']).next()?;
        let mut words = path.split('/').skip_while(|word| !matches!(*word, "collections" | "studies"));
        match (words.next()?, words.next()?) {
            ("collections", id) => CollectionId::read(id).map(Self::Collection),
            (_, id) => ShortId::read(id).map(Self::Study),
        }
    }
}
