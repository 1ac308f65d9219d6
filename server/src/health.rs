//! Health and metrics: `/healthz` and `/metrics`.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use jiff::Timestamp;
use sqlx::PgPool;

use crate::platform::database::backup::age_of_newest;
use crate::platform::error::Error;
use crate::platform::metrics::recorder;
use crate::state::App;
use crate::web::visitor::Address;

/// How long the database may take to answer.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);

/// Routes for machines.
pub fn router() -> Router<App> {
    Router::new().route("/healthz", get(healthz)).route("/metrics", get(show_metrics))
}

/// `GET /healthz`: 200 when the database answers, else 503.
async fn healthz(State(pool): State<PgPool>) -> Response {
    let asked = sqlx::query_scalar!(r#"select 1 as "one!""#).fetch_one(&pool);
    match tokio::time::timeout(DATABASE_TIMEOUT, asked).await {
        Ok(Ok(_)) => "ok\n".into_response(),
        Ok(Err(_)) | Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response(),
    }
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
    match tokio::time::timeout(DATABASE_TIMEOUT, Delays::read(&app.pool)).await {
        Ok(Ok(delays)) => delays.show(app.now.get()),
        Ok(Err(_)) | Err(_) => metrics::gauge!("database_up").set(0),
    }
    if let Some(folder) = &app.config.backup_folder {
        let age = age_of_newest(folder, app.now.get());
        metrics::gauge!("backup_age_seconds").set(age.unwrap_or(f64::INFINITY));
    }
    metrics::gauge!("database_connections").set(app.pool.size());
    metrics::gauge!("database_connections_idle").set(u32::try_from(app.pool.num_idle()).unwrap_or(u32::MAX));
    Ok(recorder().render())
}

/// What is done by itself, and since when it is due: a short while is normal.
struct Delays {
    /// The first deadline that no sweeper has acted on.
    deadline: Option<jiff_sqlx::Timestamp>,
    /// When the first email was to be sent that waits.
    email: Option<jiff_sqlx::Timestamp>,
    /// When a file of the WAL was archived last, and when that failed last.
    archived: Option<jiff_sqlx::Timestamp>,
    not_archived: Option<jiff_sqlx::Timestamp>,
}

impl Delays {
    /// By `games_by_deadline` and `letters_due`.
    async fn read(pool: &PgPool) -> sqlx::Result<Self> {
        let asked = sqlx::query_as!(
            Self,
            r#"select (select min(deadline) from games where deadline is not null) as "deadline?: _",
                (select min(due_at) from letters where due_at is not null) as "email?: _",
                last_archived_time as "archived?: _", last_failed_time as "not_archived?: _"
            from pg_stat_archiver"#
        );
        asked.fetch_one(pool).await
    }

    fn show(self, now: Timestamp) {
        let since = |at: Timestamp| now.duration_since(at).as_secs_f64().max(0.0);
        let late = |due: Option<jiff_sqlx::Timestamp>| due.map_or(0.0, |due| since(due.to_jiff()));
        metrics::gauge!("database_up").set(1);
        metrics::gauge!("games_late_seconds").set(late(self.deadline));
        metrics::gauge!("emails_late_seconds").set(late(self.email));
        let [archived, failed] = [self.archived, self.not_archived].map(|at| at.map(jiff_sqlx::Timestamp::to_jiff));
        let failing = failed.filter(|failed| archived.is_none_or(|archived| archived < *failed));
        let failing_for = failing.map_or(0.0, |failed| since(archived.unwrap_or(failed)));
        metrics::gauge!("wal_archive_failing_seconds").set(failing_for);
    }
}
