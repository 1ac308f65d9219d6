//! The Mallard server: accounts, challenges, games, pages, and the database below them.
//!
//! [`routes`] is the table of contents: every path of the site. The modules stand on floors, each of which uses only those
//! below it; `tests/floors` says which, and fails on an import that goes up.

pub mod account_links;
pub mod accounts;
pub mod admin;
mod analysis;
mod boards;
pub mod challenges;
pub mod collections;
pub mod computers;
pub mod consequences;
pub mod email;
pub mod engines;
pub mod evaluation;
pub mod explorer;
pub mod fair_play;
mod feeds;
mod game_page;
pub mod games;
mod health;
mod help;
mod home;
pub mod jobs;
mod leave;
pub mod library;
mod lists;
pub mod outbox;
pub mod own_data;
pub mod platform;
mod players;
pub mod preferences;
pub mod puzzles;
pub mod ratings;
pub mod routes;
mod rules;
pub mod run;
mod settings;
mod sign_in;
pub mod state;
mod studies;
mod tags;
mod topics;
pub mod watch;
mod web;
mod welcome;
mod wording;
pub mod worker;

pub use platform::database::MIGRATOR;

/// A page is put together from thousands of short texts, on whichever thread is free; that alone makes pages a fifth faster.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
