//! Warnings that time is running out: when they are due.

use jiff::SignedDuration;

use crate::games::StoredGame;
use crate::outbox::{EmailKey, EmailKind, NewEmail};

const DAY: SignedDuration = SignedDuration::from_hours(24);
/// If two warnings would be sent within this time of each other, only the one about the last day is sent.
const MERGE_WINDOW: SignedDuration = SignedDuration::from_hours(6);

/// The warnings for the player whose clock is running, for the present deadline. When leave or a lifeline moves the
/// deadline, new ones are queued, with different marks.
pub fn emails(stored: &StoredGame) -> Vec<NewEmail> {
    let game = &stored.game;
    let (Some(seat), Some(since), Some(deadline)) = (game.seat_to_move(), game.running_since(), game.deadline()) else {
        return Vec::new();
    };
    let at_first = game.time_left(seat, since);
    let fifth = at_first / 5;
    let mut warnings = Vec::new();
    if (fifth - DAY).abs() > MERGE_WINDOW {
        warnings.push((EmailKind::FifthLeft, fifth));
    }
    if at_first > DAY {
        warnings.push((EmailKind::DayLeft, DAY));
    }
    let email = |(kind, left)| {
        let player = stored.players[seat].id;
        let key = EmailKey { about: stored.id.to_string(), kind, player, mark: deadline.as_second() };
        NewEmail { key, due_at: game.leave(seat).instant_after(since, at_first - left) }
    };
    warnings.into_iter().map(email).collect()
}
