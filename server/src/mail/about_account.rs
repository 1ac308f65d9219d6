//! Letters about an account: links that were asked for, and news of a change. A link's secret is made when the letter is written and is in no table: a
//! letter that is tried again has another.

use askama::Template;
use jiff::Timestamp;
use sqlx::PgPool;

use super::frame::Frame;
use super::kind::Kind;
use super::letter::{LetterKey, Words};
use super::written::Written;
use crate::accounts::links::{self, Purpose};

#[derive(Template)]
enum Subject<'a> {
    #[template(path = "mail/confirm_email.subject")]
    Confirm { frame: &'a Frame },
    #[template(path = "mail/reset_password.subject")]
    Reset { frame: &'a Frame },
    #[template(path = "mail/address_wanted.subject")]
    Wanted { frame: &'a Frame },
}

#[derive(Template)]
enum Text<'a> {
    #[template(path = "mail/confirm_email.txt")]
    Confirm { frame: &'a Frame, url: &'a str, email: &'a str },
    #[template(path = "mail/reset_password.txt")]
    Reset { frame: &'a Frame, url: &'a str },
    #[template(path = "mail/address_wanted.txt")]
    Wanted { frame: &'a Frame, url: &'a str, wanted: &'a str },
}

#[derive(Template)]
enum Html<'a> {
    #[template(path = "mail/confirm_email.html")]
    Confirm { frame: &'a Frame, url: &'a str, email: &'a str },
    #[template(path = "mail/reset_password.html")]
    Reset { frame: &'a Frame, url: &'a str },
    #[template(path = "mail/address_wanted.html")]
    Wanted { frame: &'a Frame, url: &'a str, wanted: &'a str },
}

/// Writes a letter with a link to an address.
///
/// # Errors
/// The database fails.
pub async fn write(
    pool: &PgPool,
    key: &LetterKey,
    email: &str,
    frame: &Frame,
    now: Timestamp,
) -> anyhow::Result<Written> {
    let purpose = if key.kind == Kind::ResetPassword { Purpose::ResetPassword } else { Purpose::ConfirmEmail };
    let token = links::issue(pool, key.player, purpose, email, now).await?;
    let url = &frame.url(&format!("{}?token={token}", purpose.path()));
    let (subject, text, html) = match purpose {
        Purpose::ConfirmEmail => {
            (Subject::Confirm { frame }, Text::Confirm { frame, url, email }, Html::Confirm { frame, url, email })
        }
        Purpose::ResetPassword => (Subject::Reset { frame }, Text::Reset { frame, url }, Html::Reset { frame, url }),
    };
    words(&subject, &text, &html)
}

/// Writes to the address that another is to take the place of, while it still is: the other may be a thief's.
///
/// # Errors
/// A template fails.
pub fn write_wanted(wanted: Option<&str>, frame: &Frame) -> anyhow::Result<Written> {
    let Some(wanted) = wanted else { return Ok(Written::Obsolete("no other address is wanted any more")) };
    let url = &frame.url("/login/forgotten");
    words(&Subject::Wanted { frame }, &Text::Wanted { frame, url, wanted }, &Html::Wanted { frame, url, wanted })
}

fn words(subject: &Subject<'_>, text: &Text<'_>, html: &Html<'_>) -> anyhow::Result<Written> {
    Ok(Written::Words(Words { subject: subject.render()?, text: text.render()?, html: html.render()? }))
}
