//! The server as others meet it: one program for all these tests, so that it is linked once.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod accounts;
mod admin_links;
mod analysis;
mod at_once;
mod book;
mod challenges;
mod clocks;
mod company;
mod conditionals;
mod door;
mod downloads;
mod draws;
mod duchess;
mod email;
mod faults;
mod feeds;
mod hostile;
mod leave;
mod lists;
mod live;
mod lobby;
mod log;
mod looks;
mod pages;
mod panel;
mod pictures;
mod queries;
mod ratings;
mod refusals;
mod release;
mod remembered;
mod settings;
mod startup;
mod story;
mod tags;
