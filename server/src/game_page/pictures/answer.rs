//! `GET /games/{id}.svg`, `.png`, `.gif`: pictures as answers to requests.
//!
//! `?ply=` says up to where, `?side=` from whose side (`black`), `?pieces=` and `?board=` with which pieces and colours. The
//! position at a ply never changes, so whoever names one may keep the picture for ever; an SVG, which has words, only when those
//! stay too.

use std::convert::Infallible;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;
use serde::Deserialize;

use crate::boards::pictures::{Format, Look, Picture, Renderer, film, raster, stills, svg};
use crate::games::StoredGame;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::visitor::Address;

const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("public, no-cache");

/// What an address says of a picture, what the browser has of it already, and from where it is asked for.
pub struct Asked {
    query: PictureQuery,
    known: Option<String>,
    visitor: IpAddr,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PictureQuery {
    ply: Option<String>,
    side: Option<String>,
    pieces: Option<String>,
    board: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for Asked
where
    App: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let query = axum::extract::Query::try_from_uri(&parts.uri).map(|query| query.0).unwrap_or_default();
        let known = parts.headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
        let known = known.map(str::to_owned);
        let visitor = Address::from_request_parts(parts, state).await?.network();
        Ok(Self { query, known, visitor })
    }
}

/// A picture of a game.
///
/// # Errors
/// The address names a ply, a side, pieces or colours that there are not, or too many pictures are being made, in all or for
/// this visitor.
pub async fn answer(
    renderer: &Renderer,
    stored: Arc<StoredGame>,
    format: Format,
    asked: &Asked,
) -> Result<Response, Error> {
    let ply = asked.ply(&stored)?;
    let seen_from = asked.side(&stored)?;
    let look = asked.look()?;
    // The position at a ply never changes; what it is called does, when the game ends with it.
    let is_called_so_for_ever = ply < stored.game.ply() || stored.game.conclusion().is_some();
    let for_ever = asked.names_a_ply() && (format != Format::Svg || is_called_so_for_ever);
    if format == Format::Svg {
        let text = svg::picture(&stills::board(&stored.game, ply, seen_from), look)?;
        return Ok(asked.respond(format, &Picture::new(text.into_bytes()), for_ever));
    }
    // The label of the board is in no pixel, so the end of the game makes no other picture of its last position.
    let name = format!("{}/{format:?}/{ply}/{seen_from:?}/{look:?}", stored.id);
    let picture = if format == Format::Gif {
        let make = move || {
            let (stage, stills) = stills::film(&stored.game, ply, seen_from);
            film::gif(&stage, &stills, look)
        };
        renderer.film(&name, asked.visitor, make).await?
    } else {
        let make = move || {
            let drawing = stills::board(&stored.game, ply, seen_from);
            raster::png(&svg::picture(&drawing, look)?, drawing.stage.still_width)
        };
        renderer.still(&name, make).await?
    };
    Ok(asked.respond(format, &picture, for_ever))
}

impl Asked {
    /// The ply that is asked for, or the present one.
    ///
    /// # Errors
    /// The game has not come to it.
    pub fn ply(&self, stored: &StoredGame) -> Result<Ply, Error> {
        let last = stored.game.ply();
        match &self.query.ply {
            None => Ok(last),
            Some(text) => text.parse().ok().map(Ply).filter(|&ply| ply <= last).ok_or(Error::NotFound),
        }
    }

    /// The seat at the lower edge: the first, unless another is named.
    ///
    /// # Errors
    /// The game has no such seat.
    pub fn side(&self, stored: &StoredGame) -> Result<Seat, Error> {
        let seating = stored.game.seating();
        match &self.query.side {
            None => Ok(Seat::WHITE),
            Some(key) => seating.by_key(&key.to_ascii_lowercase()).ok_or(Error::NotFound),
        }
    }

    /// The pieces and colours that are asked for, or the usual ones.
    ///
    /// # Errors
    /// There are none of this name.
    pub fn look(&self) -> Result<Look, Error> {
        let Self { query, .. } = self;
        Ok(Look { pieces: chosen(query.pieces.as_deref())?, design: chosen(query.board.as_deref())? })
    }

    /// Whether a ply is asked for, and not whatever is the present one.
    pub fn names_a_ply(&self) -> bool {
        self.query.ply.is_some()
    }

    /// What the address says but for the ply, as a query.
    pub fn rest(&self) -> String {
        let PictureQuery { side, pieces, board, .. } = &self.query;
        let parts = [("side", side), ("pieces", pieces), ("board", board)];
        let parts = parts.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        form_urlencoded::Serializer::new(String::new()).extend_pairs(parts).finish()
    }

    /// The picture, which may be one that stays as it is for ever; or that it is still the one the browser has.
    pub(super) fn respond(&self, format: Format, picture: &Picture, for_ever: bool) -> Response {
        let cache = if for_ever { FOR_EVER } else { ASK_AGAIN };
        let is_known = |known: &str| known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == &*picture.etag);
        let mut response = match &self.known {
            Some(known) if is_known(known) => StatusCode::NOT_MODIFIED.into_response(),
            _ => ([(header::CONTENT_TYPE, format.content_type())], Bytes::clone(&picture.bytes)).into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, cache);
        if let Ok(etag) = HeaderValue::from_str(&picture.etag) {
            headers.insert(header::ETAG, etag);
        }
        response
    }
}

/// One of a list by its name; the usual one where none is named.
fn chosen<T: FromStr + Default>(name: Option<&str>) -> Result<T, Error> {
    name.map_or_else(|| Ok(T::default()), |name| name.parse().map_err(|_| Error::NotFound))
}
