//! The password once more, before what a stranger at a browser that is signed in must not do.

use std::net::IpAddr;

use askama::Template;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;

use super::credentials::Password;
use super::tries::{self, Try};
use super::{Viewer, store};
use crate::app::App;
use crate::page::Page;

/// Why something was not done that asks for the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotProven {
    /// Another password was typed.
    #[error("That is not your password.")]
    Wrong,
    /// There were too many tries, so it was not looked at.
    #[error("{}", tries::wait())]
    TooManyTries,
}

impl NotProven {
    /// The form again, with the status that says so.
    pub fn answer<T: Template>(self, page: T) -> Response {
        match self {
            Self::Wrong => Page::refused(page).into_response(),
            Self::TooManyTries => tries::too_many(page),
        }
    }
}

/// Compares what was typed with the password of the player who is signed in. A try counts as one at the log-in.
///
/// # Errors
/// The database fails.
pub async fn prove(
    app: &App,
    viewer: &Viewer,
    address: IpAddr,
    typed: String,
    now: Timestamp,
) -> anyhow::Result<Result<(), NotProven>> {
    let Some(attempt) = Try::begin(&app.pool, &viewer.name, address, now).await? else {
        return Ok(Err(NotProven::TooManyTries));
    };
    let stored = store::account(&app.pool, &viewer.name).await?.map(|account| account.password_hash);
    if !app.passwords.verify(Password::attempt(typed), stored).await? {
        return Ok(Err(NotProven::Wrong));
    }
    attempt.succeeded(&app.pool).await?;
    Ok(Ok(()))
}
