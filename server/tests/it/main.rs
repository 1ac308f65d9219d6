//! The server as others meet it: one program for all these tests, so that it is linked once.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod accounts;
mod at_once;
mod challenges;
mod clocks;
mod crash;
mod door;
mod downloads;
mod draws;
mod hostile;
mod lists;
mod live;
mod log;
mod pages;
mod refusals;
mod startup;
mod story;
