//! Letters with a link that was asked for. The link's secret is made when the letter is written and is in no table: a
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
}

#[derive(Template)]
enum Text<'a> {
    #[template(path = "mail/confirm_email.txt")]
    Confirm { frame: &'a Frame, url: &'a str, email: &'a str },
    #[template(path = "mail/reset_password.txt")]
    Reset { frame: &'a Frame, url: &'a str },
}

#[derive(Template)]
enum Html<'a> {
    #[template(path = "mail/confirm_email.html")]
    Confirm { frame: &'a Frame, url: &'a str, email: &'a str },
    #[template(path = "mail/reset_password.html")]
    Reset { frame: &'a Frame, url: &'a str },
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
    Ok(Written::Words(Words { subject: subject.render()?, text: text.render()?, html: html.render()? }))
}
