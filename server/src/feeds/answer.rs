//! `/feeds/{secret}.ics` and `/feeds/{secret}.atom`: the secret in the address identifies the player, so no session is
//! needed.

use axum::extract::{Path, State};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};

use super::secret::FeedSecret;
use super::{deadlines, store, turns};
use crate::platform::error::Error;
use crate::state::App;
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
            (turns::CONTENT_TYPE, turns::feed(&app.public_url, &owner, &waiting)?)
        }
        _ => return Err(Error::NotFound),
    };
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "private, no-cache")], text).into_response())
}

/// The host of the site, by which what is in a feed has a name that is nobody else's. Of an address of IPv6 without its
/// brackets and colons, which such names must not have: `[2001:db8::1]` is `2001-db8--1`.
pub fn host(public_url: &str) -> String {
    let uri = public_url.parse::<Uri>().ok();
    let host = uri.as_ref().and_then(Uri::host).unwrap_or("localhost");
    host.trim_matches(['[', ']']).replace(':', "-")
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn the_host_is_told_from_all_around_it() {
        for (public_url, expected) in [
            ("https://mallard.example", "mallard.example"),
            ("http://127.0.0.1:8080", "127.0.0.1"),
            ("https://mallard.example:8443/duck", "mallard.example"),
            ("http://[::1]:8080", "--1"),
            ("http://[2001:db8::1]", "2001-db8--1"),
        ] {
            assert_eq!(host(public_url), expected);
        }
    }
}
