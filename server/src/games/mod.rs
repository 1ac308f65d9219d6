//! Games in the database: the write side, the games that are remembered, and what the server does by itself. Their pages are
//! in `game_page` and `lists`.

mod archive;
mod consequences;
mod drawn;
pub mod examples;
mod failing;
mod game_id;
mod inspection;
pub mod live;
mod outages;
mod page_views;
mod pending_leave;
mod remembered;
pub mod store;
pub mod sweeper;
pub mod visible;

pub use consequences::{Change, Consequences};
pub use drawn::Example;
pub use game_id::GameId;
pub use inspection::{Contents, contents, damaged};
pub use page_views::{LastPageView, last_page_view, record_page_view};
pub use pending_leave::add_pending_leave;
pub use remembered::RememberedGames;
pub(crate) use store::countdown_columns;
pub use store::{
    CountdownColumns, Decided, Games, Kibitz, KibitzLimits, KibitzRefusal, StoredGame, add_kibitz,
    announce_changed_extras, count_kibitzes, deadline_with_leave, kibitzes, load, load_within,
};
pub use sweeper::record_leave_of;
