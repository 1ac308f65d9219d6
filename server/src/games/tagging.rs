//! `POST /games/{id}/tags`: a player's own labels on any game they can see.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::form::game_of;
use super::show::{Bar, GamePage};
use super::sight::{Sight, Tab};
use super::{GameId, store};
use crate::accounts::{FromPlayer, Typed};
use crate::app::App;
use crate::error::Error;
use crate::form::Problems;
use crate::page::{Layout, Page};
use crate::tags;

/// What was typed.
#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
pub struct TagsForm {
    /// Labels with commas between them; they take the place of those that are there.
    pub tags: String,
    /// The side from which the board was seen, if it was chosen.
    side: String,
}

impl Typed for TagsForm {
    fn page(&self, sent_to: &str) -> String {
        game_of(sent_to, "/tags")
    }
}

/// `POST /games/{id}/tags`
///
/// # Errors
/// Not signed in, or not there.
pub async fn submit(
    State(app): State<App>,
    layout: Layout,
    Path(id): Path<String>,
    FromPlayer { viewer, form }: FromPlayer<TagsForm>,
) -> Result<Response, Error> {
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    match tags::read_tags(&form.tags) {
        Ok(tags) if tags::replace(&app.pool, &id, viewer.id, &tags).await? => {
            let sight = Sight::read(&form.side, Tab::Tags.key());
            Ok(Redirect::to(&format!("{}#tags", sight.address(&id, None))).into_response())
        }
        Ok(_) => Err(Error::NotFound),
        Err(error) => {
            let problems = Problems::one("tags", error.to_string());
            let page = page_again(&app, layout, &id, form.tags, problems, app.now.get()).await?;
            Ok(Page::refused(page).into_response())
        }
    }
}

async fn page_again(
    app: &App,
    layout: Layout,
    id: &GameId,
    typed: String,
    problems: Problems,
    now: Timestamp,
) -> Result<GamePage, Error> {
    let stored = store::load(&app.pool, id).await?.ok_or(Error::NotFound)?;
    let page = GamePage::load(&app.pool, layout, stored, now, Bar::default()).await?;
    Ok(page.with_tags(typed, problems))
}
