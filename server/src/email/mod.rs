//! Emails: which follow from a game's events ([`owed`]), what they say (`about_game`, `about_challenge`, `about_account`), and
//! when they leave ([`sender`]).
//!
//! An email is a row of the `outbox`, written in the transaction of what it tells about. Its words are made
//! when it is sent, from how things stand then: so nothing is sent that is no longer so, or that the player has seen.

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

/// The one page of this feature. Mail programs post to it from anywhere: it stands outside the cross-site check.
pub fn router() -> Router<App> {
    Router::new().route(UNSUBSCRIBE_ROUTE, get(unsubscribe::show).post(unsubscribe::submit))
}
