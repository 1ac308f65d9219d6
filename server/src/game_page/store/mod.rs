//! What a game's page asks the database.

mod aftermath;
mod page_summary;

pub use aftermath::{Aftermath, Rematch, aftermath, rating_changes};
pub use page_summary::{PageDetails, PageViewer, Standing, page_summary};
