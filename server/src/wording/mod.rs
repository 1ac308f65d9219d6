//! The words for what is decided elsewhere as data: one sentence for every code, one name for every key.
//!
//! Why something is not done is a value with a code, [`Explained`] by a sentence of this folder; forms take nothing else.
//! Words of what stands above this floor are functions of plain parameters, and are called where the value is defined. A
//! translation is another version of this folder and of the templates, and an interface for programs does without it.
//!
//! | of | look in |
//! |---|---|
//! | seats, sides, variants, time controls, actions, pieces | [`seats`], [`variants`], [`clocks`], [`actions`], [`pieces`] |
//! | what is said while a turn is made on a board, what its picture is called | [`board`], [`board_labels`] |
//! | turns: as they are said, and why one cannot be made | [`turns`] |
//! | texts that cannot be read | [`fens`], [`studies`] |
//! | refusals of games and of leave, and conditional turns | [`refusals`], [`leave`], [`conditional_turns`] |
//! | results, pictures of the rules | [`results`], [`rules`] |
//! | who plays whom, games in lists, and the search for games | [`players`], [`game_lists`], [`library`] |
//! | accounts, signing in, preferences, tags, ratings | [`accounts`], [`countries`], [`sign_in`], [`preferences`], [`tags`], [`ratings`] |
//! | challenges, and their refusals; computer players, the welcome game | [`challenges`], [`challenge_refusals`], [`computers`], [`welcome`] |
//! | a game's page, its forms and those of the analysis board | [`game_page`], [`game_forms`] |
//! | pages of errors; the help, and pages about the site | [`error_pages`]; [`help`] |
//! | what the computer says of games and positions, and whose turns are like its own | [`evaluations`], [`fair_play`] |
//! | what players did besides turns | [`log_entries`] |
//! | what is kept of a player, and its end | [`own_data`] |
//! | emails, feeds, puzzles, collections, studies of several players | [`emails`], [`feeds`], [`puzzles`], [`collections`], [`shared_studies`] |
//! | what players call what they make, and who may look at it | [`titles`], [`visibility`] |
//! | numbers, one and many, sentences with something to be filled in | [`plurals`], [`parts`] |

pub mod accounts;
mod actions;
pub mod board;
pub mod board_labels;
pub mod challenge_refusals;
pub mod challenges;
mod chess_turns;
mod clocks;
pub mod collections;
pub mod computers;
pub mod conditional_turns;
pub mod countries;
mod duchess_turns;
mod duck_turns;
pub mod emails;
pub mod error_pages;
pub mod evaluations;
mod explained;
pub mod explorer;
pub mod fair_play;
pub mod feeds;
mod fens;
pub mod game_forms;
pub mod game_lists;
pub mod game_page;
pub mod glyphs;
pub mod help;
pub mod leave;
pub mod library;
pub mod lists;
pub mod log_entries;
pub mod own_data;
pub mod parts;
pub mod pgn_tags;
mod pieces;
mod players;
mod plurals;
pub mod preferences;
pub mod puzzles;
pub mod ratings;
mod refusals;
mod results;
pub mod rules;
pub mod seats;
pub mod shared_studies;
pub mod sign_in;
mod studies;
pub mod tags;
pub mod titles;
mod turns;
mod variants;
pub mod visibility;
pub mod watch;
pub mod welcome;

#[cfg(test)]
pub mod codes_tests;
#[cfg(test)]
mod refusals_tests;
#[cfg(test)]
mod results_tests;
#[cfg(test)]
mod sentences_tests;

pub use actions::{ActionNames, unknown_action};
pub use clocks::{ClockNames, TimeControlWords, length};
pub use explained::{Explained, Explanation};
pub use fens::fen;
pub use leave::leave;
pub use lists::all_of;
pub use pieces::{duchess_piece, piece_of_letter, pieces_captured, pieces_on, titled, titled_as_mated};
pub use players::{players_line, sides};
pub use plurals::{number, plural};
pub use refusals::{comment, lines, refusal, wrong_turn};
pub use results::{result, result_of_player, result_sentence, score, who_won, your_result};
pub use seats::SeatNames;
pub use studies::{pgn_of_file, study};
pub use turns::{duchess_turn_alone, in_words, piece_move_alone, turn, turn_of_another};
pub use variants::VariantNames;
