//! What strangers look at may be read from a replica.
//!
//! [`choose`] decides for each request. Handlers that only read take [`Reading`] instead of `State<App>`, so none of them has to
//! care who asks. The primary answers
//! - whoever has a session: what awaits them, their turn and their permission are never out of date;
//! - whoever has just sent a form, until the replica certainly shows what it did: their browser has a cookie that lasts as
//!   long as a replica that is in use may be behind;
//! - a page that was told of a change which the replica does not have yet: the page names the place in the WAL that must have
//!   been replayed;
//! - a request that failed on the replica, or found nothing there.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};

use super::error_page;
use crate::platform::database::lsn::Lsn;
use crate::platform::database::replica::Replica;
use crate::state::App;

/// The place in the WAL up to which an answer must show everything, as the page was told: `Page-After: 0/3000148`.
const PAGE_AFTER: &str = "page-after";
/// The cookie of a browser that has just sent a form.
const HAS_WRITTEN: &str = "mallard-wrote";
/// How much longer the cookie lasts than a replica may be behind: a browser's timer is not exact.
const CLOCK_TOLERANCE: Duration = Duration::from_secs(1);

/// The application for handlers that only read. Its pool leads to the replica if that may answer this request, otherwise to the
/// primary. Games change on the primary alone.
pub struct Reading(pub App);

impl FromRequestParts<App> for Reading {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        let app = app.clone();
        let Some(allowed) = parts.extensions.get::<MayReadReplica>() else { return Ok(Self(app)) };
        let Some(pool) = allowed.replica.pool_for(allowed.after).await else { return Ok(Self(app)) };
        allowed.was_read.store(true, Ordering::Relaxed);
        Ok(Self(app.with_pool(pool)))
    }
}

/// An extension of a request that the replica may answer.
#[derive(Clone)]
struct MayReadReplica {
    replica: Replica,
    after: Option<Lsn>,
    /// Whether the replica was asked.
    was_read: Arc<AtomicBool>,
}

impl MayReadReplica {
    fn of(request: &Request, app: &App) -> Option<Self> {
        let replica = app.replica.clone().filter(Replica::is_in_use)?;
        let jar = CookieJar::from_headers(request.headers());
        let is_stranger = !app.cookie.is_in(&jar) && jar.get(HAS_WRITTEN).is_none();
        let reads = matches!(*request.method(), Method::GET | Method::HEAD);
        let after = match request.headers().get(PAGE_AFTER) {
            // The primary answers if it cannot be parsed: the page must not show less than it was told of.
            Some(after) => Some(after.to_str().ok()?.parse().ok()?),
            None => None,
        };
        (is_stranger && reads).then(|| Self { replica, after, was_read: Arc::default() })
    }

    fn was_read(&self) -> bool {
        self.was_read.load(Ordering::Relaxed)
    }

    /// Waits until the replica has been asked and is left out: it may never answer.
    async fn until_lost(&self) {
        self.replica.until_left_out().await;
        if !self.was_read() {
            std::future::pending::<()>().await;
        }
    }
}

/// Lets the replica answer the requests that it may, and the primary all others. The primary is asked again if the replica failed,
/// or did not find something, which may be too new for it.
pub async fn choose(State(app): State<App>, request: Request, next: Next) -> Response {
    if let Some(replica) = &app.replica
        && !request.method().is_safe()
    {
        return remember_form(next.run(request).await, replica.max_lag(), app.cookie.is_secure());
    }
    let Some(allowed) = MayReadReplica::of(&request, &app) else { return next.run(request).await };
    let (parts, body) = request.into_parts();
    let mut copy = Request::from_parts(parts.clone(), Body::empty());
    copy.extensions_mut().insert(allowed.clone());
    let answered = tokio::select! {
        response = next.clone().run(copy) => Some(response),
        () = allowed.until_lost() => None,
    };
    match answered {
        Some(response) if !allowed.was_read() => response,
        Some(response) if response.status() != StatusCode::NOT_FOUND && !response.status().is_server_error() => {
            metrics::counter!("database_replica_reads_total").increment(1);
            response
        }
        answered => {
            metrics::counter!("database_replica_repeats_total").increment(1);
            if answered.is_some_and(|response| error_page::condemns_connections(&response)) {
                allowed.replica.renew_connections();
            }
            next.run(Request::from_parts(parts, body)).await
        }
    }
}

/// Sets the cookie by which the primary answers a browser that has sent a form, until the replica certainly shows what it did.
fn remember_form(mut response: Response, max_lag: Duration, is_secure: bool) -> Response {
    let lifetime = max_lag.saturating_add(CLOCK_TOLERANCE);
    let cookie = Cookie::build((HAS_WRITTEN, "yes"))
        .path("/")
        .max_age(cookie::time::Duration::seconds(lifetime.as_secs().cast_signed()))
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_secure)
        .build();
    if let Ok(cookie) = HeaderValue::from_str(&cookie.to_string()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}
