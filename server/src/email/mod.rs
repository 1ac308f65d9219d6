//! Emails: which follow from a game's events ([`owed`]), what they say (`about_game`, `about_challenge`,
//! `about_account`), and when they are sent ([`sender`]).
//!
//! An email is a row of the `outbox`, written in the transaction that it reports on. Its text is written when it is
//! sent, from the state at that time: so nothing is sent that is out of date, or that the player has seen.

#[expect(unused_qualifications, reason = "askama writes them into the enums of templates")]
mod about_account;
#[expect(unused_qualifications, reason = "askama writes them into the enums of templates")]
mod about_challenge;
#[expect(unused_qualifications, reason = "askama writes them into the enums of templates")]
mod about_game;
mod compose_result;
mod frame;
mod game_summary;
mod outgoing;
pub mod owed;
pub mod sender;
mod store;
mod time_left;
mod unsubscribe;

use axum::Router;
use axum::routing::get;

use crate::state::App;

/// Its last part is the player's secret, and so is not logged.
pub const UNSUBSCRIBE_ROUTE: &str = "/mail/unsubscribe/{token}";

/// The only page of this feature. Mail programs post to it from anywhere, so it is exempt from the cross-site check.
pub fn router() -> Router<App> {
    Router::new().route(UNSUBSCRIBE_ROUTE, get(unsubscribe::show).post(unsubscribe::submit))
}
