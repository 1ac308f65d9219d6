//! `GET /watch`

use askama::Template;
use axum::extract::Query;
use domain::rules::variant::Variant;
use jiff::civil::Date;
use serde::Deserialize;

use super::live::MOST_GAMES;
use super::{WatchOrder, daily, playing};
use crate::library::{self, FoundGame};
use crate::lists::GameCard;
use crate::platform::day::{beginning_of, day_of};
use crate::platform::error::Error;
use crate::ratings::{self, Climber, TopList};
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
    finished: Vec<FoundGame>,
    top_lists: Vec<TopList>,
    climbers: Vec<Climber>,
    today: Date,
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
        words::players_of(self.today)
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
    Query(query): Query<WatchQuery>,
) -> Result<Page<WatchPage>, Error> {
    let order = match query.order.as_str() {
        "" => WatchOrder::default(),
        key => WatchOrder::by_key(key).ok_or(Error::NotFound)?,
    };
    let (pool, now) = (&app.pool, app.now.get());
    let today = day_of(now);
    let month = (beginning_of(today.first_of_month()), now);
    Ok(Page::new(WatchPage {
        daily: daily::of_today(pool, now).await?,
        order,
        playing: playing(pool, order, PLAYING, now).await?,
        finished: library::just_finished(pool, FINISHED).await?,
        top_lists: ratings::top_lists(pool, &Variant::ALL, TOP, now).await?,
        climbers: ratings::climbers(pool, month, TOP).await?,
        today,
        layout,
    }))
}
