//! The outbox in the database.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::accounts::{PlayerId, PlayerName};
use crate::games::GameId;
use crate::outbox::{EmailKey, EmailKind, EmailTopic};
use crate::platform::database::Pool;
use crate::preferences::{EmailPreferences, Preferences};

/// The address that an email of [`queue_to`] goes to, and the one that it is about.
pub async fn fixed_addresses(
    connection: &mut PgConnection,
    key: &EmailKey,
) -> anyhow::Result<Option<(String, String)>> {
    let row = sqlx::query!(
        "select email, wanted from letters where about = $1 and kind = $2 and player_id = $3 and mark = $4",
        key.about,
        key.kind.key(),
        key.player.0,
        key.mark,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.and_then(|row| row.email.zip(row.wanted)))
}

/// When the email that has to be sent before another about the same subject is due next, and when it was queued; `None`
/// if it has been sent, or need not be.
pub async fn left_before(
    connection: &mut PgConnection,
    key: &EmailKey,
    kind: EmailKind,
) -> anyhow::Result<Option<(Timestamp, Timestamp)>> {
    let row = sqlx::query!(
        r#"select due_at as "due_at!: jiff_sqlx::Timestamp", queued_at from letters
        where about = $1 and kind = $2 and player_id = $3 and due_at is not null"#,
        key.about,
        kind.key(),
        key.player.0,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| (row.due_at.to_jiff(), row.queued_at.to_jiff())))
}

/// The emails that are due, the longest overdue first. Emails of a kind unknown to this server are left alone: a newer
/// server has queued them, and will send them. Emails queued together are ordered by kind: the notification of a new
/// address comes before its confirmation.
pub async fn due(pool: &Pool, now: Timestamp, limit: i64) -> anyhow::Result<Vec<EmailKey>> {
    // Served by emails_due.
    let rows = sqlx::query!(
        "select about, kind, player_id, mark from letters where due_at <= $1 and kind = any($3)
        order by due_at, kind limit $2",
        now.to_sqlx() as _,
        limit,
        &EmailKind::keys(),
    )
    .fetch_all(pool)
    .await?;
    let keys = rows.into_iter().filter_map(|row| {
        let kind = EmailKind::by_key(&row.kind)?;
        Some(EmailKey { about: row.about, kind, player: PlayerId(row.player_id), mark: row.mark })
    });
    Ok(keys.collect())
}

/// The kinds of emails that are due and that this server does not know, each with how many there are.
pub async fn unknown(pool: &Pool, now: Timestamp) -> anyhow::Result<Vec<(String, i64)>> {
    // Served by emails_due.
    let rows = sqlx::query!(
        r#"select kind, count(*) as "letters!" from letters where due_at <= $1 and kind <> all($2) group by kind"#,
        now.to_sqlx() as _,
        &EmailKind::keys(),
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|row| (row.kind, row.letters)).collect())
}

/// Locks an email for this transaction, and returns how often it has been tried. `None` if it is no longer due, or
/// another server has it or another email about the same subject to the same player.
pub async fn take(connection: &mut PgConnection, key: &EmailKey, now: Timestamp) -> anyhow::Result<Option<i32>> {
    let alone = sqlx::query_scalar!(
        r#"select pg_try_advisory_xact_lock(hashtextextended($1 || '/' || $2::bigint, 0)) as "alone!""#,
        key.about,
        key.player.0,
    )
    .fetch_one(&mut *connection)
    .await?;
    if !alone {
        return Ok(None);
    }
    let attempts = sqlx::query_scalar!(
        "select attempts from letters where about = $1 and kind = $2 and player_id = $3 and mark = $4
            and due_at <= $5 for update skip locked",
        key.about,
        key.kind.key(),
        key.player.0,
        key.mark,
        now.to_sqlx() as _,
    )
    .fetch_optional(connection)
    .await?;
    Ok(attempts)
}

/// The outcome of an attempt to deliver an email.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// The mail server has accepted it.
    Sent,
    /// It need not be sent, for this reason.
    Dropped(String),
    /// It could not be sent, for this reason, and will not be retried.
    Failed(String),
    /// It failed for this reason, and will be retried.
    Retried(Timestamp, String),
    /// It is not due before this instant.
    Postponed(Timestamp),
}

