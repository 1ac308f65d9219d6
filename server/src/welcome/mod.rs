//! `/welcome`: what a new player can do first. Those who sign up come here, and an empty list of games leads here.

mod store;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use domain::rules::variant::Variant;

use crate::accounts::Viewer;
use crate::challenges::{self, OpenChallenge};
use crate::platform::error::Error;
use crate::ratings::{self, Rating};
use crate::state::App;
use crate::web::page::{Layout, Page};
use crate::wording::challenges as words;
use crate::wording::{ClockNames, VariantNames};

use store::Suggested;

/// What a player has not chosen yet is of this game.
const VARIANT: Variant = Variant::Duck;

/// The page of this feature.
pub fn router() -> Router<App> {
    Router::new().route("/welcome", get(show))
}

#[derive(Template)]
#[template(path = "welcome.html")]
struct WelcomePage {
    layout: Layout,
    /// Whether the viewer has games already, as whoever was a guest.
    has_games: bool,
    /// What the viewer can accept, of players about as strong.
    open: Vec<OpenChallenge>,
    /// Whom the viewer might challenge.
    opponents: Vec<Suggested>,
}

/// `GET /welcome`
///
/// # Errors
/// Not signed in.
async fn show(State(app): State<App>, layout: Layout, viewer: Viewer) -> Result<Page<WelcomePage>, Error> {
    let now = app.now.get();
    let has_games = store::has_games(&app.pool, viewer.id).await?;
    let own = ratings::of_players(&app.pool, &[viewer.id], now).await?;
    let rating = own.get(&(viewer.id, VARIANT)).copied().unwrap_or(Rating::NEW);
    let open = challenges::near(&app.pool, viewer.id, rating, now).await?;
    let opponents = store::opponents(&app.pool, viewer.id, VARIANT, rating, now).await?;
    Ok(Page::new(WelcomePage { layout, has_games, open, opponents }))
}
