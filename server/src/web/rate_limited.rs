//! The answers to forms that ask for a password or were sent too often.

use askama::Template;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::page::Page;
use crate::accounts::{RateLimited, VerifyError};

impl RateLimited {
    /// The page that says so, with the time after which to try again: 429.
    pub fn answer<T: Template>(self, page: T) -> Response {
        ([(header::RETRY_AFTER, self.retry_after().as_secs().to_string())], Page::too_many(page)).into_response()
    }
}

impl VerifyError {
    /// The form again, with the status that says so: 422 or 429.
    pub fn answer<T: Template>(self, page: T) -> Response {
        match self {
            Self::Wrong => Page::refused(page).into_response(),
            Self::RateLimited(rate_limited) => rate_limited.answer(page),
        }
    }
}
