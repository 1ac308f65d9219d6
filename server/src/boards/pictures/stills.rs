//! A game as drawings: the board at a ply, and how it came there.

use domain::correspondence::game::Game;
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;

use super::drawing::{Drawing, Scene, Stage};
use super::film::Still;
use super::round_drawing;
use crate::boards::BoardView;

/// The most turns that a film shows, the last ones: more are not looked at, and would take seconds to draw.
const MAX_TURNS: u32 = 600;
/// In longer films pieces of Duchess are at once where they go: files would be too large.
const MAX_TURNS_TO_GLIDE: u32 = 180;
/// How long the first position, a moved piece, a moved duck, a step of a moving piece and the last position are shown,
/// in hundredths of a second.
const FIRST_CS: u16 = 120;
const PIECE_CS: u16 = 60;
const DUCK_CS: u16 = 110;
const ON_ITS_WAY_CS: u16 = 6;
const LAST_CS: u16 = 400;

/// The board at a ply, which the game has come to.
pub fn board(game: &Game, ply: Ply, seen_from: Seat) -> Drawing {
    Drawing::from(&BoardView::at(game, ply, seen_from))
}

/// The game up to a ply: for each turn first the piece, then the duck; for Duchess the steps of the moving piece.
pub fn film(game: &Game, until: Ply, seen_from: Seat) -> (Stage, Vec<Still>) {
    let from = Ply(until.0.saturating_sub(MAX_TURNS));
    let first = BoardView::at(game, from, seen_from);
    let still = |shown_cs| move |scene| Still { scene, shown_cs };
    let mut stills = vec![still(FIRST_CS)(Scene::from(&first))];
    let stage = Stage::from(&first);
    let glides = until.0 - from.0 <= MAX_TURNS_TO_GLIDE;
    let mut before = first;
    for ply in (from.0..until.0).map(Ply) {
        let now = BoardView::at(game, ply.next(), seen_from);
        match (&before, &now) {
            (BoardView::Round(before), BoardView::Round(now)) if glides => {
                stills.extend(round_drawing::glide(before, now).into_iter().map(still(ON_ITS_WAY_CS)));
            }
            _ => {
                let turn = game.position_at(ply).zip(game.turn_before(ply.next()));
                let half = turn.and_then(|(position, made)| BoardView::half_way(position, made.turn, seen_from));
                stills.extend(half.as_ref().map(Scene::from).map(still(PIECE_CS)));
            }
        }
        stills.push(still(DUCK_CS)(Scene::from(&now)));
        before = now;
    }
    if let Some(last) = stills.last_mut() {
        last.shown_cs = LAST_CS;
    }
    (stage, stills)
}
