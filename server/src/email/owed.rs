//! Which emails follow from a game's events. They are put into the outbox in the transaction of the events.

use domain::correspondence::event::{Event, EventKind};
use domain::rules::seat::Seat;
use jiff::{SignedDuration, Timestamp};
use sqlx::PgConnection;

use super::time_left;
use crate::accounts::PlayerId;
use crate::games::StoredGame;
use crate::outbox::{self, EmailKey, EmailKind, NewEmail};

/// How long an email about a game waits: a player who has the page open sees the event there, and needs no email.
const PRESENCE_DELAY: SignedDuration = SignedDuration::from_secs(5);

/// A game has begun, and somebody is to move.
///
/// # Errors
/// The database fails.
pub async fn game_begun(connection: &mut PgConnection, stored: &StoredGame) -> anyhow::Result<()> {
    let begun_at = stored.game.setup().begun_at;
    let Some(to_move) = stored.game.seat_to_move() else { return Ok(()) };
    let email = about_game(stored, EmailKind::YourTurn, stored.players[to_move].id, begun_at + PRESENCE_DELAY);
    outbox::queue(connection, &[email], begun_at).await
}

/// The emails that follow from a game's events.
pub fn after_events(stored: &StoredGame, events: &[Event]) -> Vec<NewEmail> {
    let mut emails = Vec::new();
    let passes_on = |what: &EventKind| matches!(what, EventKind::Played { .. } | EventKind::FlagFell { .. });
    if let Some(passed_on) = events.iter().rfind(|event| passes_on(&event.what)) {
        emails.extend(your_turn(stored, passed_on));
    }
    for event in events {
        if let EventKind::FlagFell { seat } = event.what {
            emails.extend(time_ran_out(stored, seat, event.at));
        }
    }
    if let Some((offer, by)) = events.iter().find_map(|event| Some((event, offered_by(event)?))) {
        emails.extend(draw_offered(stored, by, offer.at));
    }
    emails.extend(game_over(stored, events));
    if !events.iter().all(|event| is_said(&event.what)) {
        emails.extend(time_left::emails(stored));
    }
    emails
}

/// To the player to move, unless their own turn has brought it back to them.
fn your_turn(stored: &StoredGame, passed_on: &Event) -> Option<NewEmail> {
    let player = stored.players[stored.game.seat_to_move()?].id;
    let is_own = matches!(passed_on.what, EventKind::Played { seat, .. } if stored.players[seat].id == player);
    (!is_own).then(|| about_game(stored, EmailKind::YourTurn, player, passed_on.at + PRESENCE_DELAY))
}

/// To everyone, if the others play on: a little after the email to the player to move, which reports it too.
fn time_ran_out(stored: &StoredGame, seat: Seat, at: Timestamp) -> impl Iterator<Item = NewEmail> {
    let goes_on = stored.game.conclusion().is_none();
    let key = move |player| {
        let (kind, mark) = (EmailKind::TimeRanOut, seat.index() as i64);
        EmailKey { about: stored.id.to_string(), kind, player, mark }
    };
    let due_at = at + PRESENCE_DELAY + SignedDuration::from_secs(1);
    let players = stored.each_player().filter(move |_| goes_on).map(|(_, player)| player.id);
    players.map(move |player| NewEmail { key: key(player), due_at })
}

/// A little after the email about the turn that came with the offer, which reports it too.
fn draw_offered(stored: &StoredGame, by: Seat, at: Timestamp) -> impl Iterator<Item = NewEmail> {
    let due_at = at + PRESENCE_DELAY + SignedDuration::from_secs(1);
    let stands = stored.game.draw_offered_by() == Some(by);
    let awaited = stored.game.draw_awaits().filter(move |_| stands);
    awaited.map(move |seat| about_game(stored, EmailKind::DrawOffered, stored.players[seat].id, due_at))
}

/// To everyone except the player whose action ended the game, if these events ended it. Their action is the first
/// event: what follows from it is done on behalf of others, who are not at the board.
fn game_over(stored: &StoredGame, events: &[Event]) -> Vec<NewEmail> {
    let Some(end) = stored.game.conclusion() else { return Vec::new() };
    if !events.iter().any(|event| event.at == end.at && !is_said(&event.what)) {
        return Vec::new();
    }
    let is_noted_first = |what: &EventKind| {
        matches!(what, EventKind::LeaveTaken { .. } | EventKind::LeaveEnded { .. } | EventKind::SiteDown { .. })
    };
    // Leave and outages that are recorded late come before the action.
    let deed = events.iter().find(|event| !is_noted_first(&event.what));
    let by = deed.and_then(|event| actor(&event.what)).map(|seat| stored.players[seat].id);
    let others = stored.each_player().map(|(_, player)| player.id).filter(|&player| Some(player) != by);
    others.map(|player| about_game(stored, EmailKind::GameOver, player, end.at + PRESENCE_DELAY)).collect()
}

fn about_game(stored: &StoredGame, kind: EmailKind, player: PlayerId, due_at: Timestamp) -> NewEmail {
    let mark = match kind {
        // A game ends once.
        EmailKind::GameOver => 0,
        _ => i64::from(stored.game.ply().0),
    };
    NewEmail { key: EmailKey { about: stored.id.to_string(), kind, player, mark }, due_at }
}

fn offered_by(event: &Event) -> Option<Seat> {
    match event.what {
        EventKind::DrawOffered { seat } => Some(seat),
        _ => None,
    }
}

/// Whether it neither affects a clock nor ends the game.
fn is_said(what: &EventKind) -> bool {
    matches!(
        what,
        EventKind::Commented { .. }
            | EventKind::SaidToSide { .. }
            | EventKind::NoteWritten { .. }
            | EventKind::ConditionalsSet { .. }
            | EventKind::ConditionalStopped { .. }
            | EventKind::DrawOffered { .. }
            | EventKind::DrawDeclined { .. }
            | EventKind::RematchOffered { .. }
    )
}

/// The seat that acted, and so knows of it; `None` if it was the passing of time. Every event is listed, so that adding
/// one forces a decision on who is notified.
fn actor(what: &EventKind) -> Option<Seat> {
    match what {
        EventKind::Played { seat, .. }
        | EventKind::Commented { seat, .. }
        | EventKind::SaidToSide { seat, .. }
        | EventKind::NoteWritten { seat, .. }
        | EventKind::ConditionalsSet { seat, .. }
        | EventKind::ConditionalStopped { seat, .. }
        | EventKind::DrawClaimed { seat, .. }
        | EventKind::LifelineGiven { seat, .. }
        | EventKind::LeaveTaken { seat, .. }
        | EventKind::LeaveEnded { seat, .. }
        | EventKind::CalledOff { seat }
        | EventKind::RematchOffered { seat }
        | EventKind::DrawOffered { seat }
        | EventKind::DrawAccepted { seat, .. }
        | EventKind::DrawDeclined { seat }
        | EventKind::ResignationTakenBack { seat }
        | EventKind::Resigned { seat, .. } => Some(*seat),
        EventKind::FlagFell { .. } | EventKind::Cancelled | EventKind::SiteDown { .. } => None,
    }
}
