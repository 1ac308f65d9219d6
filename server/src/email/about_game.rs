//! Emails about a game: whether there is still something to report, and what.

use askama::Template;
use domain::correspondence::game::LogEntryKind;
use domain::rules::seat::Seat;
use jiff::{SignedDuration, Timestamp};
use sqlx::PgConnection;

use super::compose_result::ComposeResult;
use super::frame::Frame;
use super::game_summary::{GameSummary, TimedOutSeat, own_timed_out_seats, timed_out_at};
use super::outgoing::{EmailText, email_text};
use super::{store, time_left};
use crate::challenges;
use crate::games::{self, GameId, StoredGame};
use crate::outbox::{self, EmailKey, EmailKind, NewEmail};
use crate::ratings::{self, RatingPool};
use crate::wording::emails::TimeLeft;
use crate::wording::ratings as rating_words;

/// How long the email about the end of a rated game waits for the rating change, and how often it checks. Rating takes
/// about a second; if it fails, the email is sent without it.
const MAX_WAIT_FOR_RATING: SignedDuration = SignedDuration::from_mins(1);
const RATING_POLL_INTERVAL: SignedDuration = SignedDuration::from_secs(2);

#[derive(Template)]
enum Subject<'a> {
    #[template(path = "mail/your_turn.subject")]
    YourTurn { frame: &'a Frame, summary: &'a GameSummary },
    #[template(path = "mail/time_running_out.subject")]
    TimeRunningOut { frame: &'a Frame, summary: &'a GameSummary, subject: &'a str, time_left: &'a str },
    #[template(path = "mail/draw_offered.subject")]
    DrawOffered { frame: &'a Frame, summary: &'a GameSummary },
    #[template(path = "mail/game_over.subject")]
    GameOver { frame: &'a Frame, summary: &'a GameSummary },
    #[template(path = "mail/time_ran_out.subject")]
    TimeRanOut { frame: &'a Frame, summary: &'a GameSummary, timed_out: &'a TimedOutSeat },
    #[template(path = "mail/challenge_accepted.subject")]
    ChallengeAccepted { frame: &'a Frame, summary: &'a GameSummary },
}

#[derive(Template)]
enum Text<'a> {
    #[template(path = "mail/your_turn.txt")]
    YourTurn { frame: &'a Frame, summary: &'a GameSummary },
    #[template(path = "mail/time_running_out.txt")]
    TimeRunningOut { frame: &'a Frame, summary: &'a GameSummary, subject: &'a str, time_left: &'a str },
    #[template(path = "mail/draw_offered.txt")]
    DrawOffered { frame: &'a Frame, summary: &'a GameSummary },
    #[template(path = "mail/game_over.txt")]
    GameOver { frame: &'a Frame, summary: &'a GameSummary },
    #[template(path = "mail/time_ran_out.txt")]
    TimeRanOut { frame: &'a Frame, summary: &'a GameSummary, timed_out: &'a TimedOutSeat },
    #[template(path = "mail/challenge_accepted.txt")]
    ChallengeAccepted { frame: &'a Frame, summary: &'a GameSummary },
}

#[derive(Template)]
enum Html<'a> {
    #[template(path = "mail/your_turn.html")]
    YourTurn { frame: &'a Frame, summary: &'a GameSummary },
    #[template(path = "mail/time_running_out.html")]
    TimeRunningOut { frame: &'a Frame, summary: &'a GameSummary, subject: &'a str, time_left: &'a str },
    #[template(path = "mail/draw_offered.html")]
    DrawOffered { frame: &'a Frame, summary: &'a GameSummary },
    #[template(path = "mail/game_over.html")]
    GameOver { frame: &'a Frame, summary: &'a GameSummary },
    #[template(path = "mail/time_ran_out.html")]
    TimeRanOut { frame: &'a Frame, summary: &'a GameSummary, timed_out: &'a TimedOutSeat },
    #[template(path = "mail/challenge_accepted.html")]
    ChallengeAccepted { frame: &'a Frame, summary: &'a GameSummary },
}

