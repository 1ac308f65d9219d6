//! Tables of the endings of Duck Chess: for each position how it ends with best play, and in how many turns.
//!
//! A position has two kings, one or two other men, the duck and a seat to move. Tables are made by retrograde analysis; only what a
//! piece move is worth before its duck is moved is stored, which one look at all piece moves turns into what a position is worth.
//! The duck that a turn finds on the board matters twice: it stands in the way of piece moves, and the turn must not leave it
//! where it is. The second is the *exception square* of H. G. Muller.
//!
//! | to know | look in |
//! |---|---|
//! | which men, and the numbers of positions | `ending`, `symmetry` |
//! | what is known of a piece move, and of a position | `entry`, `verdict` |
//! | how tables are made, what is counted, and whether they are right | `builder`, `statistics`, `check` |
//! | how a position is looked up | `ask` |
//! | how they are stored, and which are part of the program | `file`, `shipped` |

mod ask;
mod builder;
mod check;
mod ending;
mod entry;
mod file;
mod shipped;
mod statistics;
mod symmetry;
mod table;
mod verdict;

pub use ask::Known;
pub use builder::{BuildError, build};
pub use check::{Checked, check};
pub use ending::{Ending, MOST_MEN, NoEnding};
pub use file::TableError;
pub use shipped::shipped;
pub use statistics::{Counts, Statistics};
pub use table::{Table, Tables};
pub use verdict::Verdict;
