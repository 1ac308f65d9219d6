//! `/puzzles`: which there are, what the viewer has tried, and the way to the next.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::rules::puzzle::Theme;
use domain::rules::variant::Variant;
use serde::Deserialize;

use super::filter::{Difficulty, Filter};
use super::store::{self, PuzzleLine, Standing};
use super::{daily, show};
use crate::platform::chance;
use crate::platform::error::Error;
use crate::ratings::Rating;
use crate::state::App;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::wording::VariantNames;
use crate::wording::puzzles as words;

/// How many are on a page.
const A_PAGE: i64 = 60;
/// Of how many that are near a player's rating one is drawn.
const NEAR: i64 = 12;

/// The variants that there are puzzles of.
const VARIANTS: [Variant; 2] = [Variant::Duck, Variant::ThreeCheckDuck];

#[derive(Template)]
#[template(path = "puzzles/list.html")]
struct PuzzlesPage {
    layout: Layout,
    filter: Filter,
    /// Counted from 1.
    page: i64,
    lines: Vec<PuzzleLine>,
    has_more: bool,
    standing: Option<Standing>,
    has_daily: bool,
}

impl PuzzlesPage {
    /// The address of another page of the same list.
    fn at_page(&self, page: i64) -> String {
        let query = self.filter.query();
        let joined = if query.is_empty() { "" } else { "&" };
        format!("/puzzles?{query}{joined}page={page}")
    }

    fn next(&self) -> String {
        let query = self.filter.query();
        if query.is_empty() { "/puzzles/next".to_owned() } else { format!("/puzzles/next?{query}") }
    }

    fn is_variant(&self, variant: &Variant) -> bool {
        self.filter.variant().as_ref() == Some(variant)
    }

    fn is_theme(&self, theme: &Theme) -> bool {
        self.filter.theme().as_ref() == Some(theme)
    }

    fn is_difficulty(&self, difficulty: &Difficulty) -> bool {
        self.filter.difficulty().as_ref() == Some(difficulty)
    }
}

/// Which page of the list.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct PageQuery {
    page: String,
}

/// `GET /puzzles`
///
/// # Errors
/// The database fails.
pub async fn show(
    Reading(app): Reading,
    layout: Layout,
    Query(filter): Query<Filter>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Error> {
    let page = query.page.parse().unwrap_or(1).clamp(1, 1_000_000);
    let viewer = layout.viewer.as_ref().map(|viewer| viewer.id);
    let mut lines = store::list(&app.pool, &filter, viewer, (page - 1) * A_PAGE, A_PAGE + 1).await?;
    let has_more = lines.len() as i64 > A_PAGE;
    lines.truncate(A_PAGE as usize);
    let standing = match viewer {
        Some(viewer) => store::standing(&app.pool, viewer).await?,
        None => None,
    };
    let has_daily = daily::id_of_today(&app).await?.is_some();
    Ok(Page::new(PuzzlesPage { layout, filter, page, lines, has_more, standing, has_daily }).into_response())
}

/// Which puzzle the next comes after.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct NextQuery {
    after: String,
}

/// `GET /puzzles/next`: to a player one that they have not tried, near their rating; to a visitor the one after the last.
///
/// # Errors
/// The database fails.
pub async fn next(
    State(app): State<App>,
    layout: Layout,
    Query(filter): Query<Filter>,
    Query(query): Query<NextQuery>,
) -> Result<Response, Error> {
    let mut next = None;
    if let Some(viewer) = &layout.viewer {
        let standing = store::standing(&app.pool, viewer.id).await?;
        // Who has solved none yet begins with what is not hard.
        let rating = standing.map_or(Rating::NEW.value - 300.0, |standing| standing.rating.value);
        let near = store::nearest(&app.pool, &filter, viewer.id, rating, NEAR).await?;
        next = if near.is_empty() { None } else { Some(near[chance::below(near.len())]) };
    }
    if next.is_none() {
        next = store::next_after(&app.pool, &filter, show::read_id(&query.after).unwrap_or(0)).await?;
    }
    let next = next.map_or_else(|| "/puzzles".to_owned(), |id| format!("/puzzles/{id}"));
    Ok(Redirect::to(&next).into_response())
}
