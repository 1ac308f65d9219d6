//! `/players/{name}`: a player as others see them, and all their games as a file.

use askama::Template;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};

use super::published::Published;
use super::store::{self, Profile};
use crate::accounts::PlayerName;
use crate::computers::Level;
use crate::library::{self, Highlights};
use crate::lists::{self, ListContext, ListOwner, Split};
use crate::platform::error::Error;
use crate::ratings::RatingLine;
use crate::web::page::{Layout, Page};
use crate::web::prose::Prose;
use crate::web::reading::Reading;
use crate::web::visitor::Visitor;
use crate::wording::{VariantNames, computers as words, ratings as rating_words};

/// The most games that are shown.
const MAX_GAMES: i64 = 100;
/// The most of them that are over: the search has all.
const MAX_FINISHED: usize = 20;

#[derive(Template)]
#[template(path = "players/show.html")]
struct PlayerPage {
    layout: Layout,
    profile: Profile,
    /// Their games, the running ones first.
    games: Split,
    /// Whether they have others.
    has_more: bool,
}

impl PlayerPage {
    /// What a computer says of itself.
    fn about(&self) -> Option<String> {
        self.profile.level.map(|level| words::about(level.number(), Level::BEST.number()))
    }

    /// What a player says of themselves.
    fn own_words(&self) -> Option<Prose> {
        self.profile.says.about.as_ref().map(|about| Prose::new(about.as_str()))
    }

    /// What stands over the ratings in games with computers: a computer has no others.
    fn against_computers(&self) -> &'static str {
        if self.profile.level.is_some() { rating_words::RATINGS } else { rating_words::AGAINST_COMPUTERS }
    }

    /// Whether the viewer can challenge them.
    fn can_be_challenged(&self) -> bool {
        !self.profile.is_guest && !self.is_of_viewer()
    }

    /// Whether the viewer can edit what is said here.
    fn is_own(&self) -> bool {
        !self.profile.is_guest && self.is_of_viewer()
    }

    fn is_of_viewer(&self) -> bool {
        self.layout.viewer.as_ref().is_some_and(|viewer| viewer.id == self.profile.player.id)
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
    let reader = ListContext { viewer: layout.viewer.as_ref().map(|viewer| viewer.id), now: app.now.get() };
    let profile = store::profile(&app.pool, &name, reader.viewer, reader.now).await?.ok_or(Error::NotFound)?;
    let player = profile.player.id;
    let owner = if reader.viewer == Some(player) { ListOwner::Viewer } else { ListOwner::Other };
    let lines = lists::of_player(&app.pool, player, reader, (MAX_GAMES, 0)).await?;
    let may_have_more = lines.len() as i64 >= MAX_GAMES;
    let mut games = Split::new(lines, owner);
    let has_more = may_have_more || games.finished.len() > MAX_FINISHED;
    games.finished.truncate(MAX_FINISHED);
    let page = PlayerPage { layout, profile, games, has_more };
    Ok(Page::new(page).into_response())
}
