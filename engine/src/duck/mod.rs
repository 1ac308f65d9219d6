//! How Duck Chess and Three-Check Duck Chess are searched.
//!
//! A turn is two halves, a piece move and a duck, and a position has hundreds of turns. But a duck does little: it stands in
//! the way of something, or it does not. So the search goes by halves. After a piece move it tries one duck. The turn that
//! answers it best answers every other duck as well, unless that duck stands in its way or on the very square where its own
//! duck goes. Only those few squares can be better, and are tried next; each new answer leaves fewer of them. Where checks are
//! counted a duck can also be better by letting one through, or by not doing so. Nothing is missed by this, but by the bound of `half`
//! on how many ducks are tried.
//!
//! | to know | look in |
//! |---|---|
//! | which ducks save a king or stand in a move's way | `ducks` |
//! | how good a position is, with the search stopped there | [`evaluate`], [`Weights`] |
//! | in which order moves are tried | `order` |
//! | the search itself | `search`, `half`, `quiet`, and `worker` at the root |
//! | what the search leaves out | `pruning` |
//! | what tables know | `endings` |
//! | how turns are packed | `packed` |

mod by_hand;
mod ducks;
mod endings;
mod evaluate;
mod half;
mod order;
mod packed;
mod pruning;
mod quiet;
mod search;
mod weights;
mod worker;

pub use evaluate::{evaluate, weigh, weights};
pub use weights::{Phased, Weights};
pub(crate) use worker::DuckWorker;
