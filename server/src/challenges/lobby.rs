//! `/lobby`: who wants to play.

use std::collections::HashMap;

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::rules::variant::Variant;

use super::challenge::Challenge;
use super::store;
use crate::accounts::PlayerId;
use crate::platform::error::Error;
use crate::ratings::{self, Rating};
use crate::state::App;
use crate::web::page::{Layout, Page};
use crate::wording::{ClockNames, VariantNames};

#[derive(Template)]
#[template(path = "challenges/lobby.html")]
struct LobbyPage {
    layout: Layout,
    /// To the viewer by name.
    received: Vec<Challenge>,
    /// By the viewer, to somebody by name or to anyone.
    sent: Vec<Challenge>,
    /// By others, to anyone.
    open: Vec<Challenge>,
    ratings: HashMap<(PlayerId, Variant), Rating>,
}

impl LobbyPage {
    /// How strong a challenger is at the game they want to play.
    fn rating(&self, challenge: &Challenge) -> Rating {
        let key = (challenge.challenger.id, challenge.terms.variant);
        self.ratings.get(&key).copied().unwrap_or(Rating::NEW)
    }

    /// Whether one of the open ones is for more than two.
    fn has_seats(&self) -> bool {
        self.open.iter().any(Challenge::is_for_many)
    }
}

/// `GET /lobby`
///
/// # Errors
/// The database fails.
pub async fn show(State(app): State<App>, layout: Layout) -> Result<Response, Error> {
    let viewer = layout.viewer.as_ref().map(|viewer| viewer.id);
    let by_viewer = |challenge: &Challenge| viewer == Some(challenge.challenger.id);
    let (mut sent, open): (Vec<_>, Vec<_>) = store::open_to_anyone(&app.pool).await?.into_iter().partition(by_viewer);
    let has_place = |challenge: &Challenge| viewer.is_some_and(|viewer| challenge.place_of(viewer).is_some());
    let (mut received, mut open): (Vec<_>, Vec<_>) = open.into_iter().partition(has_place);
    open.retain(|challenge| challenge.is_visible_to(viewer));
    if let Some(viewer) = viewer {
        let (own, others): (Vec<_>, Vec<_>) =
            store::named_of(&app.pool, viewer).await?.into_iter().partition(by_viewer);
        sent.extend(own);
        received.extend(others);
    }
    let challengers: Vec<_> = received.iter().chain(&open).map(|challenge| challenge.challenger.id).collect();
    let ratings = ratings::of_players(&app.pool, &challengers, app.now.get()).await?;
    Ok(Page::new(LobbyPage { layout, received, sent, open, ratings }).into_response())
}
