//! `GET /watch`

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::Query;
use serde::Deserialize;

use super::live::MOST_GAMES;
use super::{Rankings, WatchOrder, cards, daily};
use crate::library::{self, FoundGame};
use crate::lists::GameCard;
use crate::platform::error::Error;
use crate::ratings::Strongest;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::wording::{VariantNames, watch as words};

/// How many running games are shown.
const PLAYING: i64 = 12;
/// How many that have ended.
const FINISHED: usize = 8;
/// How many players of each variant.
const TOP: i64 = 5;

const _: () = assert!(PLAYING as usize <= MOST_GAMES, "the stream tells of all of them");

#[derive(Template)]
#[template(path = "watch/show.html")]
pub struct WatchPage {
    layout: Layout,
    daily: Option<FoundGame>,
    order: WatchOrder,
    playing: Vec<GameCard>,
    finished: Arc<Vec<FoundGame>>,
    strongest: Arc<Strongest>,
}

impl WatchPage {
    /// The address of the stream that tells of the running games, if there are any.
    fn live(&self) -> Option<String> {
        let ids: Vec<_> = self.playing.iter().map(|card| card.id().as_str()).collect();
        (!ids.is_empty()).then(|| format!("/watch/live?games={}", ids.join(",")))
    }

    fn orders(&self) -> [WatchOrder; 3] {
        WatchOrder::ALL
    }

    fn players_of_the_month(&self) -> String {
        words::players_of(self.strongest.month)
    }

    fn why_none(&self) -> &'static str {
        match self.order {
            WatchOrder::Looks => words::NOBODY_LOOKED,
            WatchOrder::Rating | WatchOrder::Pace => words::NOTHING_PLAYED,
        }
    }
}

/// What is shown first.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct WatchQuery {
    order: String,
}

/// `GET /watch`, perhaps with `?order=`
///
/// # Errors
/// There is no such order.
pub async fn show(
    Reading(app): Reading,
    layout: Layout,
    Extension(rankings): Extension<Rankings>,
    Query(query): Query<WatchQuery>,
) -> Result<Page<WatchPage>, Error> {
    let order = match query.order.as_str() {
        "" => WatchOrder::default(),
        key => WatchOrder::by_key(key).ok_or(Error::NotFound)?,
    };
    let (pool, now) = (&app.pool, app.now.get());
    Ok(Page::new(WatchPage {
        daily: daily::of_today(pool, now).await?,
        order,
        playing: cards(pool, &rankings.playing(pool, order, PLAYING, now).await?, now).await?,
        finished: rankings
            .finished
            .get(now, library::just_finished(pool.clone(), app.block_cache.clone(), FINISHED))
            .await?,
        strongest: rankings.strongest.get(now, Strongest::load(pool.clone(), TOP, now)).await?,
        layout,
    }))
}