/// Writes an email about a game in its present state, or returns why there is nothing to write.
///
/// # Errors
/// The database fails, or the game's log is damaged.
pub async fn write(
    connection: &mut PgConnection,
    key: &EmailKey,
    frame: &Frame,
    now: Timestamp,
) -> anyhow::Result<ComposeResult> {
    let id = GameId::stored(key.about.clone());
    let Some(stored) = games::load_within(connection, &id).await? else {
        return Ok(ComposeResult::Obsolete("there is no such game"));
    };
    let Some(seat) = stored.seat_of(key.player) else { return Ok(ComposeResult::Obsolete("it is a game of others")) };
    if let Some(other) = unwritten(connection, key, &stored, now).await? {
        return Ok(other);
    }
    let mut summary = GameSummary::new(&stored, seat, frame, now);
    if key.kind == EmailKind::GameOver {
        let (change, is_due) = ratings::change_by(connection, &id, seat).await?;
        let waits_until = stored.game.last_event_at() + MAX_WAIT_FOR_RATING;
        if is_due && now < waits_until {
            return Ok(ComposeResult::NotBefore(now + RATING_POLL_INTERVAL));
        }
        summary.rating =
            change.map(|(pool, change)| rating_words::now(change.after, change, pool == RatingPool::Computers));
    }
    if key.kind == EmailKind::ChallengeAccepted {
        let before = challenges::game_before(connection, &id).await?;
        summary.rematch_of = before.map(|before| frame.url(&format!("/games/{before}")));
    }
    if key.kind == EmailKind::TimeRanOut {
        // A player who ran out of time is notified even if the others have played on since.
        let own = own_timed_out_seats(&stored, seat, frame);
        let timed_out =
            summary.timed_out.iter().chain(&own).find(|timed_out| seat_of_mark(key.mark) == Some(timed_out.seat));
        let Some(timed_out) = timed_out else { return Ok(ComposeResult::Obsolete("the game has moved on")) };
        let summary = &summary;
        return email_text!(TimeRanOut { frame, summary, timed_out }).map(ComposeResult::Content);
    }
    words(key.kind, frame, &summary).map(ComposeResult::Content)
}

/// Why an email is not to be written now, if it is not.
async fn unwritten(
    connection: &mut PgConnection,
    key: &EmailKey,
    stored: &StoredGame,
    now: Timestamp,
) -> anyhow::Result<Option<ComposeResult>> {
    if matches!(key.kind, EmailKind::FifthLeft | EmailKind::DayLeft) {
        return time_moved(connection, key, stored, now).await;
    }
    let Some(since) = happened_at(key, stored) else { return Ok(Some(ComposeResult::Obsolete("it is no longer so"))) };
    let look = games::last_page_view(connection, &stored.id, key.player).await?;
    if look.is_some_and(|look| look.seen_until >= since) {
        return Ok(Some(ComposeResult::Obsolete("the player has seen it")));
    }
    let told_by: &[EmailKind] = match key.kind {
        EmailKind::YourTurn if key.mark == 0 => &[EmailKind::YourTurn, EmailKind::ChallengeAccepted],
        EmailKind::YourTurn | EmailKind::DrawOffered | EmailKind::TimeRanOut => &[EmailKind::YourTurn],
        _ => return Ok(None),
    };
    let last_sent_at = store::last_sent_at(connection, &stored.id, key.player, told_by).await?;
    // One email until they view the game; an offer or a timeout is only covered by an email sent after it.
    let last_sent_at = last_sent_at.filter(|&last_sent_at| match key.kind {
        EmailKind::YourTurn => look.is_none_or(|look| last_sent_at > look.at),
        _ => last_sent_at >= since,
    });
    Ok(last_sent_at.map(|_| ComposeResult::Obsolete("an earlier email still waits to be looked into")))
}

