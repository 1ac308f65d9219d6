//! The Mallard server: accounts, challenges, games, pages, and the database below them.
//!
//! `app::router` is the table of contents: every path of the site, and what all requests go through.

pub mod accounts;
mod analysis;
pub mod app;
mod assets;
mod body;
pub mod book;
pub mod by_hand;
pub mod challenges;
pub mod chance;
pub mod config;
pub mod database;
mod error;
mod feeds;
mod form;
pub mod games;
mod health;
mod home;
mod leave;
mod live;
pub mod mail;
mod moment;
pub mod now;
mod page;
mod players;
mod prose;
mod queue;
pub mod ratings;
mod rules;
pub mod run;
pub mod settings;
mod tags;
mod times;
mod visitor;
mod wording;

pub use database::MIGRATOR;

/// A page is put together from thousands of short texts, on whichever thread is free; that alone makes pages a fifth faster.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
