//! The outbox: emails to be sent, each a row written in the transaction that it reports on. So none is lost, and none
//! reports what did not happen. Their texts are written when they are sent, in `email`.

mod email_kind;
mod store;

use jiff::{SignedDuration, Timestamp};
use sqlx::PgConnection;

pub use email_kind::{EmailKind, EmailTopic};
pub use store::{EmailColumns, EmailKey, NewEmail, queue};
use store::{queue_to, requeue};

use crate::accounts::PlayerId;

/// How long an email about a place that was given up waits: to change seats, one gets up first.
const TO_CHANGE_SEATS: SignedDuration = SignedDuration::from_mins(1);

/// A challenge was made to somebody by name.
///
/// # Errors
/// The database fails.
pub async fn challenged(
    connection: &mut PgConnection,
    challenge: &str,
    opponent: PlayerId,
    now: Timestamp,
) -> anyhow::Result<()> {
    at_once(connection, challenge, EmailKind::Challenged, opponent, now).await
}

/// A challenge was declined by whom it was made to.
///
/// # Errors
/// The database fails.
pub async fn challenge_declined(
    connection: &mut PgConnection,
    challenge: &str,
    challenger: PlayerId,
    now: Timestamp,
) -> anyhow::Result<()> {
    at_once(connection, challenge, EmailKind::ChallengeDeclined, challenger, now).await
}

/// A player has declined or left their place in a challenge for many: the challenger gets an email, a little later,
/// because the player may take another place.
///
/// # Errors
/// The database fails.
pub async fn place_given_up(
    connection: &mut PgConnection,
    challenge: &str,
    was_taken: bool,
    player: PlayerId,
    challenger: PlayerId,
    now: Timestamp,
) -> anyhow::Result<()> {
    let kind = if was_taken { EmailKind::PlaceLeft } else { EmailKind::PlaceDeclined };
    let key = EmailKey { about: challenge.to_owned(), kind, player: challenger, mark: player.0 };
    requeue(connection, &NewEmail { key, due_at: now + TO_CHANGE_SEATS }, now).await
}

/// A challenge was accepted: the game has begun.
///
/// # Errors
/// The database fails.
pub async fn challenge_accepted(
    connection: &mut PgConnection,
    game: &str,
    challenger: PlayerId,
    now: Timestamp,
) -> anyhow::Result<()> {
    at_once(connection, game, EmailKind::ChallengeAccepted, challenger, now).await
}

/// A link was requested.
///
/// # Errors
/// The database fails.
pub async fn about_account(
    connection: &mut PgConnection,
    kind: EmailKind,
    player: PlayerId,
    now: Timestamp,
) -> anyhow::Result<()> {
    at_once(connection, &crate::platform::chance::short_id(), kind, player, now).await
}

/// A confirmed address is to be replaced. A notification goes to it, and only then a link to the new one: so the owner
/// of the account learns of it before a thief can complete the change.
///
/// # Errors
/// The database fails.
pub async fn address_wanted(
    connection: &mut PgConnection,
    player: PlayerId,
    email: &str,
    wanted: &str,
    now: Timestamp,
) -> anyhow::Result<()> {
    let about = crate::platform::chance::short_id();
    let key = EmailKey { about: about.clone(), kind: EmailKind::AddressWanted, player, mark: 0 };
    queue_to(connection, &key, email, wanted, now).await?;
    at_once(connection, &about, EmailKind::ConfirmEmail, player, now).await
}

async fn at_once(
    connection: &mut PgConnection,
    about: &str,
    kind: EmailKind,
    player: PlayerId,
    now: Timestamp,
) -> anyhow::Result<()> {
    let key = EmailKey { about: about.to_owned(), kind, player, mark: 0 };
    queue(connection, &[NewEmail { key, due_at: now }], now).await
}
