//! `/collections`: games that were played elsewhere, brought along as PGN, and looked at here as those of this site are.
//!
//! A file is streamed into the database in pieces (`upload.rs`), and waits there. A loop on every server reads it ([`QUEUE`]): a part of some
//! hundred games in one transaction, with the place at which the next part begins. So whatever dies, nothing is lost, nothing comes
//! twice, and any server goes on.
//!
//! A private collection does not exist for anybody but its owner: whoever asks for it or for anything in it is answered as if it were
//! not there, and no list, search or count of the site looks into these tables: but for the explorer, where a viewer may look at a collection. All of it is read from the primary, so that what was
//! made private is so at once.

mod atom;
mod backlog;
mod collection;
mod delete;
mod download;
mod edit;
mod error;
mod filter;
mod found;
mod game;
mod import;
mod import_store;
mod key_store;
mod keys;
mod list;
mod live;
mod page;
mod part;
mod row;
mod search;
mod store;
mod upload;
mod upload_store;

use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use jiff::SignedDuration;
use tokio_util::sync::CancellationToken;

pub use collection::CollectionId;
pub use store::{rename_in_copies, unpublish};

use crate::platform::database::Pool;
use crate::platform::database::listen::Hub;
use crate::platform::now::Now;
use crate::platform::queue::{self, Pace, Queue};
use crate::state::App;
use crate::web::body;

/// The most bytes of a file.
const MAX_FILE_BYTES: u64 = 50 * 1024 * 1024;
/// Collections of one player.
const MAX_COLLECTIONS: i64 = 50;
/// Files of one player that are on their way or wait.
const MAX_WAITING: i64 = 3;
/// Bytes of all files of one player's collections.
const MAX_BYTES_OF_PLAYER: i64 = 500 * 1024 * 1024;
/// Errors that are kept of a file, and shown to its owner; one more says that the collection is full.
const MAX_ERRORS: i32 = 200;
/// Games of a collection.
const MAX_GAMES: i32 = 250_000;

/// The files that wait to be read: each part by one server, once.
pub static QUEUE: Queue = Queue {
    description: "parts of files read into collections",
    every: Duration::from_secs(1),
    pace: Pace::Full,
    work: |pool, leaving_out| Box::pin(import::read_next(pool, leaving_out)),
};

/// The games that were taken by a release that knew nothing of positions: a few at a time.
pub static BACKLOG: Queue = Queue {
    description: "parts of collections whose positions were written",
    every: Duration::from_secs(10),
    pace: Pace::Yielding,
    work: |pool, _| Box::pin(backlog::write_next(pool)),
};

/// How often files are looked for whose sender was cut off together with the server.
const LOOKED_FOR_EVERY: Duration = Duration::from_secs(600);
/// How long one is waited for: longer than sending it may take.
const UPLOAD_GIVEN_UP: SignedDuration = SignedDuration::from_hours(2);

/// Forgets files that did not arrive, until the server stops.
pub async fn run(pool: Pool, hub: Hub, now: Now, stop: CancellationToken) {
    let forget = async || forget_unfinished(&pool, &now).await;
    queue::every(LOOKED_FOR_EVERY, stop, &hub, "files forgotten that did not arrive", forget).await;
}

/// Forgets files that did not arrive, and says how many there were.
///
/// # Errors
/// The database fails.
pub async fn forget_unfinished(pool: &Pool, now: &Now) -> anyhow::Result<usize> {
    upload_store::forget_unfinished(pool, now.get() - UPLOAD_GIVEN_UP).await
}

/// The pages of this feature.
pub fn router() -> Router<App> {
    let uploads = Router::new()
        .route("/collections", post(upload::create))
        .route("/collections/{id}/imports", get(edit::back).post(upload::add))
        .layer(DefaultBodyLimit::max(body::MAX_UPLOAD_BYTES));
    Router::new()
        .route("/collections", get(list::mine))
        .route("/collections/public", get(list::public))
        .route("/collections/{id}", get(page::show).post(edit::submit))
        .route("/collections/{id}/delete", get(delete::ask).post(delete::delete))
        .route("/collections/{id}/imports/{number}/dismiss", get(edit::back_from_file).post(edit::dismiss))
        .route("/collections/{id}/live", get(live::live))
        .route("/collections/{id}/games/delete", get(delete::ask_found).post(delete::delete_found))
        .route("/collections/{id}/games/{number}", get(game::show))
        .route("/collections/{id}/games/{number}/delete", get(delete::ask_game).post(delete::delete_game))
        .merge(uploads)
}
