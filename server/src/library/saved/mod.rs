//! Saved searches: a query of games of this site or of a collection, under a name of its player's own, seen by nobody else. Opened again it is a search like any other: nothing of
//! what it found is kept.

mod name;
mod page;
mod part;
mod save_error;
mod store;

pub use name::SearchName;
pub use page::{back, list, manage, save};
pub use part::SavedSearches;
pub use store::{SearchPlace, remove_searches_for};

/// Searches of one player.
pub const MAX_SEARCHES: usize = 50;
/// The longest query: that of all fields as somebody fills them in.
pub const MAX_QUERY_BYTES: usize = 2000;
