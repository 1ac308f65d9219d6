//! The rows of the outbox.

use data_encoding::BASE32_NOPAD;
use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;

use super::Kind;
use crate::accounts::PlayerId;

/// Which letter: nothing is ever written twice under the same key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterKey {
    /// A game's id, a challenge's id, or for an account one of its own.
    pub about: String,
    /// What it tells.
    pub kind: Kind,
    /// To whom.
    pub player: PlayerId,
    /// Which one of its kind: the ply, the deadline in seconds since 1970, a seat, or for a place the player who left it.
    pub mark: i64,
}

impl LetterKey {
    /// The letter's Message-ID. It depends on the key alone: a letter that had to be sent twice, because the server
    /// died between handing it over and noting that, is recognised by those who get it.
    pub fn message_id(&self, host: &str) -> String {
        let Self { about, kind, player, mark } = self;
        let key = format!("{about}/{}/{}/{mark}", kind.key(), player.0);
        let name = BASE32_NOPAD.encode(&Sha256::digest(key.as_bytes())[..15]).to_ascii_lowercase();
        format!("<{name}@{host}>")
    }
}

/// A letter to be written, and when it is to leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLetter {
    /// Which.
    pub key: LetterKey,
    /// Not before.
    pub due_at: Timestamp,
}

/// Puts letters into the outbox; one that is there, or was, is left as it is.
pub async fn queue(connection: &mut PgConnection, letters: &[NewLetter], now: Timestamp) -> anyhow::Result<()> {
    let abouts: Vec<_> = letters.iter().map(|letter| letter.key.about.clone()).collect();
    let kinds: Vec<_> = letters.iter().map(|letter| letter.key.kind.key().to_owned()).collect();
    let players: Vec<_> = letters.iter().map(|letter| letter.key.player.0).collect();
    let marks: Vec<_> = letters.iter().map(|letter| letter.key.mark).collect();
    let due: Vec<jiff_sqlx::Timestamp> = letters.iter().map(|letter| letter.due_at.to_sqlx()).collect();
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

/// Puts a letter into the outbox that may be owed again: one that is there and was not sent waits anew.
pub async fn queue_anew(connection: &mut PgConnection, letter: &NewLetter, now: Timestamp) -> anyhow::Result<()> {
    let NewLetter { key, due_at } = letter;
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

/// Puts a letter into the outbox that goes to an address, whatever the player's is when it is sent, and tells of another.
pub async fn queue_to(
    connection: &mut PgConnection,
    key: &LetterKey,
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
