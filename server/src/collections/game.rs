//! `/collections/{id}/games/{number}`: a game on the analysis board, with its tags, variations and comments; and as PGN.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::rules::position::Position;
use domain::rules::study::Study;
use domain::rules::variant::Variant;

use super::{page, store};
use crate::analysis::{self, Origin};
use crate::platform::error::Error;
use crate::state::App;
use crate::web::page::Layout;

/// `GET /collections/{id}/games/{number}`, and the same with `.pgn`
///
/// # Errors
/// There is no such game for the viewer, or the database fails.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    Path((id, number)): Path<(String, String)>,
) -> Result<Response, Error> {
    let collection = page::seen(&app, &layout, &id).await?;
    let (number, is_file) = match number.strip_suffix(".pgn") {
        Some(number) => (number, true),
        None => (number.as_str(), false),
    };
    // As it is written here: one address for each game.
    let number = number.parse::<i32>().ok().filter(|read| read.to_string() == number).ok_or(Error::NotFound)?;
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
    let origin = Origin { collection: collection.id.to_string(), number, games: Some(collection.games) };
    Ok(analysis::show_study(&app, layout, study, origin).await?)
}
