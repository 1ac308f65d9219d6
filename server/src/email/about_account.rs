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
use crate::accounts::deletion::deletion_of;
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
    #[template(path = "mail/deletion_asked.subject")]
    DeletionAsked { frame: &'a Frame, url: &'a str, at: &'a str },
    #[template(path = "mail/account_deleted.subject")]
    Deleted { frame: &'a Frame, url: &'a str },
}

#[derive(Template)]
enum Text<'a> {
    #[template(path = "mail/confirm_email.txt")]
    Confirm { frame: &'a Frame, url: &'a str, email: &'a str },
    #[template(path = "mail/reset_password.txt")]
    Reset { frame: &'a Frame, url: &'a str },
    #[template(path = "mail/address_wanted.txt")]
    Wanted { frame: &'a Frame, url: &'a str, wanted: &'a str, has_changed: bool },
    #[template(path = "mail/deletion_asked.txt")]
    DeletionAsked { frame: &'a Frame, url: &'a str, at: &'a str },
    #[template(path = "mail/account_deleted.txt")]
    Deleted { frame: &'a Frame, url: &'a str },
}

#[derive(Template)]
enum Html<'a> {
    #[template(path = "mail/confirm_email.html")]
    Confirm { frame: &'a Frame, url: &'a str, email: &'a str },
    #[template(path = "mail/reset_password.html")]
    Reset { frame: &'a Frame, url: &'a str },
    #[template(path = "mail/address_wanted.html")]
    Wanted { frame: &'a Frame, url: &'a str, wanted: &'a str, has_changed: bool },
    #[template(path = "mail/deletion_asked.html")]
    DeletionAsked { frame: &'a Frame, url: &'a str, at: &'a str },
    #[template(path = "mail/account_deleted.html")]
    Deleted { frame: &'a Frame, url: &'a str },
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

/// Writes that an account is to be deleted, with where that can be taken back; or that it is deleted.
///
/// # Errors
/// The database or a template fails.
pub async fn write_deletion(
    connection: &mut PgConnection,
    key: &EmailKey,
    frame: &Frame,
) -> anyhow::Result<ComposeResult> {
    let deletion = deletion_of(connection, key.player).await?;
    let text = match (key.kind, deletion) {
        (EmailKind::DeletionAsked, Some((due_at, false))) => {
            let (at, url) = (&frame.instant(due_at), &frame.url("/settings/delete"));
            email_text!(DeletionAsked { frame, url, at })
        }
        (EmailKind::AccountDeleted, _) => {
            let url = &frame.url("/");
            email_text!(Deleted { frame, url })
        }
        _ => return Ok(ComposeResult::Obsolete("the account is not to be deleted, or is being deleted")),
    };
    text.map(ComposeResult::Content)
}
