//! Error pages. They use the layout of the other pages, unless the layout itself may be what failed.

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

/// What an error page says.
#[derive(Clone)]
struct ErrorMessage {
    title: String,
    sentence: String,
}

/// An error page without the layout of the other pages, which may be what failed.
#[derive(Template)]
#[template(path = "error/alone.html")]
struct ErrorPage<'a> {
    message: &'a ErrorMessage,
}

/// The same in the layout.
#[derive(Template)]
#[template(path = "error/framed.html")]
struct FramedErrorPage<'a> {
    layout: Layout,
    message: &'a ErrorMessage,
}

/// An error page with its status; [`frame`] adds the layout where that is safe.
pub fn error_page(status: StatusCode, title: &str, sentence: &str) -> Response {
    let message = ErrorMessage { title: title.to_owned(), sentence: sentence.to_owned() };
    let html =
        ErrorPage { message: &message }.render().unwrap_or_else(|_| format!("<h1>{title}</h1><p>{sentence}</p>"));
    let mut response = answer(status, html);
    response.extensions_mut().insert(message);
    response
}

fn answer(status: StatusCode, html: String) -> Response {
    let mut response = (status, Html(html)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Puts an error page into the layout of the other pages, so that visitors can navigate on. Not for server errors: the
/// layout may be what failed.
pub async fn frame(State(app): State<App>, session: Session, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let status = response.status();
    let Some(message) = response.extensions_mut().remove::<ErrorMessage>().filter(|_| status.is_client_error()) else {
        return response;
    };
    let Ok(viewer) = session.viewer(&app.pool, app.now.get()).await else { return response };
    let layout = Layout::new(viewer, app.assets, app.public_url);
    FramedErrorPage { layout, message: &message }.render().map_or(response, |html| answer(status, html))
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
