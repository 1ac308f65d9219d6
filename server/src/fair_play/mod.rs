//! Fair play: how often players chose the turns that an engine would choose in their rated games, and how much their turns lost,
//! beside what players of that rating do. For whoever runs the site, by `mallard fair-play NAME`; no page tells of it.
//!
//! Workers look at finished games while nobody waits for an engine: the last game first, each once, position by position, as an
//! analysis does ([`queue_games`], [`examine`]). So the figures are there before anybody asks.
//!
//! | to know | look in |
//! |---|---|
//! | which turns say something | `counting` |
//! | what is kept of a player's turns | `choices` |
//! | which game is the next, and what is written of it | `store` |
//! | the work on a game | `work` |
//! | what others do, and whether that is enough to compare with | `peers` |
//! | what the command prints | `report`, `standing` |

mod choices;
mod counting;
mod peers;
mod report;
mod standing;
mod store;
mod work;

pub use report::report;
pub use store::{give_up, queue_games};
pub use work::examine;
