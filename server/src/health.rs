//! Whether the server is well, and what it is doing: `/healthz`, `/metrics`, and a line in the log for each request.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::error::Error;
use crate::feeds::FEED_ROUTE;
use crate::mail::UNSUBSCRIBE_ROUTE;
use crate::visitor::Address;

/// What machines ask.
pub fn router() -> Router<App> {
    Router::new().route("/healthz", get(healthz)).route("/metrics", get(show_metrics))
}

/// `GET /healthz`: 200 when the database answers, else 503.
async fn healthz(State(pool): State<PgPool>) -> Response {
    let asked = sqlx::query_scalar!(r#"select 1 as "one!""#).fetch_one(&pool);
    match tokio::time::timeout(Duration::from_secs(2), asked).await {
        Ok(Ok(_)) => "ok\n".into_response(),
        Ok(Err(_)) | Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response(),
    }
}

/// `GET /metrics`: Prometheus' text form, for the machines named in the settings only.
///
/// A proxy that adds no header is known by the host it was asked for: the machines that may read it have no need of that.
async fn show_metrics(State(app): State<App>, address: Address, uri: Uri, headers: HeaderMap) -> Result<String, Error> {
    let through_proxy = headers.contains_key("x-forwarded-for") || headers.contains_key("forwarded");
    let asked = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let hosts = [uri.authority().map(Authority::as_str), asked];
    let to_public = hosts.into_iter().flatten().any(|host| app.config.is_public_host(host));
    if through_proxy || to_public || !app.config.metrics_from.contains(&address.0.to_canonical()) {
        return Err(Error::NotFound);
    }
    metrics::gauge!("database_connections").set(app.pool.size());
    metrics::gauge!("database_connections_idle").set(u32::try_from(app.pool.num_idle()).unwrap_or(u32::MAX));
    Ok(recorder().render())
}

/// The figures of this process: there is one place for them, because the `metrics` macros write to one.
fn recorder() -> &'static PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("metrics go to another recorder of this process");
        }
        handle
    })
}

/// A method's name, for a figure of its own: those that nobody has heard of are one.
fn method_name(method: &Method) -> &'static str {
    const KNOWN: [&str; 9] = ["GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT"];
    KNOWN.into_iter().find(|&known| known == method.as_str()).unwrap_or("other")
}

/// Keeps the figures small until the server stops: what was measured is summed up, also where nobody asks for it.
pub async fn sum_up(stop: CancellationToken) {
    while stop.run_until_cancelled(tokio::time::sleep(SUM_UP_EVERY)).await.is_some() {
        recorder().run_upkeep();
    }
}

/// How often measured times are summed up.
const SUM_UP_EVERY: Duration = Duration::from_secs(5);

/// Counts a request, times it, and writes a line of the log. Queries and bodies are left out: they hold what people
/// typed; and so are paths that are secrets.
pub async fn watch_request(request: Request, next: Next) -> Response {
    recorder();
    let route = request.extensions().get::<MatchedPath>().map_or("none", |path| path.as_str()).to_owned();
    let method = method_name(request.method());
    let is_secret = [FEED_ROUTE, UNSUBSCRIBE_ROUTE].contains(&route.as_str());
    let path = if is_secret { route.clone() } else { request.uri().path().to_owned() };
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
