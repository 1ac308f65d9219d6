//! The admin command that makes collections and studies private.

use std::io::Write;

use anyhow::bail;

use super::open_database;
use crate::platform::config::Config;
use crate::platform::database::Pool;
use crate::platform::now::Now;
use crate::web::visibility::Unpublished;
use crate::{collections, studies};

/// Makes a collection or a study private, and prints what it is called and about.
///
/// # Errors
/// There is none at that address, or the database cannot be reached; worded for the operator.
pub async fn unpublish(config: &Config, address: &str) -> anyhow::Result<()> {
    let pool = open_database(config).await?;
    let unpublished = make_private(&pool, address).await;
    pool.close();
    let Unpublished { owner, name, description } = unpublished?;
    writeln!(std::io::stdout(), "{name}, by {owner}")?;
    if !description.is_empty() {
        writeln!(std::io::stdout(), "\n{description}")?;
    }
    Ok(())
}

/// Makes the collection or study at an address of the site private.
///
/// # Errors
/// There is none, or the database fails; worded for the operator.
pub async fn make_private(pool: &Pool, address: &str) -> anyhow::Result<Unpublished> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let mut words = path.split('/').skip_while(|word| !matches!(*word, "collections" | "studies"));
    let (Some(kind), Some(id)) = (words.next(), words.next()) else {
        bail!(
            "'{address}' is no address of a collection or a study: theirs end like /collections/k3xp9 or /studies/k3xp9"
        );
    };
    let unpublished = match kind {
        "collections" => collections::unpublish(pool, id).await?,
        _ => studies::unpublish(pool, id, Now::system().get()).await?,
    };
    match unpublished {
        Some(unpublished) => Ok(unpublished),
        None => bail!("there is nothing at '{address}'"),
    }
}
