//! A line in the log and figures for each request.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;

use crate::platform::metrics::recorder;

/// The routes whose paths hold a secret: they are logged without it.
#[derive(Clone, Copy, Debug)]
pub struct SecretRoutes(pub &'static [&'static str]);

impl SecretRoutes {
    /// What is logged instead of a path: its route, or, if it is none, what the routes that it begins like have before their secret.
    fn instead_of(self, path: &str, route: Option<&str>) -> Option<&'static str> {
        match route {
            Some(route) => self.0.iter().copied().find(|&secret| secret == route),
            None => self.0.iter().filter_map(|secret| secret.split('{').next()).find(|begin| path.starts_with(begin)),
        }
    }
}

/// A method's name as a metrics label; unknown methods share one.
fn method_name(method: &Method) -> &'static str {
    const KNOWN: [&str; 9] = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT"];
    KNOWN.into_iter().find(|&known| known == method.as_str()).unwrap_or("other")
}

/// Takes from a request the id that it came with: its own is for the log alone, and what a visitor says is not to stand there.
pub async fn forget_id(mut request: Request) -> Request {
    request.headers_mut().remove("x-request-id");
    request
}

/// Counts a request, times it, and writes a line of the log. Queries and bodies are left out: they hold what people
/// typed; and so are paths that are secrets.
pub async fn watch_request(State(secret): State<SecretRoutes>, request: Request, next: Next) -> Response {
    recorder();
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let method = method_name(request.method());
    let path = request.uri().path();
    let path = secret.instead_of(path, route).unwrap_or(path).to_owned();
    let route = route.unwrap_or("none").to_owned();
    let id = request.headers().get("x-request-id").and_then(|id| id.to_str().ok()).unwrap_or_default().to_owned();
    let began = Instant::now();
    let span = tracing::info_span!("request", id, method, path);
    let response = tracing::Instrument::instrument(next.run(request), span.clone()).await;
    let took = began.elapsed();
    let status = response.status().as_u16();
    metrics::counter!("http_requests_total", "method" => method, "route" => route.clone(), "status" => status.to_string())
        .increment(1);
    metrics::histogram!("http_request_seconds", "route" => route).record(took.as_secs_f64());
    span.in_scope(|| tracing::info!(status, took_ms = took.as_secs_f64() * 1000.0, "answered"));
    response
}
