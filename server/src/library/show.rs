//! `/games`: the search form, and what was found as a list or as small boards. The address is the search.

use askama::Template;
use axum::extract::{Query, RawQuery};
use axum::response::{IntoResponse, Redirect, Response};
use domain::correspondence::result::Ending;
use domain::rules::variant::Variant;

use super::asked::{Asked, Chip, Destination, Leading};
use super::filter::{GameFilter, PlayerOutcome, SeatChoice, Sort, results};
use super::found::FoundGame;
use super::page_key::PageKey;
use super::saved::SavedSearches;
use super::search::{SearchResult, has_place, search};
use crate::platform::database::Pool;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::web::search::without_empty_fields;
use crate::wording::{self, VariantNames, library as words};

/// How many are on a page.
const A_PAGE: usize = 30;

#[derive(Template)]
#[template(path = "library/games.html")]
struct GamesPage {
    layout: Layout,
    asked: Asked,
    problems: Problems,
    /// Why there is no list: it has no such page, or takes too long to find.
    missing: Option<String>,
    games: Vec<FoundGame>,
    /// Where the next page begins.
    next: Option<PageKey>,
    saved: SavedSearches,
}

impl GamesPage {
    fn title(&self) -> String {
        match self.asked.player.trim() {
            "" => words::GAMES.to_owned(),
            _ if self.problems.of("player").is_some() => words::GAMES.to_owned(),
            name => words::games_of(name),
        }
    }

    fn chips(&self) -> Vec<Chip> {
        self.asked.chips("/games")
    }

    /// Whether the fields that are folded at first are to be seen: what was found comes before what was asked, unless that is to be mended.
    fn shows_more(&self) -> bool {
        self.asked.folded_fields_in_use() > 0 && !self.problems.is_empty()
    }

    fn variants(&self) -> [Variant; 7] {
        Variant::ALL
    }

    fn results(&self) -> Vec<(String, String)> {
        results().into_iter().map(|text| (text.clone(), words::result(&text))).collect()
    }

    fn endings(&self) -> Vec<(&'static str, &'static str)> {
        Ending::all().map(|ending| (ending.key(), words::ending(ending))).collect()
    }

    fn seats(&self) -> Vec<(&'static str, &'static str)> {
        SeatChoice::choices()
    }

    fn outcomes(&self) -> [PlayerOutcome; 3] {
        PlayerOutcome::ALL
    }

    fn sorts(&self) -> [Sort; 5] {
        Sort::ALL
    }

    /// Whether there are fields for what is the viewer's own: for whoever has some, and where something is wrong with one.
    fn asks_for_own(&self) -> bool {
        self.layout.viewer.is_some() || self.asked.is_of_viewer()
    }

    fn explorer(&self) -> String {
        self.asked.explorer(&Variant::ALL)
    }

    /// This search with another value of a field, from its first page.
    fn with(&self, field: &str, value: &str) -> String {
        self.asked.address("/games", &["after", field], &[(field, value)])
    }

    /// This search without a field, from its first page.
    fn without(&self, field: &str) -> String {
        self.asked.address("/games", &["after", field], &[])
    }

    fn first(&self) -> String {
        self.asked.address("/games", &["after"], &[])
    }

    fn next(&self) -> Option<String> {
        Some(self.asked.address("/games", &[], &[("after", &self.next.as_ref()?.to_string())]))
    }

    /// How many games are found, where all of them are on this page: to count more would take as long as to list them.
    fn count(&self) -> Option<String> {
        let are_all_here = self.asked.after.is_empty() && self.next.is_none();
        are_all_here.then(|| words::games(self.games.len()))
    }

    /// What is found as a feed; none of what only the viewer may know.
    fn feed(&self) -> Option<String> {
        let is_open = self.problems.is_empty() && !self.asked.is_of_viewer();
        is_open.then(|| self.asked.address("/games.atom", &["after", "view", "sort"], &[]))
    }

    /// All that was found as a file.
    fn download(&self) -> String {
        self.asked.address("/games.pgn", &["after", "view"], &[])
    }
}

