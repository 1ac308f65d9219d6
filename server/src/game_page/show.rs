//! `/games/{id}`: the game's page, at any ply; and the game as PGN, FEN or a picture.

use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::extras::PageExtras;
use super::page::{Bar, GamePage};
use super::store::{self, PageViewer};
use super::view_settings::ViewSettings;
use super::{computer, pictures, position, record as downloads, resumed_form};
use crate::accounts::Session;
use crate::boards;
use crate::explorer::Asked;
use crate::games::GameId;
use crate::platform::day::day_of;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::web::saved_form;
use crate::web::visitor::PageView;

/// What an address can add.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ShowQuery {
    /// The ply to show: the present without it.
    ply: Option<String>,
    /// The side at the lower edge: the viewer's own without it.
    side: String,
    /// The tab of the panel.
    tab: String,
    /// `yes`: a player wants the comments in the PGN too.
    comments: String,
    /// `yes`: what the computer says is wanted in the PGN too.
    evals: String,
    /// What the viewer has typed here and not sent.
    kept: String,
    /// Which games the explorer looks at.
    #[serde(flatten)]
    explored: Asked,
}

/// `GET /games/{id}`, and with `.pgn`, `.fen`, `.svg`, `.png`, `.gif`
///
/// # Errors
/// There is no such game, or it has not come to the ply.
pub async fn show(
    State(primary): State<App>,
    Reading(app): Reading,
    session: Session,
    view: PageView,
    request: pictures::PictureRequest,
    Path(path): Path<String>,
    Query(query): Query<ShowQuery>,
) -> Result<Response, Error> {
    let (id, extension) = match path.split_once('.') {
        Some((id, extension)) => (id, Some(extension)),
        None => (path.as_str(), None),
    };
    let id = GameId::read(id).ok_or(Error::NotFound)?;
    let (now, visitor) = (app.now.get(), request.visitor());
    let page_viewer = session.token_hash().map_or(PageViewer::Nobody, PageViewer::Session);
    let mut connection = app.pool.acquire().await?;
    let summary = store::page_summary(&mut connection, &id, page_viewer, now).await?.ok_or(Error::NotFound)?;
    let stored = app
        .games
        .remembered()
        .load(&mut connection, &id, &summary.extent, summary.viewer.as_ref().map(|viewer| viewer.id))
        .await?
        .ok_or(Error::NotFound)?;
    if let Some(format) = extension.and_then(boards::pictures::Format::of_extension) {
        drop(connection);
        return pictures::answer(&app.renderer, stored, format, &request).await;
    }
    let layout = Layout::new(summary.viewer, app.assets.clone(), app.public_url.clone());
    let ply = match &query.ply {
        None => stored.game.ply(),
        Some(ply) => position::read_ply(&stored, ply).ok_or(Error::NotFound)?,
    };
    match extension {
        None => {}
        Some("pgn") => {
            let viewer = layout.viewer.map(|viewer| viewer.id);
            let seat = viewer.and_then(|viewer| stored.seat_of(viewer));
            let comments_for = seat.filter(|_| query.comments == "yes");
            let changes = store::rating_changes(&mut connection, &stored).await?;
            let mut written = downloads::pgn(&stored, ply, comments_for, &changes, &app.public_url);
            if query.evals == "yes" {
                computer::add_evaluations(&mut connection, &app.games, &stored, viewer, &mut written).await?;
            }
            return Ok(downloads::pgn_file(&stored, &written));
        }
        Some("fen") => return Ok(downloads::fen(&stored, ply)),
        Some(_) => return Err(Error::NotFound),
    }
    if let Some(kept) = saved_form::load(&mut *connection, layout.viewer.as_ref(), &query.kept).await? {
        drop(connection);
        return resumed_form::show_saved(&app, layout, stored, &kept).await;
    }
    let extras = PageExtras::at(&mut connection, &stored, layout.viewer.as_ref(), summary.details).await?;
    drop(connection);
    let page = GamePage::new(layout, stored, now, Bar::default(), extras);
    if view != PageView::InBackground {
        page.record_view(&app.pool).await?;
    }
    if view == PageView::Opened && query.ply.is_none() && page.is_of_others() {
        app.audience.note(page.id(), visitor, day_of(now));
    }
    // What somebody makes private is so at once.
    let explored_on = if query.explored.collection.is_empty() { &app } else { &primary };
    let view_settings = ViewSettings::read(&query.side, &query.tab).exploring(query.explored);
    let page = page.seen(ply, view_settings).with_tab(explored_on).await?;
    Ok(if page.explores() { Page::new(page).into_response() } else { Page::refused(page).into_response() })
}
