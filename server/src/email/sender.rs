//! The sender: takes the emails that are due and delivers them. It runs on every server; each email is taken by only
//! one of them, like the sweeper's games.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use lettre::Message;
use sqlx::{Connection, PgConnection};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::compose_result::ComposeResult;
use super::frame::Frame;
use super::outgoing::OutgoingEmail;
use super::store::{self, DeliveryOutcome, Recipient};
use super::{about_account, about_challenge, about_game};
use crate::account_links;
use crate::outbox::{EmailKey, EmailKind};
use crate::platform::mailer::Failure;
use crate::state::App;

/// How often the outbox is polled.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The most emails taken per poll.
const MAX_EMAILS_PER_POLL: i64 = 100;
/// The most concurrent deliveries; each holds a connection to the database.
const MAX_CONCURRENT_DELIVERIES: usize = 4;
/// How long settled emails are kept.
const RETENTION: SignedDuration = SignedDuration::from_hours(90 * 24);
/// After how many polls older emails are deleted, and emails of unknown kinds are reported.
const POLLS_BETWEEN_CLEANUPS: u32 = 3600;

/// Sends until the server stops; deliveries under way are finished.
pub async fn run(app: App, stop: CancellationToken) {
    let mut polls = 0;
    while stop.run_until_cancelled(tokio::time::sleep(POLL_INTERVAL)).await.is_some() {
        if let Err(error) = send_due(&app, &stop).await {
            tracing::error!(error = format!("{error:#}"), "the email sender failed and will try again");
        }
        if polls % POLLS_BETWEEN_CLEANUPS == 0
            && let Err(error) = clean_up(&app).await
        {
            tracing::error!(error = format!("{error:#}"), "the outbox could not be tidied");
        }
        polls = polls.wrapping_add(1);
    }
}

async fn clean_up(app: &App) -> anyhow::Result<()> {
    let now = app.now.get();
    for (kind, emails) in store::unknown(&app.pool, now).await? {
        tracing::warn!(kind, emails, "there are emails of a kind that this server does not know");
    }
    store::prune(&app.pool, now - RETENTION).await
}

/// Processes every email that is due now, and returns how many there were.
///
/// # Errors
/// The database fails; emails that were sent stay sent.
pub async fn send_due(app: &App, stop: &CancellationToken) -> anyhow::Result<usize> {
    account_links::forward_requests(&app.pool, app.now.get()).await?;
    let due = store::due(&app.pool, app.now.get(), MAX_EMAILS_PER_POLL).await?;
    let emails = due.len();
    let mut on_their_way = JoinSet::new();
    for related in related(due) {
        if stop.is_cancelled() {
            break;
        }
        if on_their_way.len() == MAX_CONCURRENT_DELIVERIES {
            on_their_way.join_next().await;
        }
        on_their_way.spawn(deliver_in_turn(app.clone(), related));
    }
    while let Some(ended) = on_their_way.join_next().await {
        if let Err(error) = ended {
            tracing::error!(%error, "an email cannot be dealt with");
        }
    }
    Ok(emails)
}

/// Emails about the same subject to the same player belong together: the second may not be needed after the first.
fn related(due: Vec<EmailKey>) -> Vec<Vec<EmailKey>> {
    let mut groups: Vec<Vec<EmailKey>> = Vec::new();
    for key in due {
        match groups.iter_mut().find(|group| group[0].about == key.about && group[0].player == key.player) {
            Some(group) => group.push(key),
            None => groups.push(vec![key]),
        }
    }
    groups
}

async fn deliver_in_turn(app: App, emails: Vec<EmailKey>) {
    for key in emails {
        if let Err(error) = deliver(&app, &key).await {
            let (kind, about) = (key.kind.key(), key.about);
            tracing::error!(kind, about, error = format!("{error:#}"), "an email cannot be dealt with");
        }
    }
}

/// Sends one email, unless another server has it. The row stays locked until the mail server has answered.
async fn deliver(app: &App, key: &EmailKey) -> anyhow::Result<()> {
    let now = app.now.get();
    let mut transaction = app.pool.begin().await?;
    let Some(attempts) = store::take(&mut transaction, key, now).await? else { return Ok(()) };
    let outcome = match written(app, &mut transaction, key, now).await {
        Ok(Ready::Message(message)) => sent(app, *message, attempts, now).await,
        Ok(Ready::Outcome(outcome)) => outcome,
        Err(error) => retry_or_fail(attempts, now, format!("{error:#}")),
    };
    note(key, &outcome);
    store::settle(&mut transaction, key, &outcome, now).await?;
    transaction.commit().await?;
    Ok(())
}

/// A message to deliver, or the outcome if there is none.
enum Ready {
    Message(Box<Message>),
    Outcome(DeliveryOutcome),
}

/// Writes an email inside a savepoint, so that its outcome can still be recorded if a query fails.
async fn written(app: &App, transaction: &mut PgConnection, key: &EmailKey, now: Timestamp) -> anyhow::Result<Ready> {
    let mut part = transaction.begin().await?;
    match write(app, &mut part, key, now).await {
        Ok(ready) => {
            part.commit().await?;
            Ok(ready)
        }
        Err(error) => {
            part.rollback().await?;
            Err(error)
        }
    }
}

async fn sent(app: &App, message: Message, attempts: i32, now: Timestamp) -> DeliveryOutcome {
    match app.mailer.send(message).await {
        Ok(()) => DeliveryOutcome::Sent,
        Err(Failure::Final(why)) => DeliveryOutcome::Failed(why),
        Err(Failure::Passing(why)) => retry_or_fail(attempts, now, why),
    }
}