/// `GET /games`
///
/// # Errors
/// The database fails.
pub async fn show(
    Reading(app): Reading,
    layout: Layout,
    RawQuery(query): RawQuery,
    Query(asked): Query<Asked>,
    Query(leading): Query<Leading>,
) -> Result<Response, Error> {
    let asked = asked.of_site();
    if let Some(shorter) = without_empty_fields("/games", query.as_deref()) {
        return Ok(Redirect::to(&shorter).into_response());
    }
    let filter = match GameFilter::read(&asked, layout.viewer_id(), &app.pool).await? {
        Ok(filter) => filter,
        Err(problems) => return Ok(refused(&app.pool, layout, asked, problems).await?),
    };
    if let Some(destination) = leading.destination() {
        let variants = likely_variants(&app, &asked, &filter).await?;
        let address = match destination {
            Destination::Board => asked.opening_board(&variants),
            Destination::Explorer => asked.explorer(&variants),
        };
        return Ok(Redirect::to(&address).into_response());
    }
    let after = match asked.after.as_str() {
        "" => None,
        after => match after.parse::<PageKey>().ok().filter(|after| has_place(&filter, after)) {
            Some(after) => Some(after),
            None => {
                let page = GamesPage::empty(&app.pool, layout, asked, Problems::default()).await?;
                return Ok(Page::missing(page).into_response());
            }
        },
    };
    let SearchResult::Found(mut hits) =
        search(&app.pool, &app.block_cache, &filter, after.as_ref(), A_PAGE + 1).await?
    else {
        return Ok(too_slow(&app.pool, layout, asked).await?);
    };
    let has_more = hits.len() > A_PAGE;
    hits.truncate(A_PAGE);
    let next = hits.last().filter(|_| has_more).map(|last| last.key.clone());
    let games = hits.into_iter().map(FoundGame::new).collect();
    let empty = GamesPage::empty(&app.pool, layout, asked, Problems::default()).await?;
    Ok(Page::new(GamesPage { games, next, missing: None, ..empty }).into_response())
}

/// All variants, that of the first game that a search finds before the others: turns and positions may be those of several.
async fn likely_variants(app: &App, asked: &Asked, filter: &GameFilter) -> anyhow::Result<Vec<Variant>> {
    let mut variants = Variant::ALL.to_vec();
    if asked.variant.trim().is_empty()
        && asked.leaves_games_out()
        && let SearchResult::Found(hits) = search(&app.pool, &app.block_cache, filter, None, 1).await?
        && let Some(hit) = hits.first()
    {
        variants.insert(0, hit.variant);
    }
    Ok(variants)
}

/// The form again, with what is wrong beside its fields: there is no such list.
///
/// # Errors
/// The database fails.
pub async fn refused(pool: &Pool, layout: Layout, asked: Asked, problems: Problems) -> anyhow::Result<Response> {
    let problems = problems.with_links(|field, typed| asked.address("/games", &["after"], &[(field, typed)]));
    let empty = GamesPage::empty(pool, layout, asked, problems).await?;
    Ok(Page::missing(GamesPage { missing: None, ..empty }).into_response())
}

/// The form again: what is asked for takes too long to find.
///
/// # Errors
/// The database fails.
pub async fn too_slow(pool: &Pool, layout: Layout, asked: Asked) -> anyhow::Result<Response> {
    let missing = Some(words::TOO_SLOW.to_owned());
    let empty = GamesPage::empty(pool, layout, asked, Problems::default()).await?;
    Ok(Page::refused(GamesPage { missing, ..empty }).into_response())
}

impl GamesPage {
    /// The page without a list, with the searches that the viewer has saved.
    async fn empty(pool: &Pool, layout: Layout, asked: Asked, problems: Problems) -> anyhow::Result<Self> {
        let saved = SavedSearches::load(pool, layout.account(), &asked, None).await?;
        let saved = if problems.is_empty() { saved } else { saved.of_refused() };
        let missing = Some(wording::lists::no_page(None));
        Ok(Self { layout, asked, problems, missing, games: Vec::new(), next: None, saved })
    }
}
