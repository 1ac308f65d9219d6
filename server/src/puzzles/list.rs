//! `/puzzles`: which there are, what the viewer has tried, and the way to the next.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use domain::rules::puzzle::Theme;
use domain::rules::variant::Variant;
use serde::Deserialize;

use super::filter::{Difficulty, Filter};
use super::rating::BEGINNER;
use super::store::{self, PuzzleLine, Standing, VARIANTS, WARM_UP};
use super::{daily, show};
use crate::platform::chance;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::page::{Layout, Page};
use crate::web::paging::{PageQuery, Paging};
use crate::web::reading::Reading;
use crate::wording::VariantNames;
use crate::wording::puzzles as words;

/// How many are on a page.
const A_PAGE: i64 = 24;
/// Of how many that are near a player's rating one is drawn.
const NEAR: i64 = 12;

#[derive(Template)]
#[template(path = "puzzles/list.html")]
struct PuzzlesPage {
    layout: Layout,
    filter: Filter,
    /// That something is asked for that there is not.
    unknown: Option<String>,
    lines: Vec<PuzzleLine>,
    paging: Paging,
    standing: Option<Standing>,
    has_daily: bool,
}

impl PuzzlesPage {
    fn next(&self) -> String {
        address("/puzzles/next", &self.filter)
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

fn address(path: &str, filter: &Filter) -> String {
    let query = filter.query();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
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
    let page = query.of(A_PAGE);
    let viewer = layout.account().map(|viewer| viewer.id);
    let unknown = filter.unknown();
    let mut lines = match unknown {
        Some(_) => Vec::new(),
        None => store::list(&app.pool, &filter, viewer, (page.limit(), page.offset())).await?,
    };
    let paging = page.loaded(&mut lines, address("/puzzles", &filter));
    let standing = match viewer {
        Some(viewer) => store::standing(&app.pool, viewer).await?,
        None => None,
    };
    let has_daily = daily::id_of_today(&app).await?.is_some();
    let is_missing = unknown.is_some() || paging.missing().is_some();
    let view = PuzzlesPage { layout, filter, unknown, lines, paging, standing, has_daily };
    Ok(if is_missing { Page::missing(view) } else { Page::new(view) }.into_response())
}

/// Which puzzle the next comes after.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct NextQuery {
    after: String,
}

/// `GET /puzzles/next`: to a player one that they have not tried, near their rating, after the warm-up puzzle; to a visitor the one
/// after the last.
///
/// # Errors
/// The database fails.
pub async fn next(
    State(app): State<App>,
    layout: Layout,
    Query(filter): Query<Filter>,
    Query(query): Query<NextQuery>,
) -> Result<Response, Error> {
    if filter.unknown().is_some() {
        return Ok(Redirect::to(&address("/puzzles", &filter)).into_response());
    }
    let mut next = None;
    if let Some(viewer) = layout.account() {
        let standing = store::standing(&app.pool, viewer.id).await?;
        let rating = standing.map_or(BEGINNER, |standing| standing.rating).value;
        let near = store::nearest(&app.pool, &filter, viewer.id, rating, NEAR).await?;
        // Whoever begins does so with the warm-up puzzle, which is the first of all.
        let first = store::next_after(&app.pool, &filter, 0).await?.filter(|_| standing.is_none());
        next = match first {
            Some(WARM_UP) if store::attempt_of(&app.pool, viewer.id, WARM_UP).await?.is_none() => first,
            _ if near.is_empty() => None,
            _ => Some(near[chance::below(near.len())]),
        };
    }
    if next.is_none() {
        next = store::next_after(&app.pool, &filter, show::read_id(&query.after).unwrap_or(0)).await?;
    }
    let next = next.map_or_else(|| "/puzzles".to_owned(), |id| format!("/puzzles/{id}"));
    Ok(Redirect::to(&next).into_response())
}
