//! The Mallard server: accounts, challenges, games, pages, and the database below them.

pub mod config;
pub mod database;
pub mod run;
