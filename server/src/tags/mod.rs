//! Tags: a player's own labels on games, seen by nobody else. The pages are those of games: `game_page/tagging.rs` puts
//! them on, `lists/mine.rs` finds games by them.

mod store;
mod tag;

pub use crate::tags::store::{of_player, replace};
pub use crate::tags::tag::{Tag, TagKey, read_tags, written};
