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
use crate::wording::error_pages::{self, ErrorPageWords};

/// An error page without the layout of the other pages, which may be what failed.
#[derive(Template)]
#[template(path = "error/alone.html")]
struct ErrorPage<'a> {
    message: &'a ErrorPageWords,
}

/// The same in the layout.
#[derive(Template)]
#[template(path = "error/framed.html")]
struct FramedErrorPage<'a> {
    layout: Layout,
    message: &'a ErrorPageWords,
}

/// What failed says that the pooled connections are as bad: [`frame`] tells the pool.
#[derive(Clone)]
struct RenewConnections;

/// An error page with its status; [`frame`] adds the layout where that is safe.
fn error_page(status: StatusCode, message: ErrorPageWords) -> Response {
    let html = ErrorPage { message: &message }.render();
    let html = html.unwrap_or_else(|_| format!("<h1>{}</h1><p>{}</p>", message.title, message.sentence));
    let mut response = answer(status, html);
    response.extensions_mut().insert(message);
    response
}

fn answer(status: StatusCode, html: String) -> Response {
    let mut response = (status, Html(html)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A page in place of what the framework answers to a request that it cannot read, which is a sentence for programmers or nothing.
pub async fn for_framework(response: Response) -> Response {
    let status = response.status();
    let is_page =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|it| it.as_bytes().starts_with(b"text/html"));
    if !status.is_client_error() || is_page {
        return response;
    }
    let message = match status {
        StatusCode::NOT_FOUND => error_pages::NOT_FOUND,
        StatusCode::METHOD_NOT_ALLOWED => error_pages::NOT_POSSIBLE_HERE,
        StatusCode::PAYLOAD_TOO_LARGE => error_pages::TOO_LARGE,
        _ => error_pages::UNREADABLE_ADDRESS,
    };
    let mut page = error_page(status, message);
    // For programs: what the address can do.
    if let Some(allowed) = response.headers().get(header::ALLOW) {
        page.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    page
}

/// Puts an error page into the layout of the other pages, so that visitors can navigate on. Not for server errors: the
/// layout may be what failed.
pub async fn frame(State(app): State<App>, session: Session, request: Request, next: Next) -> Response {
    let mut response = for_framework(next.run(request).await).await;
    if condemns_connections(&response) {
        app.pool.renew_connections();
    }
    let status = response.status();
    let Some(message) = response.extensions_mut().remove::<ErrorPageWords>().filter(|_| status.is_client_error())
    else {
        return response;
    };
    let Ok(viewer) = session.viewer(&app.pool, app.now.get()).await else { return response };
    let layout = Layout::new(viewer, app.assets.clone(), app.public_url.clone());
    let Ok(html) = (FramedErrorPage { layout, message: &message }).render() else { return response };
    let (mut head, _) = response.into_parts();
    // Of the page that it replaces.
    head.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(head, html.into())
}

/// To a page that leads on to a path.
fn leading_on(page: &str, next: &str) -> Response {
    let next: String = form_urlencoded::byte_serialize(next.as_bytes()).collect();
    Redirect::to(&format!("{page}?next={next}")).into_response()
}

/// Whether what failed says that the pooled connections are as bad.
pub fn condemns_connections(response: &Response) -> bool {
    response.extensions().get::<RenewConnections>().is_some()
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        match self {
            Self::NotFound => error_page(StatusCode::NOT_FOUND, error_pages::NOT_FOUND),
            Self::Forbidden(forbidden) => error_page(StatusCode::FORBIDDEN, error_pages::forbidden(forbidden)),
            Self::FromAnotherSite => error_page(StatusCode::FORBIDDEN, error_pages::FROM_ANOTHER_SITE),
            Self::SignIn { next } => leading_on("/login", &next),
            Self::SignUp { next } => leading_on("/signup", &next),
            Self::Unreadable(why) => error_page(StatusCode::BAD_REQUEST, error_pages::unreadable(why)),
            Self::TooLarge => error_page(StatusCode::PAYLOAD_TOO_LARGE, error_pages::TOO_LARGE),
            Self::TooMany { what, retry_after } => {
                let seconds = retry_after.as_secs() + 1;
                let page = error_page(StatusCode::TOO_MANY_REQUESTS, error_pages::too_many(what));
                ([(header::RETRY_AFTER, seconds.to_string())], page).into_response()
            }
            Self::NotNow => {
                let page = error_page(StatusCode::SERVICE_UNAVAILABLE, error_pages::NOT_NOW);
                ([(header::RETRY_AFTER, "3")], page).into_response()
            }
            Self::TooSlow => error_page(StatusCode::SERVICE_UNAVAILABLE, error_pages::TOO_SLOW),
            Self::Internal(error) if database::is_away(&error) => {
                tracing::error!(error = format!("{error:#}"), "the database was away");
                let mut response = Self::NotNow.into_response();
                if database::condemns_connections(&error) {
                    response.extensions_mut().insert(RenewConnections);
                }
                response
            }
            Self::Internal(error) => {
                tracing::error!(error = format!("{error:#}"), "request failed");
                error_page(StatusCode::INTERNAL_SERVER_ERROR, error_pages::INTERNAL)
            }
        }
    }
}
