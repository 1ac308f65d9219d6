//! A link for a forgotten password that no email brings: whoever runs the site makes it by a command, and passes it on to
//! a player whom they know to be the one.

use anyhow::Context;
use jiff::Timestamp;
use sqlx::PgPool;

use super::store::address;
use super::{LinkDelivery, Purpose, issue};
use crate::accounts::{PlayerName, store};

/// A link for a player, and what is to be known about it.
pub struct AdminResetLink {
    /// Where its player chooses another password.
    pub url: String,
    /// Whose it is: `ann (ann@example.org)`, or `ann` who has given no address.
    pub player: String,
}

/// Makes a link with which a player chooses another password at the site of this address, as the email about a forgotten
/// password has it: it works once, for an hour.
///
/// # Errors
/// Nobody has that name, or the database fails.
pub async fn reset_link(pool: &PgPool, site: &str, name: &str, now: Timestamp) -> anyhow::Result<AdminResetLink> {
    let nobody = || format!("nobody here is called '{name}'");
    let name = name.parse::<PlayerName>().ok().with_context(nobody)?;
    let player = store::player(pool, &name).await?.with_context(nobody)?;
    let email = address(pool, player.id).await?.email;
    let link_email = email.as_deref().unwrap_or_default();
    let token = issue(pool, player.id, Purpose::ResetPassword, link_email, LinkDelivery::Admin, now).await?;
    let player = match email {
        Some(email) => format!("{} ({email})", player.name),
        None => player.name.to_string(),
    };
    Ok(AdminResetLink { url: Purpose::ResetPassword.url(site, &token), player })
}
