//! `GET /games/{id}.svg`, `.png`, `.gif`: pictures as answers to requests.
//!
//! `?ply=` says up to where, `?side=` from whose side (`black`), `?pieces=` and `?board=` with which pieces and
//! colours. The position at a ply never changes, so a picture of a named ply may be cached forever; an SVG, which
//! contains text, only if the text cannot change either.

use std::convert::Infallible;
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
use crate::platform::network::Network;
use crate::state::App;
use crate::web::etag;
use crate::web::visitor::Visitor;

const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const REVALIDATE: HeaderValue = HeaderValue::from_static("public, no-cache");

/// A request for a picture: the query, the versions that the browser has cached, and where it comes from.
pub struct PictureRequest {
    query: PictureQuery,
    if_none_match: Option<String>,
    visitor: Option<Network>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PictureQuery {
    ply: Option<String>,
    side: Option<String>,
    pieces: Option<String>,
    board: Option<String>,
}

impl PictureRequest {
    /// The network that its limits are counted by, if there are any.
    pub(in crate::game_page) fn visitor(&self) -> Option<Network> {
        self.visitor
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PictureRequest
where
    App: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let query = axum::extract::Query::try_from_uri(&parts.uri).map(|query| query.0).unwrap_or_default();
        let if_none_match =
            parts.headers.get(header::IF_NONE_MATCH).and_then(|if_none_match| if_none_match.to_str().ok());
        let if_none_match = if_none_match.map(str::to_owned);
        let visitor = Visitor::from_request_parts(parts, state).await?.limited_as();
        Ok(Self { query, if_none_match, visitor })
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
    request: &PictureRequest,
) -> Result<Response, Error> {
    let ply = request.ply(&stored)?;
    let seen_from = request.side(&stored)?;
    let look = request.look()?;
    // The position at a ply never changes, but its label does when the game ends with it.
    let is_called_so_for_ever = ply < stored.game.ply() || stored.game.conclusion().is_some();
    let is_immutable = request.names_a_ply() && (format != Format::Svg || is_called_so_for_ever);
    if format == Format::Svg {
        let text = svg::picture(&stills::board(&stored.game, ply, seen_from), look)?;
        return Ok(request.respond(format, &Picture::new(text.into_bytes()), is_immutable));
    }
    // The label is not part of the pixels, so the end of the game does not change the picture of its last position.
    let name = format!("{}/{format:?}/{ply}/{seen_from:?}/{look:?}", stored.id);
    let picture = if format == Format::Gif {
        let make = move || {
            let (stage, stills) = stills::film(&stored.game, ply, seen_from);
            film::gif(&stage, &stills, look)
        };
        renderer.film(&name, request.visitor, make).await?
    } else {
        let make = move || {
            let drawing = stills::board(&stored.game, ply, seen_from);
            raster::png(&svg::picture(&drawing, look)?, drawing.stage.still_width)
        };
        renderer.still(&name, request.visitor, make).await?
    };
    Ok(request.respond(format, &picture, is_immutable))
}

impl PictureRequest {
    /// The requested ply, or the present one.
    ///
    /// # Errors
    /// The game has not reached it.
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

    /// The requested pieces and colours, or the default ones.
    ///
    /// # Errors
    /// There are none with this name.
    pub fn look(&self) -> Result<Look, Error> {
        let Self { query, .. } = self;
        Ok(Look { pieces: chosen(query.pieces.as_deref())?, design: chosen(query.board.as_deref())? })
    }

    /// Whether a ply is named, instead of whatever is the present one.
    pub fn names_a_ply(&self) -> bool {
        self.query.ply.is_some()
    }

    /// The query without the ply.
    pub fn rest(&self) -> String {
        let PictureQuery { side, pieces, board, .. } = &self.query;
        let parts = [("side", side), ("pieces", pieces), ("board", board)];
        let parts = parts.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
        form_urlencoded::Serializer::new(String::new()).extend_pairs(parts).finish()
    }

    /// The response: the picture, cacheable forever if it cannot change; or that the browser's cached version is still
    /// valid.
    pub(super) fn respond(&self, format: Format, picture: &Picture, is_immutable: bool) -> Response {
        let cache = if is_immutable { IMMUTABLE } else { REVALIDATE };
        let mut response = match etag::is_known(self.if_none_match.as_deref(), &picture.etag) {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => ([(header::CONTENT_TYPE, format.content_type())], Bytes::clone(&picture.bytes)).into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, cache);
        if let Ok(etag) = HeaderValue::from_str(&picture.etag) {
            headers.insert(header::ETAG, etag);
        }
        response
    }
}

/// A value by its name; the default one if none is named.
fn chosen<T: FromStr + Default>(name: Option<&str>) -> Result<T, Error> {
    name.map_or_else(|| Ok(T::default()), |name| name.parse().map_err(|_| Error::NotFound))
}
