//! Links sent by email: one confirms an address, one lets a player choose another password. Each works once and for a
//! limited time, and only by a button on the page it opens: programs that look into emails open links too.

mod admin;
pub mod store;

use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};

pub use admin::reset_link;
pub use store::{Address, Link, address, forward_requests, set_password, want_address};

use crate::accounts::PlayerId;
use crate::platform::database::Pool;

use store::NewLink;

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Email reaches this address.
    ConfirmEmail,
    /// Choose another password.
    ResetPassword,
}

impl Purpose {
    /// Its name in the database.
    const fn key(self) -> &'static str {
        match self {
            Self::ConfirmEmail => "confirm-email",
            Self::ResetPassword => "reset-password",
        }
    }

    /// The page the link opens.
    const fn path(self) -> &'static str {
        match self {
            Self::ConfirmEmail => "/email/confirm",
            Self::ResetPassword => "/login/reset",
        }
    }

    /// The address of that page, with a link's token.
    pub fn url(self, site: &str, token: &str) -> String {
        format!("{site}{}?token={token}", self.path())
    }

    /// How long it works: 7 days, and one hour.
    pub const fn lifetime(self) -> SignedDuration {
        match self {
            Self::ConfirmEmail => SignedDuration::from_hours(7 * 24),
            Self::ResetPassword => SignedDuration::from_hours(1),
        }
    }
}

/// How a link comes to its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkDelivery {
    /// In an email: anyone who opens it has read it, so email reaches the address it was sent to.
    Email,
    /// From an operator.
    Admin,
}

/// Creates a link and returns its token. Only the hash is stored, and immediately: the email may be read before its
/// delivery has been recorded.
///
/// # Errors
/// The database fails.
pub async fn issue(
    pool: &Pool,
    player: PlayerId,
    purpose: Purpose,
    email: &str,
    delivery: LinkDelivery,
    now: Timestamp,
) -> anyhow::Result<String> {
    let token = data_encoding::BASE64URL_NOPAD.encode(&crate::platform::chance::secret());
    let link = NewLink { player, purpose, email, delivery };
    store::insert_link(pool, &hash(&token), &link, now).await?;
    Ok(token)
}

/// The hash of a link's token, as stored in the database.
pub fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}
