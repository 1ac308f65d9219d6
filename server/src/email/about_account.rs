//! Emails about an account: requested links, and notifications of a change. A link's secret is created when the email
//! is written and is never stored: a retried email contains a new one.

use askama::Template;
use jiff::{SignedDuration, Timestamp};
use sqlx::PgConnection;

use super::compose_result::ComposeResult;
use super::frame::Frame;
use super::outgoing::email_text;
use super::store::{self, Recipient};
use crate::account_links::{self, LinkDelivery, Purpose};
use crate::outbox::{EmailKey, EmailKind};
use crate::platform::database::Pool;

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

/// The longest that the link to a new address waits for the notification to the old one, while that cannot be
/// delivered: a dead address must be replaceable.
const MAX_LINK_DELAY: SignedDuration = SignedDuration::from_hours(1);

/// Writes an email with a link to an address; not before the address that it replaces has been notified.
///
/// # Errors
/// The database fails.
pub async fn write(
    connection: &mut PgConnection,
    pool: &Pool,
    key: &EmailKey,
    email: &str,
    frame: &Frame,
    now: Timestamp,
) -> anyhow::Result<ComposeResult> {
    if let Some((due_at, queued_at)) = store::left_before(connection, key, EmailKind::AddressWanted).await?
        && now < queued_at + MAX_LINK_DELAY
    {
        return Ok(ComposeResult::NotBefore(due_at.min(queued_at + MAX_LINK_DELAY)));
    }
    let purpose = if key.kind == EmailKind::ResetPassword { Purpose::ResetPassword } else { Purpose::ConfirmEmail };
    let token = account_links::issue(pool, key.player, purpose, email, LinkDelivery::Email, now).await?;
    let url = &purpose.url(&frame.url(""), &token);
    let text = match purpose {
        Purpose::ConfirmEmail => email_text!(Confirm { frame, url, email }),
        Purpose::ResetPassword => email_text!(Reset { frame, url }),
    };
    text.map(ComposeResult::Content)
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
) -> anyhow::Result<ComposeResult> {
    let has_changed = recipient.email != email;
    let Some(wanted) = wanted.filter(|&wanted| has_changed || recipient.email_wanted.as_deref() == Some(wanted)) else {
        return Ok(ComposeResult::Obsolete("no other address is wanted any more"));
    };
    // A link for a forgotten password goes to the address that there is.
    let url = &frame.url(if has_changed { "/settings/password" } else { "/login/forgotten" });
    email_text!(Wanted { frame, url, wanted, has_changed }).map(ComposeResult::Content)
}
