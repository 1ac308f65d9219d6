//! The Universal Chess Interface, without its input and output: a [`Session`] gets lines and says lines.
//!
//! The protocol is Stefan Meyer-Kahlen's of April 2006, with the extensions that programs for chess variants share:
//! `UCI_Variant`, and turns of the duck games as Fairy-Stockfish writes them (`e2e4,e4d6`). Whatever comes in, a session answers
//! with an `info string` that says what is wrong, and goes on.
//!
//! The protocol knows two sides. In Duchess `mate N` is half of all turns, as in games of two, and `wtime` is the clock of the first
//! seat, `btime` that of each other.
//!
//! | to know | look in |
//! |---|---|
//! | how lines are taken from a stream | [`input`] |
//! | how a line is read | `command` |
//! | what can be set | `options` |
//! | what is said of a search | `answer` |
//! | why something is refused | `refusal` |
//! | how much time a turn gets | `time` |
//! | what goes on beside the conversation | `thinking`, `mate`, `perft`, `puzzle`, `ticker` |
//! | what is done | `session` |

mod answer;
mod command;
pub mod input;
mod mate;
mod options;
mod perft;
mod puzzle;
mod refusal;
mod session;
mod thinking;
mod ticker;
mod time;

pub use session::{ReadTables, Session};
