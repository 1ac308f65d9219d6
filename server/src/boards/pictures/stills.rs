//! A game as drawings: the board at a ply, and how it came there.

use domain::correspondence::game::Game;
use domain::rules::ply::Ply;
use domain::rules::seat::Seat;

use super::drawing::{Drawing, Scene, Stage};
use super::film::Still;
use super::round_drawing;
use crate::boards::BoardView;

/// The most turns that an animation shows, the last ones: nobody watches for longer.
pub const MAX_TURNS: u32 = 200;
/// In longer animations the pieces of Duchess jump to where they go: the files would be too large.
const MAX_TURNS_TO_GLIDE: u32 = 120;
/// Animations with more turns than this run faster, so that they take no longer.
const TURNS_AT_EASE: u32 = 60;
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
    let turns = until.0 - from.0;
    // No browser shows a frame for less than two hundredths of a second.
    let in_haste = |cs: u16| (u32::from(cs) * TURNS_AT_EASE / turns.max(TURNS_AT_EASE)).max(2) as u16;
    let still = |shown_cs| move |scene| Still { scene, shown_cs };
    let mut stills = vec![still(FIRST_CS)(Scene::from(&first))];
    let stage = Stage::from(&first);
    let glides = turns <= MAX_TURNS_TO_GLIDE;
    let mut before = first;
    for ply in (from.0..until.0).map(Ply) {
        let now = BoardView::at(game, ply.next(), seen_from);
        match (&before, &now) {
            (BoardView::Round(before), BoardView::Round(now)) if glides => {
                stills.extend(round_drawing::glide(before, now).into_iter().map(still(in_haste(ON_ITS_WAY_CS))));
            }
            _ => {
                let turn = game.position_at(ply).zip(game.turn_before(ply.next()));
                let half = turn.and_then(|(position, made)| BoardView::half_way(position, made.turn, seen_from));
                stills.extend(half.as_ref().map(Scene::from).map(still(in_haste(PIECE_CS))));
            }
        }
        stills.push(still(in_haste(DUCK_CS))(Scene::from(&now)));
        before = now;
    }
    if let Some(last) = stills.last_mut() {
        last.shown_cs = LAST_CS;
    }
    (stage, stills)
}

#[cfg(test)]
mod tests {
    use domain::correspondence::event::{Event, EventKind};
    use domain::correspondence::setup::GameSetup;
    use domain::correspondence::time_control::TimeControl;
    use domain::rules::variant::Variant;
    use jiff::Timestamp;

    use super::*;

    /// A game of so many turns of knights that go out and back.
    fn game(turns: u32) -> Game {
        let at = Timestamp::UNIX_EPOCH;
        let (variant, time_control) = (Variant::Duck, TimeControl::STANDARD);
        let setup = GameSetup { variant, time_control, rated: false, public: false, start: None, begun_at: at };
        let mut game = Game::new(setup).unwrap();
        for ply in 0..turns as usize {
            let knight = ["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4];
            let duck = ["a", "b", "c", "d", "e", "f", "g", "h"][ply % 8];
            let seat = game.seat_to_move().unwrap();
            let turn = format!("{knight}@{duck}4");
            game.apply(&Event { at, what: EventKind::Played { seat, turn, conditional: false } }).unwrap();
        }
        game
    }

    fn seconds(stills: &[Still]) -> u32 {
        stills.iter().map(|still| u32::from(still.shown_cs)).sum::<u32>() / 100
    }

    #[test]
    fn a_film_is_as_long_as_people_watch() {
        let long = game(260);
        let shown = |until| film(&long, Ply(until), Seat::WHITE).1;
        assert_eq!((shown(40).len(), seconds(&shown(40))), (81, 72));
        assert_eq!((shown(60).len(), seconds(&shown(60))), (121, 106), "at ease");
        assert_eq!((shown(200).len(), seconds(&shown(200)) < 107), (401, true), "faster");
        assert_eq!((shown(260).len(), seconds(&shown(260))), (401, seconds(&shown(200))), "the last turns alone");
    }
}
