//! The server as others meet it: one program for all these tests, so that it is linked once.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod feeds;
mod ratings;
mod refusals;
mod settings;
mod startup;
mod story;
mod tags;
