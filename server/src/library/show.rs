//! `/games`: the search form, and what was found as a list or as small boards. The address is the search.

use askama::Template;
use axum::extract::{Query, RawQuery};
use axum::response::{IntoResponse, Redirect, Response};
use domain::correspondence::result::Ending;
use domain::rules::variant::Variant;

use super::asked::{Asked, Chip};
use super::filter::{GameFilter, SeatChoice, Sort, results};
use super::found::FoundGame;
use super::page_key::PageKey;
use super::search::{SearchResult, has_place, search};
use crate::platform::error::Error;
use crate::web::form::Problems;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
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

    /// Whether the fields that are folded at first are to be seen.
    fn shows_more(&self) -> bool {
        self.asked.has_more()
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
        SeatChoice::all().map(|seat| (seat.key(), seat.name())).collect()
    }

    fn sorts(&self) -> [Sort; 5] {
        Sort::ALL
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
) -> Result<Response, Error> {
    let asked = asked.of_site();
    if let Some(shorter) = asked.shorter_address("/games", query.as_deref()) {
        return Ok(Redirect::to(&shorter).into_response());
    }
    let filter = match GameFilter::read(&asked, &app.pool).await? {
        Ok(filter) => filter,
        Err(problems) => return Ok(refused(layout, asked, problems)),
    };
    let after = match asked.after.as_str() {
        "" => None,
        after => match after.parse::<PageKey>().ok().filter(|after| has_place(&filter, after)) {
            Some(after) => Some(after),
            None => return Ok(Page::missing(GamesPage::empty(layout, asked, Problems::default())).into_response()),
        },
    };
    let SearchResult::Found(mut hits) = search(&app.pool, &filter, after.as_ref(), A_PAGE + 1).await? else {
        let page = GamesPage {
            missing: Some(words::TOO_SLOW.to_owned()),
            ..GamesPage::empty(layout, asked, Problems::default())
        };
        return Ok(Page::refused(page).into_response());
    };
    let has_more = hits.len() > A_PAGE;
    hits.truncate(A_PAGE);
    let next = hits.last().filter(|_| has_more).map(|last| last.key.clone());
    let games = hits.into_iter().map(FoundGame::new).collect();
    let page = GamesPage { games, next, missing: None, ..GamesPage::empty(layout, asked, Problems::default()) };
    Ok(Page::new(page).into_response())
}

/// The form again, with what is wrong beside its fields: there is no such list.
pub fn refused(layout: Layout, asked: Asked, problems: Problems) -> Response {
    Page::missing(GamesPage { missing: None, ..GamesPage::empty(layout, asked, problems) }).into_response()
}

impl GamesPage {
    fn empty(layout: Layout, asked: Asked, problems: Problems) -> Self {
        let missing = Some(wording::lists::no_page(None));
        Self { layout, asked, problems, missing, games: Vec::new(), next: None }
    }
}
