//! `/feeds/{secret}.ics` and `/feeds/{secret}.atom`: no session is needed, the address says whose feed it is.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::secret::FeedSecret;
use super::{deadlines, store, turns};
use crate::app::App;
use crate::error::Error;

/// `GET /feeds/{secret}.ics`, `GET /feeds/{secret}.atom`
///
/// # Errors
/// Nobody's feed is at this address, or not any more.
pub async fn show(State(app): State<App>, Path(file): Path<String>) -> Result<Response, Error> {
    let (secret, extension) = file.split_once('.').ok_or(Error::NotFound)?;
    let secret = FeedSecret::read(secret).ok_or(Error::NotFound)?;
    let reader = store::reader(&app.pool, &secret).await?.ok_or(Error::NotFound)?;
    let (kind, text) = match extension {
        "ics" => {
            let running = store::deadlines(&app.pool, reader.player.id).await?;
            (deadlines::CONTENT_TYPE, deadlines::calendar(&app.public_url, &running, app.now.get())?)
        }
        "atom" => {
            let waiting = store::waiting_turns(&app.pool, reader.player.id).await?;
            (turns::CONTENT_TYPE, turns::feed(&app.public_url, &reader, &waiting)?)
        }
        _ => return Err(Error::NotFound),
    };
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "private, no-cache")], text).into_response())
}

/// The host of the site, by which what is in a feed has a name that is nobody else's.
pub fn host(public_url: &str) -> &str {
    let after = public_url.split_once("://").map_or(public_url, |(_, after)| after);
    after.split(['/', ':']).next().unwrap_or(after)
}