async fn write(app: &App, connection: &mut PgConnection, key: &EmailKey, now: Timestamp) -> anyhow::Result<Ready> {
    let recipient = store::recipient(connection, key.player).await?;
    let fixed = store::fixed_addresses(connection, key).await?;
    let (email, wanted) = match (fixed, address(key.kind, &recipient)) {
        (Some((email, wanted)), _) => (email, Some(wanted)),
        (None, Ok(email)) => (email.to_owned(), recipient.email_wanted.clone()),
        (None, Err(why)) => return Ok(Ready::Outcome(DeliveryOutcome::Dropped(why.to_owned()))),
    };
    let frame = Frame::new(&recipient, key.kind.topic(), app.public_url.clone());
    let written = match key.kind {
        EmailKind::ConfirmEmail | EmailKind::ResetPassword => {
            about_account::write(connection, &app.pool, key, &email, &frame, now).await?
        }
        EmailKind::AddressWanted => about_account::write_wanted(&email, wanted.as_deref(), &recipient, &frame)?,
        EmailKind::DeletionAsked | EmailKind::AccountDeleted => {
            about_account::write_deletion(connection, key, &frame).await?
        }
        EmailKind::Challenged | EmailKind::ChallengeDeclined | EmailKind::PlaceDeclined | EmailKind::PlaceLeft => {
            about_challenge::write(connection, key, &frame, now).await?
        }
        _ => about_game::write(connection, key, &frame, now).await?,
    };
    let words = match written {
        ComposeResult::Content(words) => words,
        ComposeResult::Obsolete(why) => return Ok(Ready::Outcome(DeliveryOutcome::Dropped(why.to_owned()))),
        ComposeResult::NotBefore(due_at) => return Ok(Ready::Outcome(DeliveryOutcome::Postponed(due_at))),
    };
    let unsubscribe = frame.topic.map(|(_, url)| url);
    let email = OutgoingEmail { name: frame.you, email, words, unsubscribe };
    Ok(match email.message(key, &app.mailer, now) {
        Ok(message) => Ready::Message(Box::new(message)),
        Err(error) => Ready::Outcome(DeliveryOutcome::Failed(format!("it cannot be addressed: {error:#}"))),
    })
}

/// The address of an email, or why there is none. A confirmation link goes to the address to be confirmed, a reset link
/// to the only address there is, everything else only to a confirmed address that wants it.
fn address(kind: EmailKind, recipient: &Recipient) -> Result<&str, &'static str> {
    match (kind, kind.topic()) {
        (EmailKind::ConfirmEmail, _) => match &recipient.email_wanted {
            Some(wanted) => Ok(wanted),
            None if recipient.is_confirmed => Err("the address is confirmed"),
            None => Ok(&recipient.email),
        },
        (_, None) if recipient.email.is_empty() => Err("there is no address"),
        (EmailKind::AddressWanted | EmailKind::DeletionAsked | EmailKind::AccountDeleted, _)
            if !recipient.is_confirmed =>
        {
            Err("the address is not confirmed")
        }
        (_, None) => Ok(&recipient.email),
        (_, Some(_)) if !recipient.is_confirmed => Err("the address is not confirmed"),
        (_, Some(topic)) if !topic.is_wanted(recipient.preferences.emails) => Err("such emails are not wanted"),
        (_, Some(_)) => Ok(&recipient.email),
    }
}

/// Schedules a retry, or gives up.
fn retry_or_fail(attempts: i32, now: Timestamp, why: String) -> DeliveryOutcome {
    match retry_delay(attempts) {
        Some(wait) => DeliveryOutcome::Retried(now + wait, why),
        None => DeliveryOutcome::Failed(why),
    }
}

/// The delay after this many earlier failures: a minute, then doubled each time, up to six hours. `None` after five
/// days.
fn retry_delay(failures_before: i32) -> Option<SignedDuration> {
    /// The delay reaches its maximum after ten failures; the others add up to five days.
    const MAX_ATTEMPTS: i32 = 28;
    let doubled = SignedDuration::from_mins(1 << failures_before.clamp(0, 9));
    (failures_before < MAX_ATTEMPTS).then(|| doubled.min(SignedDuration::from_hours(6)))
}

/// Counts every outcome, and logs those that need attention; never an email's text.
fn note(key: &EmailKey, outcome: &DeliveryOutcome) {
    let (kind, about) = (key.kind.key(), &key.about);
    let name = match outcome {
        DeliveryOutcome::Sent => "sent",
        DeliveryOutcome::Dropped(why) => {
            tracing::debug!(kind, about, why, "an email is not sent");
            "dropped"
        }
        DeliveryOutcome::Failed(why) => {
            tracing::warn!(kind, about, why, "an email could not be sent and is given up");
            "failed"
        }
        DeliveryOutcome::Retried(due_at, why) => {
            tracing::warn!(kind, about, why, %due_at, "an email could not be sent and will be tried again");
            "retried"
        }
        DeliveryOutcome::Postponed(_) => "postponed",
    };
    metrics::counter!("emails_total", "kind" => kind, "outcome" => name).increment(1);
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::retry_delay;

    #[test]
    fn an_email_is_tried_for_five_days() {
        let waits: Vec<_> = (0..).map_while(retry_delay).collect();
        assert_eq!(waits[..3], [1, 2, 4].map(SignedDuration::from_mins));
        assert_eq!(waits.last(), Some(&SignedDuration::from_hours(6)));
        let days = waits.iter().sum::<SignedDuration>().as_hours() / 24;
        assert_eq!(days, 5);
    }
}
