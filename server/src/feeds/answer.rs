//! `/feeds/{secret}.ics` and `/feeds/{secret}.atom`: the secret in the address identifies the player, so no session is
//! needed.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::secret::FeedSecret;
use super::{deadlines, store, turns};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::atom;
use crate::web::reading::Reading;

/// `GET /feeds/{secret}.ics`, `GET /feeds/{secret}.atom`
///
/// # Errors
/// Nobody's feed is at this address, or not any more.
pub async fn show(
    State(app): State<App>,
    Reading(reading): Reading,
    Path(file): Path<String>,
) -> Result<Response, Error> {
    let (secret, extension) = file.split_once('.').ok_or(Error::NotFound)?;
    let secret = FeedSecret::read(secret).ok_or(Error::NotFound)?;
    let owner = store::owner(&app.pool, &secret).await?.ok_or(Error::NotFound)?;
    let (kind, text) = match extension {
        "ics" => {
            let running = store::deadlines(&reading.pool, owner.player.id).await?;
            (deadlines::CONTENT_TYPE, deadlines::calendar(&app.public_url, &running, app.now.get())?)
        }
        "atom" => {
            let waiting = store::waiting_turns(&reading.pool, owner.player.id).await?;
            (atom::CONTENT_TYPE, turns::feed(&owner, &waiting).write(&app.public_url)?)
        }
        _ => return Err(Error::NotFound),
    };
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "private, no-cache")], text).into_response())
}
