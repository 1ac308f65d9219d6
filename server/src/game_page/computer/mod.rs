//! The tab *Computer* of a finished game: what the computer says of its turns. Whoever is signed in may ask; everybody sees
//! the answer, but for positions that are held back from who plays them now.

mod evals;
mod panel;

pub use evals::add as add_evaluations;
pub use panel::ComputerPanel;
