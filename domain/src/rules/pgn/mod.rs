//! PGN, the text form of games: read in a stream from files of any size, and written.
//!
//! ```
//! use domain::rules::pgn::PgnReader;
//!
//! let text = r#"
//! [White "Ann"]
//! [Variant "Duck"]
//!
//! 1. e4@c6 e6@e2 {solid} 2. d4@d6 (2. Nf3@f6) Nf6@e2 *
//! "#;
//! let game = PgnReader::new(text.as_bytes()).next().unwrap().unwrap();
//! assert_eq!(game.tags.get("White"), Some("Ann"));
//! assert_eq!(game.line.turns.len(), 4);
//! assert!(game.to_string().contains("1. e4@c6 e6@e2 {solid} 2. d4@d6 (2. Nf3@f6) 2... Nf6@e2 *\n"));
//! ```

mod comment;
mod error;
mod game;
mod place;
mod read;
mod rest;
mod scan;
mod start;
mod tags;
mod tree;
mod write;

pub use error::{PgnError, PgnProblem};
pub use game::{PgnGame, PgnLine, PgnResult, PgnTurn};
pub use place::PgnPlace;
pub use read::PgnReader;
pub use tags::Tags;

use start::PgnStart;

/// What stands in the place of a turn that was missed.
const MISSED: &str = "--";
/// What stands in the first line of rounds for the seats that had their turns before it.
const BEFORE: &str = "..";
