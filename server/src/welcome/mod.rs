//! `/welcome`: what a new player can do first. Those who sign up come here, and an empty list of games leads here. And the welcome
//! game, which the home page shows too.

mod game;
mod store;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::routing::get;
use domain::rules::variant::Variant;

pub use game::WelcomeGame;

use crate::accounts::{Player, Viewer};
use crate::challenges::{self, OpenChallenge};
use crate::platform::error::Error;
use crate::ratings::{self, Rating};
use crate::state::App;
use crate::web::page::{Layout, Page};
use crate::wording::challenges as words;
use crate::wording::{ClockNames, VariantNames};

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
    /// The viewer's game with the computer, until they have played a person.
    welcome_game: Option<WelcomeGame>,
    /// Whether the viewer has games already, as whoever was a guest.
    has_games: bool,
    /// What the viewer can accept, of players about as strong.
    open: Vec<OpenChallenge>,
    /// Whom the viewer might challenge.
    opponents: Vec<(Player, Rating)>,
}

/// `GET /welcome`
///
/// # Errors
/// Not signed in.
async fn show(State(app): State<App>, layout: Layout, viewer: Viewer) -> Result<Page<WelcomePage>, Error> {
    let now = app.now.get();
    let welcome_game = WelcomeGame::of(&app.pool, viewer.id, now).await?;
    let has_games = store::has_games(&app.pool, viewer.id).await?;
    let own = rated(&app, vec![viewer.player()]).await?;
    let rating = own.first().map_or(Rating::NEW, |(_, rating)| *rating);
    let open = challenges::near(&app.pool, viewer.id, rating, now).await?;
    let opponents = store::opponents(&app.pool, viewer.id, VARIANT, rating, now).await?;
    let opponents = rated(&app, opponents).await?;
    Ok(Page::new(WelcomePage { layout, welcome_game, has_games, open, opponents }))
}

/// Players with their present ratings.
async fn rated(app: &App, players: Vec<Player>) -> anyhow::Result<Vec<(Player, Rating)>> {
    let ids: Vec<_> = players.iter().map(|player| player.id).collect();
    let ratings = ratings::of_players(&app.pool, &ids, app.now.get()).await?;
    let rating = |player: &Player| ratings.get(&(player.id, VARIANT)).copied().unwrap_or(Rating::NEW);
    let rated = players.into_iter().map(|player| {
        let rating = rating(&player);
        (player, rating)
    });
    Ok(rated.collect())
}
