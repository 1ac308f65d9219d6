//! `/analysis`: a board for trying out turns of all sides, with variations and notes: of a game, a position or anything
//! pasted. It is open to everyone, and saved for players who are signed in. Those can ask the computer, too (`evaluation.rs`).
//!
//! The board's state is in the page's form: each step sends the form, and is answered with the page after the step. A
//! notebook (`notebook.rs`) or a chapter of a study (`chapter.rs`) saves it as well.

mod address;
mod board_state;
mod chapter;
mod evaluation;
mod form;
mod form_error;
mod judged_line;
mod notebook;
mod origin;
mod page;
mod question;
mod rebase;
mod removal;
mod saving;
mod show;
mod step;
mod to_game;
mod tree;

pub use crate::analysis::address::of_start as address_of;
pub use crate::analysis::chapter::{
    Chapter, ChapterColumns, ChapterId, chapter_topic, load as load_chapter, lock as lock_study, note_change,
    study_path, study_topic,
};
pub use crate::analysis::form::{BoardForStudy, seat_of};
pub use crate::analysis::notebook::rename_in_boards;
pub use crate::analysis::origin::{Among, Origin, Way};
pub use crate::analysis::saving::stored_seat;
pub use crate::analysis::show::{show_chapter, show_study};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;

use crate::state::App;
use crate::web::body;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route(step::PATH, get(show::show).post(step::step))
        .route(evaluation::PATH, get(evaluation::show))
        .layer(DefaultBodyLimit::max(body::MAX_LARGE_BODY_BYTES))
}
