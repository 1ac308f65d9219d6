//! The turns that wait for one, as Atom, for a feed reader.

use super::store::{FeedOwner, WaitingTurn};
use crate::web::atom::{AtomEntry, AtomFeed};
use crate::web::moment::Moment;
use crate::web::times::Times;
use crate::wording::feeds as wording;

/// The feed, one entry per turn. An entry's id is made of game and ply, so that a feed reader shows each turn as new
/// only once, even if its deadline changes.
pub fn feed(owner: &FeedOwner, waiting: &[WaitingTurn]) -> AtomFeed {
    let times = Times::of(&owner.preferences);
    AtomFeed {
        title: wording::TURNS.to_owned(),
        // Not the secret address: the name of a feed stays, and is shared.
        id: format!("turns/{}", owner.player.name),
        updated: waiting.iter().map(|turn| turn.since).max().unwrap_or(owner.made_at),
        path: None,
        page: "/games/mine".to_owned(),
        entries: waiting.iter().map(|turn| entry(&times, turn)).collect(),
    }
}

fn entry(times: &Times, turn: &WaitingTurn) -> AtomEntry {
    let until = times.instant_and_zone(Moment(turn.deadline));
    let played: Vec<_> = turn.last_turns.iter().map(|made| wording::played(&made.by, &made.text)).collect();
    AtomEntry {
        title: wording::your_turn(&turn.against),
        id: format!("games/{}/{}", turn.game, turn.ply),
        updated: turn.since,
        page: format!("/games/{}", turn.game),
        summary: wording::waiting(turn.variant, &played, turn.ply == 0, &until),
    }
}
