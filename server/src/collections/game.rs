//! `/collections/{id}/games/{number}`: a game on the analysis board, with its tags, variations and comments; and as PGN.

use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::rules::position::Position;
use domain::rules::study::Study;
use domain::rules::variant::Variant;

use super::collection::Collection;
use super::filter::{CollectionFilter, Order};
use super::{page, search, store};
use crate::analysis::{self, Origin, Way};
use crate::library::Asked;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::page::Layout;

/// The number of a game as it is written here: one address for each game.
pub fn read_number(text: &str) -> Option<i32> {
    text.parse::<i32>().ok().filter(|number| number.to_string() == text)
}

/// How a game was come to: where it stands among those that are searched for; among all, if it is none of them, or nothing is searched for.
async fn way(app: &App, collection: &Collection, number: i32, asked: Asked) -> anyhow::Result<Way> {
    let asked = asked.of_collection().from_first();
    let search = asked.query(&[]);
    if let Ok(filter) = CollectionFilter::read(&asked)
        && (filter.leaves_games_out() || filter.order != Order::Imported)
    {
        match search::among(&app.pool, &collection.id, &filter, number).await? {
            Some(None) => {}
            Some(among) => return Ok(Way { among, search, is_own: false }),
            // It takes too long.
            None => return Ok(Way { among: None, search, is_own: false }),
        }
    }
    let among = store::among_all(&app.pool, &collection.id, number).await?;
    Ok(Way { among, search: String::new(), is_own: false })
}

/// `GET /collections/{id}/games/{number}`, with the query of a search that found it, and the same with `.pgn`
///
/// # Errors
/// There is no such game for the viewer, or the database fails.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    Path((id, number)): Path<(String, String)>,
    Query(asked): Query<Asked>,
) -> Result<Response, Error> {
    let collection = page::seen(&app, &layout, &id).await?;
    let (number, is_file) = match number.strip_suffix(".pgn") {
        Some(number) => (number, true),
        None => (number.as_str(), false),
    };
    let number = read_number(number).ok_or(Error::NotFound)?;
    let pgn = store::game(&app.pool, &collection.id, number).await?.ok_or(Error::NotFound)?;
    if is_file {
        let headers = [
            (header::CONTENT_TYPE, "application/vnd.chess-pgn; charset=utf-8".to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"mallard-{id}-{number}.pgn\"")),
            (header::CACHE_CONTROL, "private, no-cache".to_owned()),
            ("x-robots-tag".parse()?, "noindex".to_owned()),
        ];
        return Ok((headers, pgn).into_response());
    }
    let study = Study::read(&pgn, &Position::start(Variant::Duck));
    // Neither the address of the collection nor what its owner wrote is for the log.
    let study = study.map_err(|_| anyhow::anyhow!("game {number} of a collection cannot be read"))?;
    let way = way(&app, &collection, number, asked).await?;
    let way = Way { is_own: collection.is_of(layout.viewer_id()), ..way };
    let origin = Origin { collection: collection.id.to_string(), number, way };
    Ok(analysis::show_study(&app, layout, study, origin).await?)
}
