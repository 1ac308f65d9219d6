//! `/settings/feeds`: creates, renews or deletes the addresses of a player's feeds.

use axum::extract::State;
use axum::response::Redirect;
use serde::Deserialize;

use super::secret::FeedSecret;
use super::store;
use crate::accounts::{PlayerId, Viewer};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::Form;

/// Where a player's feeds are.
pub struct FeedAddresses {
    /// The deadlines, as iCalendar.
    pub calendar: String,
    /// The turns, as Atom.
    pub turns: String,
}

/// Where a player's feeds are, if they have made addresses for them.
///
/// # Errors
/// The database fails.
pub async fn addresses(app: &App, player: PlayerId) -> anyhow::Result<Option<FeedAddresses>> {
    let secret = store::secret_of(&app.pool, player).await?;
    Ok(secret.map(|secret| {
        let at = |extension| format!("{}/feeds/{}.{extension}", app.public_url, secret.as_str());
        FeedAddresses { calendar: at("ics"), turns: at("atom") }
    }))
}

/// What was pressed.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct FeedsForm {
    /// `stop` takes the addresses away, all else makes new ones.
    r#do: String,
}

/// `GET` where only `POST` does something: to the settings, where the form is.
pub async fn back(_viewer: Viewer) -> Redirect {
    Redirect::to("/settings#feeds")
}

/// `POST /settings/feeds`: the old addresses lead nowhere from now on.
///
/// # Errors
/// Not signed in.
pub async fn submit(State(app): State<App>, viewer: Viewer, Form(form): Form<FeedsForm>) -> Result<Redirect, Error> {
    if form.r#do == "stop" {
        store::delete(&app.pool, viewer.id).await?;
        return Ok(Redirect::to("/settings?saved=no-feeds#feeds"));
    }
    store::renew(&app.pool, viewer.id, &FeedSecret::draw(), app.now.get()).await?;
    Ok(Redirect::to("/settings?saved=feeds#feeds"))
}
