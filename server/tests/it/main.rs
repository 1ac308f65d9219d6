//! The server as others meet it: one program for all these tests, so that it is linked once.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod at_once;
mod door;
mod draws;
mod refusals;
mod startup;
mod story;
