//! An account is deleted: asked for, taken back, done.

mod form_error;
mod page;
mod steps;
mod store;

pub use page::{back, keep, show, submit};
pub use steps::{delete_due, run};
