//! `/players`: a player by their name, the strongest of each game, and who has won most this month.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::Query;
use axum::response::{IntoResponse, Redirect, Response};
use domain::rules::variant::Variant;
use jiff::ToSpan;
use serde::Deserialize;

use crate::accounts::{self, PlayerName};
use crate::platform::cached::Cached;
use crate::platform::error::Error;
use crate::ratings::{self, Climber, Strongest, TopList};
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
    shown: Shown,
}

/// Whose strongest players are shown.
enum Shown {
    /// Those of one variant.
    One(Variant, Vec<TopList>),
    /// Some of each variant, and of the months.
    All(Arc<Strongest>),
}

impl PlayersPage {
    /// That nobody is called as was typed, if something was.
    fn nobody(&self) -> Option<String> {
        (!self.typed.is_empty()).then(|| library::no_player(&self.typed))
    }

    /// The only variant whose players are shown.
    fn variant(&self) -> Option<Variant> {
        match self.shown {
            Shown::One(variant, _) => Some(variant),
            Shown::All(_) => None,
        }
    }

    fn lists(&self) -> &[TopList] {
        match &self.shown {
            Shown::One(_, lists) => lists,
            Shown::All(strongest) => &strongest.lists,
        }
    }

    /// The months in which anybody has won points, with who has.
    fn months(&self) -> Vec<(String, &[Climber])> {
        let Shown::All(strongest) = &self.shown else { return Vec::new() };
        let last = strongest.month.saturating_sub(1.month());
        let months = [(strongest.month, &strongest.this_month), (last, &strongest.last_month)];
        let shown = months.into_iter().filter(|(_, climbers)| !climbers.is_empty());
        shown.map(|(day, climbers)| (words::players_of(day), climbers.as_slice())).collect()
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
pub async fn show(
    Reading(app): Reading,
    layout: Layout,
    Extension(strongest): Extension<Cached<Strongest>>,
    Query(query): Query<PlayersQuery>,
) -> Result<Response, Error> {
    let typed = query.name.trim().to_owned();
    if let Ok(name) = typed.parse::<PlayerName>()
        && let Some(player) = accounts::player(&app.pool, &name).await?
    {
        return Ok(Redirect::to(&format!("/players/{}", player.name)).into_response());
    }
    let variant = match query.variant.as_str() {
        "" => None,
        // Whoever is looked for by name may play anything.
        _ if !typed.is_empty() => None,
        key => Some(key.parse::<Variant>().map_err(|_| Error::NotFound)?),
    };
    let (pool, now) = (&app.pool, app.now.get());
    let shown = match variant {
        Some(variant) => Shown::One(variant, ratings::top_lists(pool, &[variant], TOP_OF_ONE, now).await?),
        None => Shown::All(strongest.get(now, Strongest::load(pool.clone(), TOP, now)).await?),
    };
    let names = match typed.is_empty() {
        true => Vec::new(),
        false => accounts::names_beginning_with(pool, &typed, NAMES).await?,
    };
    let page = PlayersPage { layout, names, shown, typed };
    let is_missing = !page.typed.is_empty() && page.names.is_empty();
    Ok(if is_missing { Page::missing(page) } else { Page::new(page) }.into_response())
}
