//! `/players`: a player by their name, the strongest of each game, and who has won most this month.

use askama::Template;
use axum::extract::Query;
use axum::response::{IntoResponse, Redirect, Response};
use domain::rules::variant::Variant;
use jiff::ToSpan;
use jiff::civil::Date;
use serde::Deserialize;

use super::store;
use crate::accounts::{self, PlayerName};
use crate::platform::day::{beginning_of, day_of};
use crate::platform::error::Error;
use crate::ratings::{self, Climber, TopList};
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::wording::{VariantNames, library, watch as words};

/// How many players of each variant are shown.
const TOP: i64 = 10;
/// How many if only one variant is.
const TOP_OF_ONE: i64 = 100;
/// How many names are offered that begin as was typed.
const NAMES: i64 = 30;

#[derive(Template)]
#[template(path = "players/index.html")]
struct PlayersPage {
    layout: Layout,
    /// The name that was typed.
    typed: String,
    /// Those that begin so.
    names: Vec<String>,
    /// The only variant whose players are shown.
    variant: Option<Variant>,
    top_lists: Vec<TopList>,
    this_month: Vec<Climber>,
    last_month: Vec<Climber>,
    today: Date,
}

impl PlayersPage {
    /// That nobody is called as was typed, if something was.
    fn nobody(&self) -> Option<String> {
        (!self.typed.is_empty()).then(|| library::no_player(&self.typed))
    }

    fn months(&self) -> [(String, &[Climber]); 2] {
        let last = self.today.saturating_sub(1.month());
        [(words::players_of(self.today), &self.this_month), (words::players_of(last), &self.last_month)]
    }
}

/// Whom to look for.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct PlayersQuery {
    name: String,
    variant: String,
}

/// `GET /players`, perhaps with `?name=` or `?variant=`
///
/// # Errors
/// There is no such variant.
pub async fn show(Reading(app): Reading, layout: Layout, Query(query): Query<PlayersQuery>) -> Result<Response, Error> {
    let typed = query.name.trim().to_owned();
    if let Ok(name) = typed.parse::<PlayerName>()
        && let Some(player) = accounts::player(&app.pool, &name).await?
    {
        return Ok(Redirect::to(&format!("/players/{}", player.name)).into_response());
    }
    let variant = match query.variant.as_str() {
        "" => None,
        key => Some(key.parse::<Variant>().map_err(|_| Error::NotFound)?),
    };
    let (variants, limit) = match &variant {
        Some(variant) => (std::slice::from_ref(variant), TOP_OF_ONE),
        None => (&Variant::ALL[..], TOP),
    };
    let (pool, now) = (&app.pool, app.now.get());
    let today = day_of(now);
    let first = today.first_of_month();
    let [last_month, this_month] = [first.saturating_sub(1.month()), first].map(beginning_of);
    let names = match typed.is_empty() {
        true => Vec::new(),
        false => store::beginning_with(pool, &typed, NAMES).await?,
    };
    let page = PlayersPage {
        layout,
        names,
        top_lists: ratings::top_lists(pool, variants, limit, now).await?,
        this_month: ratings::climbers(pool, (this_month, now), TOP).await?,
        last_month: ratings::climbers(pool, (last_month, this_month), TOP).await?,
        variant,
        today,
        typed,
    };
    let is_missing = !page.typed.is_empty() && page.names.is_empty();
    Ok(if is_missing { Page::missing(page) } else { Page::new(page) }.into_response())
}
