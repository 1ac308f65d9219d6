//! Games in the database: the write side, the games that are remembered, and what the server does by itself. Their pages are
//! in `game_page` and `lists`.

mod archive;
mod audience;
pub mod examples;
mod failing;
mod game_id;
mod inspection;
mod outages;
mod page_views;
mod render_cache;
pub mod store;
pub mod sweeper;
pub mod visible;

pub use audience::Audience;
pub use game_id::GameId;
pub use inspection::{Contents, contents, damaged};
pub use page_views::{LastPageView, last_page_view, record_page_view};
pub use render_cache::Example;
pub(crate) use store::countdown_columns;
pub use store::{
    Change, Consequences, CountdownColumns, Decided, Games, Kibitz, KibitzLimits, KibitzRefusal, RememberedGames,
    StoredGame, add_kibitz, add_pending_leave, announce_changed_extras, count_kibitzes, deadline_with_leave,
    delete_kibitz, delete_words, games_of, hand_over, kibitzes, live, load, load_several, load_within, lock_game,
    note_new_name,
};
pub use sweeper::record_leave_of;
