//! The boards that show what can be chosen.

use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;

use crate::boards::BoardView;

/// A whole board: White has just attacked the king.
pub fn board() -> Option<BoardView> {
    after("rnbqkb1r/ppp1*ppp/4pn2/3p4/3PP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 0 4", "Bb5@g4")
}

/// A corner of a board with all there is to see on one.
pub fn corner() -> Option<BoardView> {
    Some(after("8/8/8/8/1q1k4/p7/PN*5/1KBR4 w - - 0 1", "Rd2@c3")?.cut_to(4))
}

/// The board after a turn; none if that could not be, which a test forbids.
fn after(fen: &str, turn: &str) -> Option<BoardView> {
    let before = Position::from_fen(Variant::Duck, fen).ok()?;
    let turn = before.read_turn(turn).ok()?;
    Some(BoardView::new(&before.play(turn), Some(turn), Seat::WHITE, "A sample".to_owned()))
}

#[cfg(test)]
mod tests {
    use crate::boards::BoardView;

    #[test]
    fn a_sample_shows_all_there_is_to_see() {
        for board in [super::board(), super::corner()] {
            let Some(BoardView::Square(board)) = board else { panic!("no board") };
            let marks: Vec<_> = board.marks().iter().chain(board.kings_in_reach()).map(|mark| mark.name).collect();
            assert_eq!(marks, ["from", "to", "duck", "check"]);
        }
    }
}
