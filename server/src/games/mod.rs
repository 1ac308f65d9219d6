//! Games in the database: the write side, the games that are remembered, and what the server does by itself. Their pages are
//! in [`game_page`](crate::game_page) and [`lists`](crate::lists).

pub mod company;
mod consequences;
mod drawn;
pub mod examples;
mod game_id;
mod leave_words;
pub mod live;
mod looked;
mod remembered;
pub mod store;
pub mod sweeper;
pub mod visible;

pub use company::{company, sides};
pub use consequences::{Change, Consequences};
pub use drawn::Example;
pub use game_id::GameId;
pub use leave_words::leave_word;
pub use looked::{LastLook, last_look, looked};
pub use remembered::RememberedGames;
pub use store::{
    CountdownColumns, Decided, Games, Kibitz, StoredGame, add_kibitz, deadline_with_leave, kibitzes, load, load_within,
    more_beside,
};
pub use sweeper::tell_games_of;
