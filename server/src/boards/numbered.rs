//! The number of a turn as records write it.

use domain::correspondence::game::Game;
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;

/// A turn with its number, as it is said in a sentence: `7. Ba4@e7`, `7... Qxd4@d2`.
pub fn numbered(game: &Game, ply: Ply) -> Option<String> {
    let turn = game.turn_before(ply)?;
    let before = game.position_at(ply.previous()?)?;
    let dots = if turn.seat == Seat::FIRST { "." } else { "..." };
    Some(format!("{}{dots} {}", before.fullmove_number(), turn.text))
}
