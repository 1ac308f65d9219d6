//! HTML pages: the shared layout, and the one way to respond with a page.

use std::sync::Arc;

use askama::Template;
use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use jiff::Timestamp;

use super::moment::Moment;
use super::times::{TimeElement, Times};
use crate::accounts::{MaybeViewer, PlayerId, SessionCookie, Viewer};
use crate::boards::BoardKind;
use crate::platform::assets::Assets;
use crate::platform::database::Pool;
use crate::platform::error::Error;
use crate::platform::now::Now;
use crate::preferences::{BoardLooks, PieceSet};

/// What the frame of every page shows: a view has it as its field `layout`.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The viewer, if signed in or a guest.
    pub viewer: Option<Viewer>,
    /// Where style sheets, scripts and pictures are.
    pub assets: Assets,
    /// The address of the site, without a slash at its end: for what is to be shared.
    pub site: Arc<str>,
    /// How boards look.
    pub board: BoardLooks,
    times: Times,
}

impl Layout {
    /// The layout for a viewer.
    pub fn new(viewer: Option<Viewer>, assets: Assets, site: Arc<str>) -> Self {
        let preferences = viewer.as_ref().map(|viewer| &viewer.preferences);
        let times = preferences.map_or_else(Times::default, Times::of);
        let board = preferences.map_or_else(BoardLooks::default, |preferences| preferences.board);
        Self { viewer, assets, site, board, times }
    }

    /// Who the viewer is, if signed in or a guest.
    pub fn viewer_id(&self) -> Option<PlayerId> {
        self.viewer.as_ref().map(|viewer| viewer.id)
    }

    /// The viewer, if they have an account.
    pub fn account(&self) -> Option<&Viewer> {
        self.viewer.as_ref().filter(|viewer| !viewer.is_guest)
    }

    /// When the viewer's account is deleted, if they have asked for that.
    pub fn account_deleted_at(&self) -> Option<Moment> {
        self.account()?.deleted_at.map(Moment)
    }

    /// The viewer, if they are a guest.
    pub fn guest(&self) -> Option<&Viewer> {
        self.viewer.as_ref().filter(|viewer| viewer.is_guest)
    }

    /// Where the pieces are that the viewer has chosen.
    pub fn pieces(&self) -> String {
        self.pieces_of(self.board.pieces)
    }

    /// Where the pieces of a set are.
    pub fn pieces_of(&self, set: PieceSet) -> String {
        format!("{}/pieces/{}.svg", self.assets, set.key())
    }

    /// Day and time, as the viewer reads them.
    pub fn time(&self, moment: &Moment) -> TimeElement {
        self.times.instant_element(*moment)
    }

    /// Day and time as words of a sentence.
    pub fn time_in_words(&self, at: Timestamp) -> String {
        self.times.instant(Moment(at))
    }

    /// The day as words of a sentence.
    pub fn day_in_words(&self, at: Timestamp) -> String {
        self.times.day(Moment(at))
    }

    /// The day alone.
    pub fn day(&self, moment: &Moment) -> TimeElement {
        self.times.day_element(*moment)
    }

    /// The seat at the lower edge of a variant's board, for a viewer who plays from a seat.
    pub fn lower_seat(&self, variant: Variant, own: Seat) -> Seat {
        let from_whites_side = self.viewer.as_ref().is_some_and(|viewer| viewer.preferences.from_whites_side);
        BoardKind::of(variant).lower_seat(own, from_whites_side)
    }
}

impl<S> FromRequestParts<S> for Layout
where
    S: Send + Sync,
    Assets: FromRef<S>,
    Arc<str>: FromRef<S>,
    Pool: FromRef<S>,
    Now: FromRef<S>,
    SessionCookie: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let MaybeViewer(viewer) = MaybeViewer::from_request_parts(parts, state).await?;
        Ok(Self::new(viewer, Assets::from_ref(state), FromRef::from_ref(state)))
    }
}

/// Room for most pages, so that they are not moved while they grow.
const USUAL_BYTES: usize = 32 * 1024;

/// A page as an answer.
pub struct Page<T> {
    status: StatusCode,
    view: T,
}

impl<T: Template> Page<T> {
    /// The requested page.
    pub fn new(view: T) -> Self {
        Self { status: StatusCode::OK, view }
    }

    /// The page again, because the request was refused: 422.
    pub fn refused(view: T) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, view }
    }

    /// The page as it is now, because it had changed under the one that was sent: 409.
    pub fn moved_on(view: T) -> Self {
        Self { status: StatusCode::CONFLICT, view }
    }

    /// The sign-in page, because the request needs a player: 401.
    pub fn sign_in(view: T) -> Self {
        Self { status: StatusCode::UNAUTHORIZED, view }
    }

    /// A page about what is not here: 404.
    pub fn missing(view: T) -> Self {
        Self { status: StatusCode::NOT_FOUND, view }
    }

    /// A page about what was here and is no more: 410.
    pub fn gone(view: T) -> Self {
        Self { status: StatusCode::GONE, view }
    }

    /// The page again, because it was sent too often: 429.
    pub fn too_many(view: T) -> Self {
        Self { status: StatusCode::TOO_MANY_REQUESTS, view }
    }
}

impl<T: Template> IntoResponse for Page<T> {
    fn into_response(self) -> Response {
        let mut html = String::with_capacity(USUAL_BYTES);
        match self.view.render_into(&mut html) {
            Ok(()) => {
                let mut response = (self.status, Html(html)).into_response();
                // Pages differ by viewer and by the minute, but "back" must still find what was typed.
                let headers = response.headers_mut();
                headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
                response
            }
            Err(error) => Error::from(error).into_response(),
        }
    }
}