/// Records the outcome of an email.
pub async fn settle(
    connection: &mut PgConnection,
    key: &EmailKey,
    outcome: &DeliveryOutcome,
    now: Timestamp,
) -> anyhow::Result<()> {
    let (sent_at, due_at, note) = match outcome {
        DeliveryOutcome::Sent => (Some(now), None, None),
        DeliveryOutcome::Dropped(why) | DeliveryOutcome::Failed(why) => (None, None, Some(why)),
        DeliveryOutcome::Retried(due, why) => (None, Some(*due), Some(why)),
        DeliveryOutcome::Postponed(due) => (None, Some(*due), None),
    };
    let tried = matches!(outcome, DeliveryOutcome::Sent | DeliveryOutcome::Failed(_) | DeliveryOutcome::Retried(..));
    sqlx::query!(
        "update letters set sent_at = $5, due_at = $6, note = $7, attempts = attempts + $8::integer
        where about = $1 and kind = $2 and player_id = $3 and mark = $4",
        key.about,
        key.kind.key(),
        key.player.0,
        key.mark,
        sent_at.map(ToSqlx::to_sqlx) as _,
        due_at.map(ToSqlx::to_sqlx) as _,
        note,
        i32::from(tried),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes settled emails that were queued before an instant.
pub async fn prune(pool: &Pool, before: Timestamp) -> anyhow::Result<()> {
    // Served by emails_by_age.
    sqlx::query!("delete from letters where due_at is null and queued_at < $1", before.to_sqlx() as _)
        .execute(pool)
        .await?;
    Ok(())
}

/// The recipient of an email.
pub struct Recipient {
    /// Their name.
    pub name: PlayerName,
    /// Their address.
    pub email: String,
    /// Whether it is confirmed.
    pub is_confirmed: bool,
    /// The address that is to replace it.
    pub email_wanted: Option<String>,
    /// Their preferences: which emails they want, and how times are written.
    pub preferences: Preferences,
    /// The secret in their unsubscribe addresses.
    pub secret: String,
}

/// A player as the recipient of emails.
pub async fn recipient(connection: &mut PgConnection, player: PlayerId) -> anyhow::Result<Recipient> {
    let row = sqlx::query!(
        r#"select name, email, email_confirmed_at is not null as "is_confirmed!", email_wanted, mail_secret,
            preferences as "preferences: Json<Preferences>"
        from players where id = $1"#,
        player.0,
    )
    .fetch_one(connection)
    .await?;
    Ok(Recipient {
        name: PlayerName::stored(row.name),
        email: row.email,
        is_confirmed: row.is_confirmed,
        email_wanted: row.email_wanted,
        preferences: row.preferences.0,
        secret: row.mail_secret,
    })
}

/// When a player was last sent an email of these kinds about a game, if ever.
pub async fn last_sent_at(
    connection: &mut PgConnection,
    game: &GameId,
    player: PlayerId,
    kinds: &[EmailKind],
) -> anyhow::Result<Option<Timestamp>> {
    let kinds: Vec<_> = kinds.iter().map(|kind| kind.key().to_owned()).collect();
    let at = sqlx::query_scalar!(
        "select max(sent_at) from letters where about = $1 and player_id = $2 and kind = any($3)",
        game.as_str(),
        player.0,
        &kinds,
    )
    .fetch_one(connection)
    .await?;
    Ok(at.map(|at| at.to_jiff()))
}

/// How many emails a player was sent since an instant because of others' challenges and places.
pub async fn challenge_emails_since(
    connection: &mut PgConnection,
    player: PlayerId,
    since: Timestamp,
) -> anyhow::Result<i64> {
    // Served by emails_of_challenges_of_late.
    let sent = sqlx::query_scalar!(
        r#"select count(*) as "told!" from letters
        where kind in ('challenged', 'place-declined', 'place-left') and player_id = $1 and sent_at > $2"#,
        player.0,
        since.to_sqlx() as _,
    )
    .fetch_one(connection)
    .await?;
    Ok(sent)
}

/// The player with a secret, and which emails they want.
pub async fn by_secret(pool: &Pool, secret: &str) -> anyhow::Result<Option<(PlayerId, EmailPreferences)>> {
    let row = sqlx::query!(
        r#"select id, preferences as "preferences: Json<Preferences>" from players where mail_secret = $1"#,
        secret,
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| (PlayerId(row.id), row.preferences.0.emails)))
}

/// Turns a player's emails on a topic off or on.
pub async fn want(pool: &Pool, player: PlayerId, topic: EmailTopic, wanted: bool) -> anyhow::Result<()> {
    sqlx::query!(
        "update players set preferences = preferences || jsonb_build_object('letters',
            coalesce(preferences -> 'letters', '{}') || jsonb_build_object($2::text, $3::boolean))
        where id = $1",
        player.0,
        topic.field(),
        wanted,
    )
    .execute(pool)
    .await?;
    Ok(())
}
