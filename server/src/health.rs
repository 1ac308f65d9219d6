//! Health and metrics: `/healthz` and `/metrics`.

mod delays;

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::time::timeout;

use crate::platform::database::{self, Pool};
use crate::platform::error::Error;
use crate::platform::metrics::recorder;
use crate::state::{App, Stopping};
use crate::web::visitor::Address;

/// The database answers within this time, or it does not.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(2);

/// Routes for machines.
pub fn router() -> Router<App> {
    Router::new().route("/healthz", get(healthz)).route("/metrics", get(show_metrics))
}

/// `GET /healthz`: 200 when the server can do everything, else 503 with the reason: the database does not answer or takes no
/// writes, or the server is about to stop.
async fn healthz(State(pool): State<Pool>, State(stopping): State<Stopping>) -> Response {
    let unready = |reason: &'static str| (StatusCode::SERVICE_UNAVAILABLE, reason).into_response();
    if stopping.has_begun() {
        return unready("about to stop\n");
    }
    match timeout(HEALTH_TIMEOUT, database_takes_writes(&pool)).await {
        Ok(Ok(true)) => "ok\n".into_response(),
        Ok(Ok(false)) => unready("the database takes no writes\n"),
        Ok(Err(_)) | Err(_) => unready("the database does not answer\n"),
    }
}

async fn database_takes_writes(pool: &Pool) -> sqlx::Result<bool> {
    database::takes_writes(&mut *pool.acquire().await?).await
}

/// `GET /metrics`: Prometheus' text form, for the machines named in the settings only.
///
/// A proxy that adds no header is recognised by the requested host: machines that may read the metrics do not use the
/// public one.
async fn show_metrics(State(app): State<App>, address: Address, uri: Uri, headers: HeaderMap) -> Result<String, Error> {
    let through_proxy = headers.contains_key("x-forwarded-for") || headers.contains_key("forwarded");
    let asked = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let hosts = [uri.authority().map(Authority::as_str), asked];
    let to_public = hosts.into_iter().flatten().any(|host| app.config.is_public_host(host));
    if through_proxy || to_public || !app.config.shows_metrics_to(address.0) {
        return Err(Error::NotFound);
    }
    delays::measure(&app).await;
    let figure = |connections| u32::try_from(connections).unwrap_or(u32::MAX);
    metrics::gauge!("database_connections").set(figure(app.pool.size()));
    metrics::gauge!("database_connections_idle").set(figure(app.pool.idle()));
    Ok(recorder().render())
}
