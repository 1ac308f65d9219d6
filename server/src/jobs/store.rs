//! Jobs in the database.

use anyhow::Context;
use domain::rules::variant::Variant;
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;

use super::{Job, JobKind, LEASE, after_failures};
use crate::platform::chance;
use crate::platform::database::Pool;

/// Queues a job; nothing changes if it is queued already.
///
/// # Errors
/// The database fails.
pub async fn queue(
    connection: &mut PgConnection,
    kind: JobKind,
    subject: &str,
    variant: Variant,
    now: Timestamp,
) -> anyhow::Result<()> {
    queue_all(connection, kind, &[subject.to_owned()], variant, now).await
}

/// Queues several jobs of a kind, to be taken in this order; those that are queued already stay where they are.
///
/// # Errors
/// The database fails.
pub async fn queue_all(
    connection: &mut PgConnection,
    kind: JobKind,
    subjects: &[String],
    variant: Variant,
    now: Timestamp,
) -> anyhow::Result<()> {
    sqlx::query!(
        "insert into jobs (kind, subject, variant, priority, queued_at, due_at)
        select $1, subject, $3, $4, $5::timestamptz, $5::timestamptz - (cardinality($2) - number) * interval '1 microsecond'
        from unnest($2::text[]) with ordinality asked (subject, number) order by subject
        on conflict do nothing",
        kind.key(),
        subjects,
        variant.key(),
        kind.priority(),
        now.to_sqlx() as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether no job waits for a worker that has engines for these variants. Jobs that workers are doing now do not count.
///
/// # Errors
/// The database fails.
pub async fn is_idle(connection: &mut PgConnection, variants: &[Variant], now: Timestamp) -> anyhow::Result<bool> {
    let variants: Vec<_> = variants.iter().map(|variant| variant.key().to_owned()).collect();
    // Served by jobs_in_order.
    let idle = sqlx::query_scalar!(
        r#"select not exists (select from jobs
            where due_at <= $1 and (leased_until is null or leased_until <= $1) and variant = any($2)) as "idle!""#,
        now.to_sqlx() as _,
        &variants,
    );
    Ok(idle.fetch_one(connection).await?)
}

/// Takes the job that is to be done first of those of some kinds for which there is an engine, and leases it.
///
/// # Errors
/// The database fails.
pub async fn take(pool: &Pool, kinds: &[JobKind], variants: &[Variant], now: Timestamp) -> anyhow::Result<Option<Job>> {
    let kinds: Vec<_> = kinds.iter().map(|kind| kind.key().to_owned()).collect();
    let variants: Vec<_> = variants.iter().map(|variant| variant.key().to_owned()).collect();
    let lease = chance::number();
    // Served by jobs_in_order.
    let row = sqlx::query!(
        "update jobs set lease = $1, leased_until = $2 where (kind, subject) = (
            select kind, subject from jobs
            where due_at <= $3 and (leased_until is null or leased_until <= $3) and kind = any($4) and variant = any($5)
            order by priority, due_at, kind, subject limit 1 for update skip locked)
        returning kind, subject, variant, failures",
        lease,
        (now + LEASE).to_sqlx() as _,
        now.to_sqlx() as _,
        &kinds,
        &variants,
    );
    let row = row.fetch_optional(pool).await?;
    row.map(|row| {
        Ok(Job {
            kind: JobKind::by_key(&row.kind).context("a job is of an unknown kind")?,
            subject: row.subject,
            variant: row.variant.parse()?,
            failures: row.failures,
            lease,
        })
    })
    .transpose()
}

/// Keeps a job for another [`LEASE`]. `false`: it is another worker's by now.
///
/// # Errors
/// The database fails.
pub async fn renew(pool: &Pool, job: &Job, now: Timestamp) -> anyhow::Result<bool> {
    let renewed = sqlx::query!(
        "update jobs set leased_until = $4 where kind = $1 and subject = $2 and lease = $3",
        job.kind.key(),
        job.subject,
        job.lease,
        (now + LEASE).to_sqlx() as _,
    );
    Ok(renewed.execute(pool).await?.rows_affected() == 1)
}

