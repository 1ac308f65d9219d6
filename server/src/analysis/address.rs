//! The address that shows what is on the board to whoever opens it.

use domain::rules::line::NodePath;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::study::Study;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::form::seat_key;

/// The longest address, in bytes: what proxies and programs take without a thought. Longer ones may be cut on their way.
pub const MAX_BYTES: usize = 8000;

/// What a query cannot hold as it is. Turns are easier to read without codes in them.
const QUERY: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'@')
    .remove(b'/')
    .remove(b':')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b',')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b' ');

/// The path and query that show a study at its start.
pub fn of_start(study: &Study, side: Seat) -> Option<String> {
    of(study, &NodePath::START, side).map(|address| format!("{address}&place=0"))
}

/// The path and query that show a study at a place; `None` if they would be too long.
pub fn of(study: &Study, place: &NodePath, side: Seat) -> Option<String> {
    let variant = study.start().variant();
    let mut fields = vec![("variant", variant.key().to_owned())];
    if *study.start() != Position::start(variant) {
        fields.push(("fen", study.start().fen()));
    }
    let turns = study.turns_text();
    fields.push(("pgn", turns));
    if *place != NodePath::START {
        fields.push(("place", place.to_string()));
    }
    if side != Seat::FIRST {
        fields.push(("side", seat_key(variant.seating(), side)));
    }
    let fields = fields.iter().filter(|(_, value)| !value.is_empty());
    let query = fields.map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, QUERY)).replace(' ', "+"));
    let query = query.collect::<Vec<_>>().join("&");
    let address = format!("/analysis?{query}");
    (address.len() <= MAX_BYTES).then_some(address)
}
