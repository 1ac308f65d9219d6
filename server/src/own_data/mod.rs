//! What the site keeps of a player, as their own: all of it as an archive to take home, and an end to it.
//!
//! | | |
//! |---|---|
//! | [`kept`] | every table, and what becomes of what it has of a player: read by the code below, and by a test of the schema |
//! | `archive` | `/settings/archive`: a ZIP file that is written while it is sent |
//! | `delete` | `/settings/delete`: an account is deleted a fortnight after its player has asked for it |

mod archive;
mod delete;
pub mod kept;

use axum::Router;
use axum::routing::get;

pub use delete::{delete_due, run};

use crate::state::App;

/// The pages of this feature.
pub fn router() -> Router<App> {
    Router::new()
        .route("/settings/archive", get(archive::show).post(archive::submit))
        .route("/settings/delete", get(delete::show).post(delete::submit))
        .route("/settings/delete/keep", get(delete::back).post(delete::keep))
}
