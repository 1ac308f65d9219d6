//! The turns that wait for one, as Atom (RFC 4287), for a feed reader.

use anyhow::Context;
use atom_syndication::{Entry, Feed, FixedDateTime, Generator, Link, Person, Text, WriteConfig};
use jiff::Timestamp;

use super::answer::host;
use super::store::{FeedOwner, WaitingTurn};
use crate::web::moment::Moment;
use crate::web::times::Times;
use crate::wording::feeds as wording;

/// What it is sent as.
pub const CONTENT_TYPE: &str = "application/atom+xml; charset=utf-8";

/// The feed, one entry per turn. An entry's id is made of game and ply, so that a feed reader shows each turn as new
/// only once, even if its deadline changes.
///
/// # Errors
/// None in practice: it is written to memory.
pub fn feed(public_url: &str, owner: &FeedOwner, waiting: &[WaitingTurn]) -> anyhow::Result<String> {
    let times = Times::of(&owner.preferences);
    let updated = waiting.iter().map(|turn| turn.since).max().unwrap_or(owner.made_at);
    let entries: Result<Vec<_>, _> = waiting.iter().map(|turn| entry(public_url, &times, turn)).collect();
    let feed = Feed {
        title: Text::plain(wording::TURNS),
        // Not the secret address: the name of a feed stays, and is shared.
        id: format!("tag:{},2026:turns/{}", host(public_url), owner.player.name),
        updated: instant(updated)?,
        authors: vec![Person { name: "Mallard".to_owned(), ..Person::default() }],
        generator: Some(Generator { value: "Mallard".to_owned(), ..Generator::default() }),
        links: vec![link(&format!("{public_url}/games/mine"))],
        entries: entries?,
        lang: Some("en".to_owned()),
        ..Feed::default()
    };
    let bytes =
        feed.write_with_config(Vec::new(), WriteConfig { write_document_declaration: true, indent_size: Some(2) });
    Ok(String::from_utf8(bytes?)?)
}

fn entry(public_url: &str, times: &Times, turn: &WaitingTurn) -> anyhow::Result<Entry> {
    let until = times.instant_and_zone(Moment(turn.deadline));
    let played: Vec<_> = turn.last_turns.iter().map(|made| wording::played(&made.by, &made.text)).collect();
    let summary = wording::waiting(turn.variant, &played, turn.ply == 0, &until);
    Ok(Entry {
        title: Text::plain(wording::your_turn(&turn.against)),
        id: format!("tag:{},2026:games/{}/{}", host(public_url), turn.game, turn.ply),
        updated: instant(turn.since)?,
        links: vec![link(&format!("{public_url}/games/{}", turn.game))],
        summary: Some(Text::plain(summary)),
        ..Entry::default()
    })
}

fn link(address: &str) -> Link {
    Link { href: address.to_owned(), rel: "alternate".to_owned(), ..Link::default() }
}

fn instant(at: Timestamp) -> anyhow::Result<FixedDateTime> {
    Moment(at).iso().parse().context("an instant cannot be written")
}