/// Takes a job that is done out of the table: in the transaction that writes what it has brought. `false`: it is another
/// worker's by now, or nobody wants it any more; then nothing may be written.
///
/// # Errors
/// The database fails.
pub async fn finish(connection: &mut PgConnection, job: &Job) -> anyhow::Result<bool> {
    let finished = sqlx::query!(
        "delete from jobs where kind = $1 and subject = $2 and lease = $3",
        job.kind.key(),
        job.subject,
        job.lease,
    );
    Ok(finished.execute(connection).await?.rows_affected() == 1)
}

/// Ends a part of a job, in the transaction that writes what the part has brought. After the last the job is out of the table;
/// else it is given back, so that jobs that matter more come before the rest. `false`: as with [`finish`].
///
/// # Errors
/// The database fails.
pub async fn finish_part(connection: &mut PgConnection, job: &Job, is_last: bool) -> anyhow::Result<bool> {
    if is_last {
        return finish(connection, job).await;
    }
    let released = sqlx::query!(
        "update jobs set lease = null, leased_until = null, failures = 0
        where kind = $1 and subject = $2 and lease = $3",
        job.kind.key(),
        job.subject,
        job.lease,
    );
    Ok(released.execute(connection).await?.rows_affected() == 1)
}

/// What becomes of a job that has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It is tried again later; or it is another worker's by now.
    ForNow,
    /// It has failed as often as it may, and is out of the table. What it was about is to be marked in the same transaction.
    ForGood,
}

/// Notes that a job has failed.
///
/// # Errors
/// The database fails.
pub async fn fail(connection: &mut PgConnection, job: &Job, reason: &str, now: Timestamp) -> anyhow::Result<Failure> {
    let failures = job.failures + 1;
    if job.kind.most_failures().is_some_and(|most| failures >= most) {
        return Ok(if finish(connection, job).await? { Failure::ForGood } else { Failure::ForNow });
    }
    sqlx::query!(
        "update jobs set lease = null, leased_until = null, failures = $4, note = $5, due_at = $6
        where kind = $1 and subject = $2 and lease = $3",
        job.kind.key(),
        job.subject,
        job.lease,
        failures,
        reason,
        after_failures(failures, now).to_sqlx() as _,
    )
    .execute(connection)
    .await?;
    Ok(Failure::ForNow)
}

/// What waits for an engine.
pub struct Waiting {
    /// Of which kind.
    pub kind: JobKind,
    /// How many there are, those that a worker is at included.
    pub jobs: i64,
    /// When the first of them was due.
    pub since: Timestamp,
}

/// What waits for an engine by now, by kind.
///
/// # Errors
/// The database fails.
pub async fn waiting(pool: &Pool, now: Timestamp) -> anyhow::Result<Vec<Waiting>> {
    let rows = sqlx::query!(
        r#"select kind, count(*) as "jobs!", min(due_at) as "since!" from jobs where due_at <= $1 group by kind"#,
        now.to_sqlx() as _,
    );
    let rows = rows.fetch_all(pool).await?.into_iter();
    let known = rows.filter_map(|row| {
        Some(Waiting { kind: JobKind::by_key(&row.kind)?, jobs: row.jobs, since: row.since.to_jiff() })
    });
    Ok(known.collect())
}

/// What is known of the workers of late.
pub struct Workers {
    /// How many have been heard of in the last minute.
    pub present: i64,
    /// How many jobs those of the last days have done.
    pub done: i64,
    /// How many of theirs have failed.
    pub failed: i64,
}

/// A worker says more often than this that it is there.
const PRESENT: SignedDuration = SignedDuration::from_secs(60);

/// What is known of the workers of late.
///
/// # Errors
/// The database fails.
pub async fn workers(pool: &Pool, now: Timestamp) -> anyhow::Result<Workers> {
    let workers = sqlx::query_as!(
        Workers,
        r#"select count(*) filter (where seen_at > $1) as "present!", coalesce(sum(done), 0)::bigint as "done!",
            coalesce(sum(failed), 0)::bigint as "failed!" from workers"#,
        (now - PRESENT).to_sqlx() as _,
    );
    Ok(workers.fetch_one(pool).await?)
}
