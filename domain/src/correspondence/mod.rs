//! A game by correspondence: over weeks, with clocks, leave, conditional turns, offers and messages.
//!
//! It stands on the [`rules`](crate::rules) and knows positions by [`Position`](crate::rules::position::Position) alone, of
//! whatever rule system they are.
//!
//! | to know | look in |
//! |---|---|
//! | what a game starts from | [`setup`] |
//! | how it goes | [`game`], with [`action`], [`event`] and [`refusal`] as its vocabularies |
//! | how it ends | [`result`]: by the rules, or by what players and clocks do |
//! | what players do together | [`offers`] of a draw, [`resignation`] of a side |
//! | what players write to each other, and how much | [`comment`], [`limits`] |
//! | who may know of what happens | [`audience`] |
//! | how long a seat may think, and when it need not | [`time_control`], [`clock`], [`leave`] |
//! | how the time runs out, for lists that do not fold the log | [`countdown`] |
//! | what is replied while its player is away | [`conditional`] |

pub mod action;
pub mod audience;
pub mod clock;
pub mod comment;
pub mod conditional;
pub mod countdown;
pub mod event;
pub mod game;
pub mod leave;
pub mod limits;
pub mod offers;
pub mod outage;
pub mod refusal;
pub mod resignation;
pub mod result;
pub mod setup;
pub mod time_control;
