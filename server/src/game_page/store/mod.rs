//! What a game's page asks the database.

mod aftermath;
mod glance;

pub use aftermath::{Aftermath, Rematch, aftermath};
pub use glance::{AtGame, PageViewer, glance};
