//! `/players/{name}`: a player as others see them, and all their games as a file.

use askama::Template;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};

use crate::accounts::{self, Player, PlayerName, guests};
use crate::computers::{self, Level};
use crate::leave;
use crate::library::{self, Highlights, PlayerRecord};
use crate::lists::{self, ListContext, ListOwner, Split};
use crate::platform::error::Error;
use crate::ratings::{PlayerRatings, RatingLine};
use crate::web::moment::Moment;
use crate::web::page::{Layout, Page};
use crate::web::reading::Reading;
use crate::web::visitor::Visitor;
use crate::wording::{VariantNames, computers as words, ratings as rating_words};

/// The most games that are shown.
const MAX_GAMES: i64 = 100;

#[derive(Template)]
#[template(path = "players/show.html")]
struct PlayerPage {
    layout: Layout,
    player: Player,
    /// Whether they play without an account, and cannot be challenged.
    is_guest: bool,
    since: Moment,
    ratings: PlayerRatings,
    /// How the finished games went.
    record: PlayerRecord,
    highlights: Highlights,
    games: Split,
    on_leave_until: Option<Moment>,
    /// How well it plays, if it is a computer.
    level: Option<Level>,
}

impl PlayerPage {
    /// What a computer says of itself.
    fn about(&self) -> Option<String> {
        self.level.map(|level| words::about(level.number(), Level::BEST.number()))
    }

    /// What stands over the ratings in games with computers: a computer has no others.
    fn against_computers(&self) -> &'static str {
        if self.level.is_some() { rating_words::RATINGS } else { rating_words::AGAINST_COMPUTERS }
    }

    /// Whether the viewer can challenge them.
    fn can_be_challenged(&self) -> bool {
        !self.is_guest && self.layout.viewer.as_ref().is_none_or(|viewer| viewer.id != self.player.id)
    }
}

/// `GET /players/{name}`, and with `.pgn`
///
/// # Errors
/// Nobody has this name.
pub async fn show(
    Reading(app): Reading,
    layout: Layout,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Response, Error> {
    // No name has a dot in it.
    if let Some(name) = name.strip_suffix(".pgn") {
        return library::games_of_player(app, visitor, name).await;
    }
    let name = name.parse::<PlayerName>().map_err(|_| Error::NotFound)?;
    let player = accounts::player(&app.pool, &name).await?.ok_or(Error::NotFound)?;
    let is_guest = guests::is_guest(&app.pool, player.id).await?;
    let since = Moment(accounts::signed_up_at(&app.pool, player.id).await?);
    let ratings = PlayerRatings::load(&app.pool, player.id, app.now.get()).await?;
    let reader = ListContext { viewer: layout.viewer.as_ref().map(|viewer| viewer.id), now: app.now.get() };
    let owner = match reader.viewer == Some(player.id) {
        true => ListOwner::Viewer,
        false => ListOwner::Other,
    };
    let games = Split::new(lists::of_player(&app.pool, player.id, reader, (MAX_GAMES, 0)).await?, owner);
    let record = PlayerRecord::load(&app.pool, player.id, reader.viewer).await?;
    let highlights = Highlights::load(&app.pool, player.id, app.now.get()).await?;
    let on_leave_until = leave::on_leave_until(&app.pool, player.id, app.now.get()).await?.map(Moment);
    let level = computers::level_of(&app.pool, player.id).await?;
    let page =
        PlayerPage { layout, player, is_guest, since, ratings, record, highlights, games, on_leave_until, level };
    Ok(Page::new(page).into_response())
}
