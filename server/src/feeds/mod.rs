//! Feeds: one's deadlines for a calendar, and one's turns for a feed reader, each at a secret address.
//!
//! `deadlines` writes iCalendar, `turns` writes Atom, `answer` serves both, `addresses` is the part of the settings
//! that shows and renews the addresses.

mod addresses;
mod answer;
mod deadlines;
mod secret;
mod store;
mod turns;

use axum::Router;
use axum::routing::get;

pub use crate::feeds::addresses::{FeedAddresses, addresses};

use crate::state::App;

/// The route of feeds. `{file}` contains a secret, so the path is never logged.
pub const FEED_ROUTE: &str = "/feeds/{file}";

/// The feeds themselves. They are for programs, so they bypass sessions and the cross-site check, which would log their
/// addresses.
pub fn router() -> Router<App> {
    Router::new().route(FEED_ROUTE, get(answer::show))
}

/// The part of the settings that belongs to feeds.
pub fn settings() -> Router<App> {
    Router::new().route("/settings/feeds", get(addresses::back).post(addresses::submit))
}
