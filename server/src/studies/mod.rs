//! `/studies`: chapters on the analysis board, with notes, that several players may edit.
//!
//! A study belongs to its owner, who says who may see it and invites editors. Its chapters are boards of `analysis`, which saves them: here
//! is what is around them, and who may do what.
//!
//! A private study does not exist for anybody but its owner, its editors and those who are invited: whoever else asks for it or for
//! anything in it is answered as if it were not there. All of it is read from the primary, so that a right that was taken away is gone
//! at once: but a stream that is open goes on to say that something was changed, never what, until its page opens another.

mod add;
mod chapter_store;
mod chapters;
mod download;
mod edit;
mod editor_store;
mod editors;
mod error;
mod exported;
mod from_board;
mod list;
mod live;
mod new_chapter;
mod page;
mod store;
mod study;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;

pub use editor_store::{count_invitations, hand_on};
pub use exported::exported;
pub use store::unpublish;

use crate::analysis::BoardForStudy;
use crate::state::App;
use crate::web::body;

/// Studies of one player, those that they only edit not counted.
const MAX_STUDIES: i64 = 50;
/// Chapters of a study.
const MAX_CHAPTERS: i64 = 64;
/// Editors of a study beside its owner, with those who are invited.
const MAX_EDITORS: i64 = 20;

/// The pages of this feature.
pub fn router() -> Router<App> {
    let pasted = Router::new()
        .route("/studies", get(list::mine).post(list::create))
        .route(BoardForStudy::PAGE, get(from_board::show).post(from_board::submit))
        .route("/studies/{id}/chapters", get(add::back).post(add::submit))
        .layer(DefaultBodyLimit::max(body::MAX_LARGE_BODY_BYTES));
    Router::new()
        .route("/studies/public", get(list::public))
        .route("/studies/{id}", get(page::show).post(edit::submit))
        .route("/studies/{id}/delete", get(edit::ask).post(edit::delete))
        .route("/studies/{id}/editors", get(editors::back).post(editors::submit))
        .route("/studies/{id}/chapters/{number}", get(chapters::show).post(chapters::submit))
        .route("/studies/{id}/chapters/{number}/delete", get(chapters::ask).post(chapters::delete))
        .merge(pasted)
}

/// What open pages of studies listen to.
pub fn streams() -> Router<App> {
    Router::new()
        .route("/studies/{id}/live", get(live::of_study))
        .route("/studies/{id}/chapters/{number}/live", get(live::of_chapter))
}
