//! The rows of the outbox.

use data_encoding::BASE32_NOPAD;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;

use super::EmailKind;
use crate::accounts::PlayerId;

/// Which email: nothing is ever written twice under the same key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailKey {
    /// A game's id, a challenge's id, or for an account one of its own.
    pub about: String,
    /// The kind of email.
    pub kind: EmailKind,
    /// To whom.
    pub player: PlayerId,
    /// Which one of its kind: the ply, the deadline in seconds since 1970, a seat, or for a place the player who left it.
    pub mark: i64,
}

impl EmailKey {
    /// The email's Message-ID. It depends on the key alone: an email that had to be sent twice, because the server
    /// died between handing it over and noting that, is recognised by those who get it.
    pub fn message_id(&self, host: &str) -> String {
        let Self { about, kind, player, mark } = self;
        let key = format!("{about}/{}/{}/{mark}", kind.key(), player.0);
        let name = BASE32_NOPAD.encode(&Sha256::digest(key.as_bytes())[..15]).to_ascii_lowercase();
        format!("<{name}@{host}>")
    }
}

/// An email to be written, and when it is to leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEmail {
    /// Which.
    pub key: EmailKey,
    /// Not before.
    pub due_at: Timestamp,
}

/// Emails as columns: each an array for `unnest`.
pub struct EmailColumns {
    /// What they are about.
    pub abouts: Vec<String>,
    /// Of which kind they are.
    pub kinds: Vec<String>,
    /// To whom they go.
    pub players: Vec<i64>,
    /// Which of their kind they are.
    pub marks: Vec<i64>,
    /// When they are due.
    pub due: Vec<jiff_sqlx::Timestamp>,
}

impl EmailColumns {
    /// The columns of some emails.
    pub fn of(emails: &[NewEmail]) -> Self {
        Self {
            abouts: emails.iter().map(|email| email.key.about.clone()).collect(),
            kinds: emails.iter().map(|email| email.key.kind.key().to_owned()).collect(),
            players: emails.iter().map(|email| email.key.player.0).collect(),
            marks: emails.iter().map(|email| email.key.mark).collect(),
            due: emails.iter().map(|email| email.due_at.to_sqlx()).collect(),
        }
    }
}

/// Puts emails into the outbox; one that is there, or was, is left as it is.
pub async fn queue(connection: &mut PgConnection, emails: &[NewEmail], now: Timestamp) -> anyhow::Result<()> {
    let EmailColumns { abouts, kinds, players, marks, due } = EmailColumns::of(emails);
    sqlx::query!(
        "insert into letters (about, kind, player_id, mark, due_at, queued_at)
        select *, $6 from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[])
        on conflict do nothing",
        &abouts,
        &kinds,
        &players,
        &marks,
        &due as _,
        now.to_sqlx() as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Queues an email that may be due repeatedly: an unsent one in the outbox is rescheduled.
pub async fn requeue(connection: &mut PgConnection, email: &NewEmail, now: Timestamp) -> anyhow::Result<()> {
    let NewEmail { key, due_at } = email;
    sqlx::query!(
        "insert into letters (about, kind, player_id, mark, due_at, queued_at) values ($1, $2, $3, $4, $5, $6)
        on conflict (about, kind, player_id, mark) do update set due_at = excluded.due_at, note = null
            where letters.sent_at is null",
        key.about,
        key.kind.key(),
        key.player.0,
        key.mark,
        due_at.to_sqlx() as _,
        now.to_sqlx() as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Queues an email to a fixed address, whatever the player's address is when it is sent, about another address.
pub async fn queue_to(
    connection: &mut PgConnection,
    key: &EmailKey,
    email: &str,
    wanted: &str,
    now: Timestamp,
) -> anyhow::Result<()> {
    sqlx::query!(
        "insert into letters (about, kind, player_id, mark, due_at, queued_at, email, wanted)
        values ($1, $2, $3, $4, $5, $5, $6, $7)",
        key.about,
        key.kind.key(),
        key.player.0,
        key.mark,
        now.to_sqlx() as _,
        email,
        wanted,
    )
    .execute(connection)
    .await?;
    Ok(())
}
