//! Duchess: how it is searched, and how a position is judged.
//!
//! | to know | look in |
//! |---|---|
//! | who plays for whom in a search | `teams` |
//! | the search, and what it leaves out | `search`, `pruning`, `quiescence` |
//! | which turns are looked at first | `order` |
//! | what a position is worth | `evaluate`, `weights` |
//! | how far squares are from each other | `distance` |

mod distance;
mod evaluate;
mod order;
mod pruning;
mod quiescence;
mod search;
mod teams;
mod weights;

pub use evaluate::{evaluate, evaluate_for};
pub(crate) use search::Search;
