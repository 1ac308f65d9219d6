//! A password reset link that is not sent by email: an operator creates it with a command and passes it on to the
//! player, whose identity they have to check themselves.

use anyhow::ensure;
use jiff::Timestamp;

use super::store::address;
use super::{LinkDelivery, Purpose, issue};
use crate::accounts::{self, guests};
use crate::platform::database::Pool;

/// A link for a player, and what is to be known about it.
pub struct AdminResetLink {
    /// Where its player chooses another password.
    pub url: String,
    /// The player: `ann (ann@example.org)`, or `ann` if they have given no address.
    pub player: String,
}

/// Makes a link with which a player chooses another password at the site of this address, as the email about a forgotten
/// password has it: it works once, for an hour.
///
/// # Errors
/// Nobody has that name, or the database fails.
pub async fn reset_link(pool: &Pool, site: &str, name: &str, now: Timestamp) -> anyhow::Result<AdminResetLink> {
    let player = accounts::named(pool, name).await?;
    ensure!(!guests::is_guest(pool, player.id).await?, "{} is a guest, who has no password", player.name);
    let email = address(pool, player.id).await?.email;
    let link_email = email.as_deref().unwrap_or_default();
    let token = issue(pool, player.id, Purpose::ResetPassword, link_email, LinkDelivery::Admin, now).await?;
    let player = match email {
        Some(email) => format!("{} ({email})", player.name),
        None => player.name.to_string(),
    };
    Ok(AdminResetLink { url: Purpose::ResetPassword.url(site, &token), player })
}
