//! A game as drawings: the board at a ply, and how it came there.

use domain::game::Game;
use domain::ply::Ply;
use domain::seat::Seat;

use super::drawing::Drawing;
use super::film::Still;
use crate::games::board::BoardView;

/// The most turns that a film shows, the last ones: more are not looked at, and would take seconds to draw.
const MOST_TURNS: u32 = 600;
/// How long the first position, a moved piece, a moved duck and the last position are seen, in hundredths of a second.
const FIRST_CS: u16 = 120;
const PIECE_CS: u16 = 60;
const DUCK_CS: u16 = 110;
const LAST_CS: u16 = 400;

/// The board at a ply, which the game has come to; none of a round board yet.
pub fn board(game: &Game, ply: Ply, seen_from: Seat) -> Option<Drawing> {
    drawing(&BoardView::at(game, ply, seen_from))
}

fn drawing(board: &BoardView) -> Option<Drawing> {
    match board {
        BoardView::Square(board) => Some(Drawing::from(board)),
        BoardView::Round(_) => None,
    }
}

/// The game up to a ply: of each turn first the piece, then the duck.
pub fn film(game: &Game, until: Ply, seen_from: Seat) -> Vec<Still> {
    let from = Ply(until.0.saturating_sub(MOST_TURNS));
    let still = |drawing: Option<Drawing>, shown_cs| drawing.map(|drawing| Still { drawing, shown_cs });
    let mut stills: Vec<_> = still(board(game, from, seen_from), FIRST_CS).into_iter().collect();
    for ply in (from.0..until.0).map(Ply) {
        let before = game.position_at(ply).zip(game.turn_before(ply.next()));
        let half = before.and_then(|(position, made)| BoardView::half_way(position, made.turn, seen_from));
        stills.extend(still(half.as_ref().and_then(drawing), PIECE_CS));
        stills.extend(still(board(game, ply.next(), seen_from), DUCK_CS));
    }
    if let Some(last) = stills.last_mut() {
        last.shown_cs = LAST_CS;
    }
    stills
}
