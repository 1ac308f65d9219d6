//! The deadlines of one's running games as iCalendar (RFC 5545), for a calendar program to subscribe to.

use chrono::TimeDelta;
use icalendar::{Alarm, Calendar, Component, Event};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::store::Deadline;
use crate::web::atom::host;
use crate::wording::feeds as wording;

/// What it is sent as.
pub const CONTENT_TYPE: &str = "text/calendar; charset=utf-8";
/// How often calendar programs should refresh.
const REFRESH: TimeDelta = TimeDelta::hours(1);
/// How long before one's own deadline the program rings.
const ALARM: TimeDelta = TimeDelta::days(1);

/// The calendar. An event keeps its id while its game goes on, so it moves with the deadline in the reader's calendar.
/// It is marked as free time.
///
/// # Errors
/// None in practice: it is written to memory.
pub fn calendar(public_url: &str, deadlines: &[Deadline], now: Timestamp) -> anyhow::Result<String> {
    let mut calendar = Calendar::empty();
    calendar.append_property(("VERSION", "2.0"));
    calendar.append_property(("PRODID", "-//Mallard//Deadlines//EN"));
    calendar.append_property(("CALSCALE", "GREGORIAN"));
    calendar.name("Mallard").ttl(&REFRESH);
    for deadline in deadlines {
        calendar.push(event(public_url, deadline, now));
    }
    Ok(calendar.to_string())
}

fn event(public_url: &str, deadline: &Deadline, now: Timestamp) -> Event {
    let address = format!("{public_url}/games/{}", deadline.game);
    let name = format!("game-{}@{}", deadline.game, host(public_url));
    let to_move = deadline.other_to_move.as_deref();
    let summary = wording::deadline(to_move, &deadline.against, deadline.in_first_round);
    let description = wording::at_deadline(deadline.variant, to_move, deadline.in_first_round);
    let mut event = Event::new();
    event
        .uid(&name)
        .add_property("DTSTAMP", utc(now))
        .add_property("DTSTART", utc(deadline.at))
        .add_property("TRANSP", "TRANSPARENT")
        .summary(&summary)
        .description(&format!("{description}\n{address}"))
        .url(&address);
    if deadline.other_to_move.is_none() {
        let mut alarm = Alarm::display(&summary, -ALARM);
        // Else the library makes them up, and the calendar would differ at every look.
        alarm.uid(&format!("alarm-{name}")).add_property("DTSTAMP", utc(now));
        event.append_component(alarm.done());
    }
    event.done()
}

/// An instant as iCalendar has it: `20261219T152000Z`.
fn utc(at: Timestamp) -> String {
    at.to_zoned(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ").to_string()
}
