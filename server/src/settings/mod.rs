//! Settings: what players have chosen for themselves.

mod preferences;

pub use preferences::{DateForm, Letters, Preferences};
