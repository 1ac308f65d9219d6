//! `/games.pgn` and `/players/{name}.pgn`: all that is found as one file, written while it is sent: of a million games no more than
//! a few are in memory. Nothing is held meanwhile: each part is asked for on a connection of its own.

use std::collections::HashMap;

use anyhow::bail;
use axum::body::Bytes;
use axum::extract::Query;
use axum::response::Response;
use domain::rules::seat::Seat;
use futures_util::stream;

use super::asked::Asked;
use super::filter::GameFilter;
use super::page_key::PageKey;
use super::search::{SearchResult, search};
use super::show;
use crate::accounts::PlayerName;
use crate::game_page;
use crate::games::{self, StoredGame};
use crate::platform::error::Error;
use crate::ratings::{self, Change};
use crate::state::App;
use crate::web::download::{DownloadPermit, pgn_file};
use crate::web::page::Layout;
use crate::web::reading::Reading;
use crate::web::visitor::Visitor;

/// How many games are read at once: some 100 kB of PGN.
const A_PART: usize = 100;

/// `GET /games.pgn`, with the same query as `/games`.
///
/// # Errors
/// The visitor has too many downloads, or the database fails.
pub async fn found_games(
    Reading(app): Reading,
    layout: Layout,
    visitor: Visitor,
    Query(asked): Query<Asked>,
) -> Result<Response, Error> {
    let asked = asked.of_site();
    match GameFilter::read(&asked, layout.viewer_id(), &app.pool).await? {
        Ok(filter) => download(app, visitor, filter, "mallard-games.pgn"),
        Err(problems) => Ok(show::refused(&app.pool, layout, asked, problems).await?),
    }
}

/// All games of a player.
///
/// # Errors
/// There is no such player, the visitor has too many downloads, or the database fails.
pub async fn games_of_player(app: App, visitor: Visitor, name: &str) -> Result<Response, Error> {
    let name = name.parse::<PlayerName>().map_err(|_| Error::NotFound)?;
    let name = name.as_str();
    let filter = GameFilter::read(&Asked::of_player(name), None, &app.pool).await?.map_err(|_| Error::NotFound)?;
    download(app, visitor, filter, &format!("mallard-{name}.pgn"))
}

fn download(app: App, visitor: Visitor, filter: GameFilter, file: &str) -> Result<Response, Error> {
    let permit = DownloadPermit::take(&app, visitor)?;
    let download = Download { app, filter, after: None, is_over: false, permit };
    Ok(pgn_file(file, stream::try_unfold(download, Download::part)))
}

/// A file that is being written.
struct Download {
    app: App,
    filter: GameFilter,
    /// The last game that was written.
    after: Option<PageKey>,
    is_over: bool,
    permit: DownloadPermit,
}

impl Download {
    /// The next part, and what comes after it; `None` at the end. Whoever reads a file that is broken off is told so by HTTP.
    async fn part(self) -> anyhow::Result<Option<(Bytes, Self)>> {
        if self.is_over {
            return Ok(None);
        }
        self.permit.pace().await?;
        let pool = &self.app.pool;
        let SearchResult::Found(hits) =
            search(pool, &self.app.block_cache, &self.filter, self.after.as_ref(), A_PART).await?
        else {
            bail!("the search takes too long");
        };
        let Some(last) = hits.last() else { return Ok(None) };
        let ids: Vec<String> = hits.iter().map(|hit| hit.key.game.to_string()).collect();
        let stored = games::load_several(pool, &ids).await?;
        let mut stored: HashMap<_, _> = stored.into_iter().map(|game| (game.id.to_string(), game)).collect();
        let changes = ratings::changes_in(pool, &ids).await?;
        let mut text = String::new();
        for id in ids {
            if let Some(game) = stored.remove(&id) {
                text += &written(&game, changes.get(&id).map_or(&[], Vec::as_slice), &self.app.public_url);
                text.push('\n');
            }
        }
        let (is_over, after) = (hits.len() < A_PART, Some(last.key.clone()));
        Ok(Some((text.into(), Self { is_over, after, ..self })))
    }
}

/// A game as everybody may take it home: without messages.
fn written(game: &StoredGame, changes: &[(Seat, Change)], public_url: &str) -> String {
    game_page::pgn(game, game.game.ply(), None, changes, public_url).to_string()
}
