//! The answers to errors: pages of their own, which stand in the frame of the others where that can be trusted.

use askama::Template;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Redirect, Response};

use super::page::Layout;
use crate::accounts::Session;
use crate::platform::database;
use crate::platform::error::Error;
use crate::state::App;

/// What the page of an error says.
#[derive(Clone)]
struct Said {
    title: String,
    sentence: String,
}

/// The page of an error that stands alone, because the frame of the other pages may be what failed.
#[derive(Template)]
#[template(path = "error/alone.html")]
struct ErrorPage<'a> {
    said: &'a Said,
}

/// The same in the frame.
#[derive(Template)]
#[template(path = "error/framed.html")]
struct FramedErrorPage<'a> {
    layout: Layout,
    said: &'a Said,
}

/// An error page with its status. It stands alone unless [`frame`] finds that its frame can be trusted.
pub fn error_page(status: StatusCode, title: &str, sentence: &str) -> Response {
    let said = Said { title: title.to_owned(), sentence: sentence.to_owned() };
    let html = ErrorPage { said: &said }.render().unwrap_or_else(|_| format!("<h1>{title}</h1><p>{sentence}</p>"));
    let mut response = answer(status, html);
    response.extensions_mut().insert(said);
    response
}

fn answer(status: StatusCode, html: String) -> Response {
    let mut response = (status, Html(html)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Puts the frame of the other pages around an error page, so that who is signed in finds their way on. Not where the
/// error is the server's own: then the frame may be what fails.
pub async fn frame(State(app): State<App>, session: Session, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let status = response.status();
    let Some(said) = response.extensions_mut().remove::<Said>().filter(|_| status.is_client_error()) else {
        return response;
    };
    let Ok(viewer) = session.viewer(&app.pool, app.now.get()).await else { return response };
    let layout = Layout::new(viewer, app.assets, app.public_url);
    FramedErrorPage { layout, said: &said }.render().map_or(response, |html| answer(status, html))
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
                "That is more than any form here accepts. Go back and shorten what you wrote.",
            ),
            Self::TooMany(sentence) => {
                let page = error_page(StatusCode::TOO_MANY_REQUESTS, "Too many at once", sentence);
                ([(header::RETRY_AFTER, "10")], page).into_response()
            }
            Self::NotNow => {
                let page = error_page(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "Temporarily unavailable",
                    "The server cannot answer right now. Please try again in a moment.",
                );
                ([(header::RETRY_AFTER, "3")], page).into_response()
            }
            Self::TooSlow => error_page(
                StatusCode::SERVICE_UNAVAILABLE,
                "That took too long",
                "The server gave up on it. If you sent something, check whether it was done before you send it again.",
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
                    "This is our fault, and it has been logged. Nothing was changed; please try again.",
                )
            }
        }
    }
}
