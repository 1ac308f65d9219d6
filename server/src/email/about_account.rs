//! Emails about an account: links that were asked for, and news of a change. A link's secret is made when the email is
//! written and is in no table: an email that is tried again has another.

use askama::Template;
use jiff::{SignedDuration, Timestamp};
use sqlx::{PgConnection, PgPool};

use super::frame::Frame;
use super::outgoing::words_of;
use super::store::{self, Recipient};
use super::written::Written;
use crate::account_links::{self, LinkDelivery, Purpose};
use crate::outbox::{EmailKey, EmailKind};

#[derive(Template)]
enum Subject<'a> {
    #[template(path = "mail/confirm_email.subject")]
    Confirm { frame: &'a Frame, url: &'a str, email: &'a str },
    #[template(path = "mail/reset_password.subject")]
    Reset { frame: &'a Frame, url: &'a str },
    #[template(path = "mail/address_wanted.subject")]
    Wanted { frame: &'a Frame, url: &'a str, wanted: &'a str, has_changed: bool },
}

#[derive(Template)]
enum Text<'a> {
    #[template(path = "mail/confirm_email.txt")]
    Confirm { frame: &'a Frame, url: &'a str, email: &'a str },
    #[template(path = "mail/reset_password.txt")]
    Reset { frame: &'a Frame, url: &'a str },
    #[template(path = "mail/address_wanted.txt")]
    Wanted { frame: &'a Frame, url: &'a str, wanted: &'a str, has_changed: bool },
}

#[derive(Template)]
enum Html<'a> {
    #[template(path = "mail/confirm_email.html")]
    Confirm { frame: &'a Frame, url: &'a str, email: &'a str },
    #[template(path = "mail/reset_password.html")]
    Reset { frame: &'a Frame, url: &'a str },
    #[template(path = "mail/address_wanted.html")]
    Wanted { frame: &'a Frame, url: &'a str, wanted: &'a str, has_changed: bool },
}

/// For so long at most the email that tells an address of another that is to take its place keeps the other's link back,
/// while it cannot be delivered: an address that does not answer must not stay for ever.
const HEAD_START: SignedDuration = SignedDuration::from_hours(1);

/// Writes an email with a link to an address; not before the address that it is to take the place of was told.
///
/// # Errors
/// The database fails.
pub async fn write(
    connection: &mut PgConnection,
    pool: &PgPool,
    key: &EmailKey,
    email: &str,
    frame: &Frame,
    now: Timestamp,
) -> anyhow::Result<Written> {
    if let Some((due_at, queued_at)) = store::left_before(connection, key, EmailKind::AddressWanted).await?
        && now < queued_at + HEAD_START
    {
        return Ok(Written::NotBefore(due_at.min(queued_at + HEAD_START)));
    }
    let purpose = if key.kind == EmailKind::ResetPassword { Purpose::ResetPassword } else { Purpose::ConfirmEmail };
    let token = account_links::issue(pool, key.player, purpose, email, LinkDelivery::Email, now).await?;
    let url = &purpose.url(&frame.url(""), &token);
    let words = match purpose {
        Purpose::ConfirmEmail => words_of!(Confirm { frame, url, email }),
        Purpose::ResetPassword => words_of!(Reset { frame, url }),
    };
    words.map(Written::Words)
}

/// Writes to an address that another is to take the place of, or has: the other may be a thief's.
///
/// # Errors
/// A template fails.
pub fn write_wanted(
    email: &str,
    wanted: Option<&str>,
    recipient: &Recipient,
    frame: &Frame,
) -> anyhow::Result<Written> {
    let has_changed = recipient.email != email;
    let Some(wanted) = wanted.filter(|&wanted| has_changed || recipient.email_wanted.as_deref() == Some(wanted)) else {
        return Ok(Written::Obsolete("no other address is wanted any more"));
    };
    // A link for a forgotten password goes to the address that there is.
    let url = &frame.url(if has_changed { "/settings/password" } else { "/login/forgotten" });
    words_of!(Wanted { frame, url, wanted, has_changed }).map(Written::Words)
}
