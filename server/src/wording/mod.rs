//! The words for what the rules and the games say as data: one sentence for every code, one name for every key.
//!
//! Everything here depends on `domain` alone, and nothing else writes sentences for what `domain` decides: a translation is
//! another version of this folder, and an interface for programs does without it.
//!
//! | of | look in |
//! |---|---|
//! | seats, sides, variants, time controls, actions, pieces | [`seats`], [`variants`], [`clocks`], [`actions`], [`pieces`] |
//! | what is said while a turn is made on a board | [`board`] |
//! | turns: as they are said, and why one cannot be made | [`turns`] |
//! | texts that cannot be read | [`fens`], [`studies`] |
//! | refusals of games and of leave, and the end of conditional turns | [`refusals`], [`leave`], [`conditional_turns`] |
//! | results | [`results`] |
//! | seats in challenges | [`challenges`] |
//! | what players did besides turns | [`log_entries`] |
//! | emails about games | [`emails`] |
//! | one and many | [`plurals`] |

mod actions;
pub mod board;
pub mod challenges;
mod clocks;
pub mod conditional_turns;
mod duchess_turns;
mod duck_turns;
pub mod emails;
mod fens;
pub mod kibitz;
mod leave;
mod lists;
pub mod log_entries;
mod pieces;
mod plurals;
mod refusals;
mod results;
mod seats;
mod studies;
mod turns;
mod variants;

#[cfg(test)]
mod codes_tests;
#[cfg(test)]
mod sentences_tests;

pub use actions::{ActionNames, unknown_action};
pub use clocks::{ClockNames, TimeControlWords};
pub use leave::leave;
pub use lists::all_of;
pub use pieces::{duchess_piece, piece_of_letter};
pub use plurals::plural;
pub use refusals::{comment, lines, refusal, wrong_turn};
pub use results::{result, who_won};
pub use seats::SeatNames;
pub use studies::study;
pub use turns::{in_words, piece_move, turn, turn_of_another};
pub use variants::VariantNames;