/// When the event that an email reports happened; `None` if it is no longer current.
fn happened_at(key: &EmailKey, stored: &StoredGame) -> Option<Timestamp> {
    let game = &stored.game;
    match key.kind {
        EmailKind::YourTurn => {
            let to_move = stored.players[game.seat_to_move()?].id;
            let still = to_move == key.player && i64::from(game.ply().0) == key.mark;
            let since = game.running_since().or_else(|| game.turns().last().map(|turn| turn.at));
            still.then(|| since.unwrap_or(game.setup().begun_at))
        }
        EmailKind::DrawOffered => {
            let by = game.draw_offered_by().filter(|&by| stored.players[by].id != key.player)?;
            let offered = |kind: &LogEntryKind| matches!(kind, LogEntryKind::DrawOffered);
            let offer = game
                .log_entries(stored.seat_of(key.player))
                .rfind(|log_entry| log_entry.seat == by && offered(&log_entry.kind))?;
            (i64::from(offer.ply.0) == key.mark).then_some(offer.at)
        }
        EmailKind::TimeRanOut | EmailKind::ChallengeAccepted if game.conclusion().is_some() => None,
        EmailKind::TimeRanOut => timed_out_at(game, seat_of_mark(key.mark)?),
        EmailKind::GameOver => game.conclusion().map(|end| end.at),
        _ => Some(game.setup().begun_at),
    }
}

/// The seat that an email about a clock that ran out is marked with.
fn seat_of_mark(mark: i64) -> Option<Seat> {
    usize::try_from(mark).ok().and_then(Seat::new)
}

/// An email about time is for one deadline. When it was moved, other emails take its place; and when the clock stood
/// still for a while, it is not due yet.
async fn time_moved(
    connection: &mut PgConnection,
    key: &EmailKey,
    stored: &StoredGame,
    now: Timestamp,
) -> anyhow::Result<Option<ComposeResult>> {
    let emails = time_left::emails(stored);
    let Some(this) = emails.iter().find(|email| email.key == *key) else {
        outbox::queue(connection, &emails, now).await?;
        return Ok(Some(ComposeResult::Obsolete("the deadline is another")));
    };
    if this.due_at > now {
        return Ok(Some(ComposeResult::NotBefore(this.due_at)));
    }
    let last_sent_at = store::last_sent_at(connection, &stored.id, key.player, &[key.kind]).await?;
    if last_sent_at.is_some_and(|last_sent_at| last_sent_at >= this.due_at) {
        return Ok(Some(ComposeResult::Obsolete("it was told of another deadline")));
    }
    let is_later_warning_due = |email: &NewEmail| email.due_at > this.due_at && email.due_at <= now;
    if emails.iter().any(is_later_warning_due) || stored.game.deadline().is_none_or(|deadline| deadline <= now) {
        return Ok(Some(ComposeResult::Obsolete("less time is left than it says")));
    }
    Ok(None)
}

fn words(kind: EmailKind, frame: &Frame, summary: &GameSummary) -> anyhow::Result<EmailText> {
    let time_running_out = |left: TimeLeft| {
        let (subject, time_left) = (&*summary.game.time_left_subject(left), &*summary.game.time_left(left));
        email_text!(TimeRunningOut { frame, summary, subject, time_left })
    };
    match kind {
        EmailKind::YourTurn => email_text!(YourTurn { frame, summary }),
        EmailKind::FifthLeft => time_running_out(TimeLeft::Fifth),
        EmailKind::DayLeft => time_running_out(TimeLeft::Day),
        EmailKind::DrawOffered => email_text!(DrawOffered { frame, summary }),
        EmailKind::GameOver => email_text!(GameOver { frame, summary }),
        EmailKind::ChallengeAccepted => email_text!(ChallengeAccepted { frame, summary }),
        other => anyhow::bail!("an email of kind {} is not about a game", other.key()),
    }
}
