//! `/next`: the next game that waits for the viewer's turn.

use axum::extract::{Query, State};
use axum::response::Redirect;
use serde::Deserialize;

use super::store;
use crate::accounts::MaybeGuest;
use crate::games::GameId;
use crate::platform::error::Error;
use crate::state::App;

/// Where the viewer comes from.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct NextQuery {
    /// The game they are done with for now: the one after it is wanted.
    after: String,
}

/// `GET /next`, perhaps with `?after=` a game: to the game with the nearest deadline, or to the list of one's games if
/// none waits.
///
/// # Errors
/// Not signed in.
pub async fn next(
    State(app): State<App>,
    MaybeGuest(viewer): MaybeGuest,
    Query(query): Query<NextQuery>,
) -> Result<Redirect, Error> {
    let after = GameId::read(&query.after);
    let game = store::next_of(&app.pool, viewer.id, after.as_ref()).await?;
    Ok(Redirect::to(&game.map_or("/games/mine".to_owned(), |id| format!("/games/{id}"))))
}
