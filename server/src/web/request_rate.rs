//! How fast one visitor may send: whoever sends faster waits for a moment and is refused, before anything is done for them.

use std::num::NonZeroU32;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;
use tokio::join;
use tokio::time::{sleep, timeout};

use super::body;
use super::visitor::Visitor;
use crate::platform::error::{Error, TooMany};
use crate::platform::request_rate::{REFUSAL_PAUSE, RequestRate};

/// What a file costs that lies ready in memory.
const FILE: u32 = 1;

/// The forms that hash a password, and those below them.
const HASHING: [&str; 4] = ["/login", "/signup", "/settings/password", "/settings/email"];

/// The searches among all games, which may look through many, as those in a collection do.
const SEARCHING: [&str; 4] = ["/games", "/games.atom", "/games.pgn", "/explorer"];

/// What has many games or boards on a page, and those below it.
const FOLDERS: [&str; 2] = ["/collections/", "/studies/"];

/// What a request costs, by what it takes the server.
fn cost(request: &Request) -> u32 {
    // As the router reads it: an escaped letter is the letter.
    let path = percent_decode_str(request.uri().path()).decode_utf8_lossy();
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("gif") => return 240,
        Some("png") => return 24,
        _ => {}
    }
    let hashes_a_password = || HASHING.iter().any(|form| path.starts_with(form));
    match *request.method() {
        Method::POST if hashes_a_password() => 48,
        Method::POST => 12,
        _ if SEARCHING.contains(&&*path) || FOLDERS.iter().any(|folder| path.starts_with(folder)) => 12,
        _ if path.starts_with("/games/") && explores(request) => 12,
        _ => 4,
    }
}

/// Whether the explorer is asked for beside a game: its tab, or what it was called before.
fn explores(request: &Request) -> bool {
    let mut fields = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
    fields.any(|(name, value)| name == "tab" && ["explorer", "book"].contains(&&*value))
}

/// Refuses what comes too fast from one network.
pub async fn limit(State(rate): State<RequestRate>, visitor: Visitor, request: Request, next: Next) -> Response {
    let cost = cost(&request);
    pass_at(cost, &rate, visitor, request, next).await
}

/// The same of files.
pub async fn limit_files(State(rate): State<RequestRate>, visitor: Visitor, request: Request, next: Next) -> Response {
    pass_at(FILE, &rate, visitor, request, next).await
}

async fn pass_at(cost: u32, rate: &RequestRate, visitor: Visitor, request: Request, next: Next) -> Response {
    let Some(network) = visitor.limited_as() else { return next.run(request).await };
    let cost = NonZeroU32::new(cost).unwrap_or(NonZeroU32::MIN);
    let Err(retry_after) = rate.spend(network, cost) else { return next.run(request).await };
    metrics::counter!("requests_refused_total").increment(1);
    if let Some(_waiting) = rate.wait(network) {
        // A client that still writes when the connection closes does not learn why.
        let read = body::throw_away(request.into_body(), body::MAX_LARGE_BODY_BYTES);
        // What is not read by then is not waited for.
        let (_, ()) = join!(timeout(REFUSAL_PAUSE, read), sleep(REFUSAL_PAUSE));
    }
    Error::TooMany { what: TooMany::Requests, retry_after }.into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn the_explorer_costs_the_same_wherever_it_is_asked() {
        let cost = |address: &str| cost(&Request::get(address).body(Body::empty()).unwrap());
        for address in ["/explorer?player=kwik", "/games/abcdefgh?ply=3&tab=explorer", "/games/abcdefgh?tab=b%6Fok"] {
            assert_eq!(cost(address), cost("/games"), "{address}");
        }
        assert!(cost("/games/abcdefgh?tab=record") < cost("/games"));
    }
}
