//! `/lobby`: who wants to play.

use std::collections::HashMap;

use askama::Template;
use axum::extract::Query;
use axum::response::{IntoResponse, Response};
use domain::rules::variant::Variant;
use jiff::Timestamp;
use serde::Deserialize;

use super::challenge::{Challenge, ChallengeId, State as ChallengeState};
use super::store;
use crate::accounts::PlayerId;
use crate::boards::SeatIcon;
use crate::platform::error::Error;
use crate::ratings::{self, Rating};
use crate::state::App;
use crate::web::moment::Moment;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::wording::challenges as words;
use crate::wording::{ClockNames, VariantNames};

#[derive(Template)]
#[template(path = "challenges/lobby.html")]
struct LobbyPage {
    layout: Layout,
    /// What the viewer has just declined.
    declined: Option<Challenge>,
    /// To the viewer by name.
    received: Vec<Challenge>,
    /// By the viewer, to somebody by name or to anyone.
    sent: Vec<Challenge>,
    /// By the viewer, and declined or expired recently; with when.
    answered: Vec<(Challenge, Timestamp)>,
    /// By others, to anyone.
    open: Vec<Challenge>,
    /// Where older ones are.
    before: Option<ChallengeId>,
    /// Whether these are older ones themselves.
    is_older: bool,
    ratings: HashMap<(PlayerId, Variant), Rating>,
}

impl LobbyPage {
    /// How strong a challenger is at the game they want to play.
    fn rating(&self, challenge: &Challenge) -> Rating {
        let key = (challenge.challenger.id, challenge.terms.variant);
        self.ratings.get(&key).copied().unwrap_or(Rating::NEW)
    }

    /// The seat that the viewer has in a game that is wanted, or would have.
    fn viewers_seat(&self, challenge: &Challenge) -> (SeatIcon, String) {
        challenge.viewers_seat(self.layout.viewer.as_ref().map(|viewer| viewer.id))
    }

    /// Whether one of the open ones is for more than two.
    fn has_seats(&self) -> bool {
        self.open.iter().any(Challenge::is_for_many)
    }

    /// How many of the viewer's the others see, if they have more for anyone.
    fn shown_to_others(&self) -> Option<i64> {
        let is_for_anyone = |challenge: &&Challenge| challenge.is_visible_to(None);
        let for_anyone = self.sent.iter().filter(is_for_anyone).count();
        Some(store::MAX_PER_CHALLENGER).filter(|&shown| for_anyone as i64 > shown)
    }
}

/// What an address can add.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct LobbyQuery {
    /// The challenge before which those were made that are listed: the newest without it.
    before: Option<String>,
    /// The challenge that the viewer has just declined.
    declined: String,
}

/// `GET /lobby`
///
/// # Errors
/// The database fails, or there is no challenge of the name after which to go on.
pub async fn show(Reading(app): Reading, layout: Layout, Query(query): Query<LobbyQuery>) -> Result<Response, Error> {
    let viewer = layout.viewer.as_ref().map(|viewer| viewer.id);
    let now = app.now.get();
    let declined = declined_by(&app, viewer, &query.declined).await?;
    let before = query.before.map(|id| ChallengeId::read(&id).ok_or(Error::NotFound)).transpose()?;
    let part = store::in_lobby(&app.pool, viewer, before.as_ref()).await?.ok_or(Error::NotFound)?;
    let (received, sent, answered) = match viewer.filter(|_| before.is_none()) {
        None => Default::default(),
        Some(viewer) => (
            store::sent_to(&app.pool, viewer).await?,
            store::made_by(&app.pool, viewer).await?,
            store::answered_of(&app.pool, viewer, now).await?,
        ),
    };
    let challengers = received.iter().chain(&part.challenges).map(|challenge| challenge.challenger.id);
    let ratings = ratings::of_players(&app.pool, &challengers.collect::<Vec<_>>(), now).await?;
    let (open, before, is_older) = (part.challenges, part.before, before.is_some());
    Ok(Page::new(LobbyPage { layout, declined, received, sent, answered, open, before, is_older, ratings })
        .into_response())
}

/// A challenge that the viewer has declined.
async fn declined_by(app: &App, viewer: Option<PlayerId>, id: &str) -> anyhow::Result<Option<Challenge>> {
    let (Some(viewer), Some(id)) = (viewer, ChallengeId::read(id)) else { return Ok(None) };
    let is_theirs = |challenge: &Challenge| {
        let opponent = challenge.opponent.as_ref().map(|opponent| opponent.id);
        challenge.state == ChallengeState::Declined && opponent == Some(viewer)
    };
    Ok(store::load(&app.pool, &id).await?.filter(is_theirs))
}
