//! `/games/mine`: the viewer's games, those that wait for them first.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::lists::Split;
use super::store;
use crate::accounts::Viewer;
use crate::app::App;
use crate::error::Error;
use crate::page::{Layout, Page};

/// Games on one page of the list.
const ON_A_PAGE: i64 = 60;

#[derive(Template)]
#[template(path = "games/mine.html")]
struct MyGamesPage {
    layout: Layout,
    games: Split,
    page: i64,
    has_more: bool,
}

/// Which page of the list.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct MineQuery {
    page: String,
}

/// `GET /games/mine`
///
/// # Errors
/// Not signed in.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Query(query): Query<MineQuery>,
) -> Result<Response, Error> {
    let page = query.page.parse::<i64>().unwrap_or(1).clamp(1, 100_000);
    let mut lines = store::of_player(&app.pool, viewer.id, ON_A_PAGE + 1, (page - 1) * ON_A_PAGE).await?;
    let has_more = lines.len() as i64 > ON_A_PAGE;
    lines.truncate(ON_A_PAGE as usize);
    let view = MyGamesPage { layout, games: Split::new(lines), page, has_more };
    Ok(Page::new(view).into_response())
}
