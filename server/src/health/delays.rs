//! What should have happened by now and has not: for alerts.

use std::time::Duration;

use jiff::Timestamp;
use tokio::time::timeout;

use crate::jobs::{self, JobKind};
use crate::platform::database::Pool;
use crate::platform::database::backup::age_of_newest;
use crate::state::App;

/// The database answers within this time, or it does not.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);

/// Measures all of it, where the database answers.
pub(super) async fn measure(app: &App) {
    match timeout(DATABASE_TIMEOUT, Delays::read(&app.pool)).await {
        Ok(Ok(delays)) => delays.show(app.now.get()),
        Ok(Err(_)) | Err(_) => metrics::gauge!("database_up").set(0),
    }
    if let Ok(Err(error)) = timeout(DATABASE_TIMEOUT, show_jobs(&app.pool, app.now.get())).await {
        tracing::warn!(error = format!("{error:#}"), "what waits for an engine could not be counted");
    }
    if let Some(folder) = &app.config.backup_folder {
        let age = age_of_newest(folder, app.now.get());
        metrics::gauge!("backup_age_seconds").set(age.unwrap_or(f64::INFINITY));
    }
}

/// Shows what waits for an engine, and what workers have done.
async fn show_jobs(pool: &Pool, now: Timestamp) -> anyhow::Result<()> {
    let waiting = jobs::waiting(pool, now).await?;
    for kind in JobKind::ALL {
        let of_kind = waiting.iter().find(|waiting| waiting.kind == kind);
        let late = of_kind.map_or(0.0, |waiting| now.duration_since(waiting.since).as_secs_f64().max(0.0));
        metrics::gauge!("jobs_waiting", "kind" => kind.key()).set(of_kind.map_or(0.0, |waiting| waiting.jobs as f64));
        metrics::gauge!("jobs_late_seconds", "kind" => kind.key()).set(late);
    }
    let workers = jobs::workers(pool, now).await?;
    metrics::gauge!("workers").set(workers.present as f64);
    metrics::gauge!("worker_jobs_done").set(workers.done as f64);
    metrics::gauge!("worker_jobs_failed").set(workers.failed as f64);
    Ok(())
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
    async fn read(pool: &Pool) -> sqlx::Result<Self> {
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
