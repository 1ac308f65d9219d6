//! What can go wrong with a request, and the answer to it.
//!
//! A form that is refused is not an error but a page: its handler answers with the form again and status 422.

use askama::Template;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};

use crate::database;

/// Why a request has no page of its own for an answer.
#[derive(Debug)]
pub enum Error {
    /// There is no such thing, or it is private to others: 404.
    NotFound,
    /// The thing is there, but it is another player's to decide: 403. The sentence says whose.
    Forbidden(&'static str),
    /// Only a signed-in player can do this: 303 to the login page, which leads back to this path.
    SignIn {
        /// The path and query to come back to.
        next: String,
    },
    /// The request could not be read: 400. The sentence says why.
    Unreadable(String),
    /// The request is larger than any form of ours: 413.
    TooLarge,
    /// The server cannot do it at the moment, and will be able to soon: 503.
    NotNow,
    /// It is the server's fault: 500. Logged here, never shown. Where the database was away it is as [`Self::NotNow`]:
    /// whether what was sent was still done, nobody can tell then, so nothing is said of it.
    Internal(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Error {
    fn from(error: E) -> Self {
        Self::Internal(error.into())
    }
}

/// The page of an error: it stands alone, because the frame of the other pages may be what failed.
#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    title: &'a str,
    sentence: &'a str,
}

/// An error page with its status.
pub fn error_page(status: StatusCode, title: &str, sentence: &str) -> Response {
    let page = ErrorPage { title, sentence };
    let html = page.render().unwrap_or_else(|_| format!("<h1>{title}</h1><p>{sentence}</p>"));
    let mut response = (status, Html(html)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        match self {
            Self::NotFound => error_page(
                StatusCode::NOT_FOUND,
                "Not found",
                "There is nothing at this address: it may be mistyped, or private to other players.",
            ),
            Self::Forbidden(sentence) => error_page(StatusCode::FORBIDDEN, "Not yours", sentence),
            Self::SignIn { next } => {
                let next: String = form_urlencoded::byte_serialize(next.as_bytes()).collect();
                Redirect::to(&format!("/login?next={next}")).into_response()
            }
            Self::Unreadable(sentence) => error_page(StatusCode::BAD_REQUEST, "Not readable", &sentence),
            Self::TooLarge => error_page(
                StatusCode::PAYLOAD_TOO_LARGE,
                "Too large",
                "That is more than any form here takes. Go back and shorten what you wrote.",
            ),
            Self::NotNow => error_page(
                StatusCode::SERVICE_UNAVAILABLE,
                "Not at the moment",
                "The server is busy with itself. It will be back soon: please try again.",
            ),
            Self::Internal(error) if database::is_away(&error) => {
                tracing::error!(error = format!("{error:#}"), "the database was away");
                Self::NotNow.into_response()
            }
            Self::Internal(error) => {
                tracing::error!(error = format!("{error:#}"), "request failed");
                error_page(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "Something broke",
                    "It is our fault, and it has been logged. Nothing of yours was changed; please try again.",
                )
            }
        }
    }
}
