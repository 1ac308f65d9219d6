//! The pictures of the rules of Duchess: small positions in which a piece shows where it can go, or has just gone.

use domain::rules::duchess::{DuchessPosition, Flap, SetUp, Square};

use crate::boards::RoundBoard;
use crate::wording::rules as wording;

/// A picture and what it says.
pub struct RoundFigure {
    /// The board.
    pub board: RoundBoard,
    /// What is to be seen on it.
    pub words: &'static str,
}

/// The kings of six at home, to be added to.
const AT_HOME: &str = "K2c1/K3c1/K4c1/K5c1/K6c1";

/// Half the side of the section that small pictures show, in units of the board, whose radius is 1000.
const NEAR: i32 = 520;
const FAR: i32 = 800;

/// The first position for six.
pub fn start() -> RoundBoard {
    board(&DuchessPosition::start(SetUp::Six), wording::START)
}

/// How lines bend.
pub fn lines() -> Vec<RoundFigure> {
    let figures = [
        looking(&six("K1c1R1b3"), "1b3", Some(("2d5", FAR)), wording::ROOK),
        looking(&six("K1c1B1b3"), "1b3", Some(("2e5", FAR)), wording::BISHOP),
        looking(&six("K1c1QV"), "V", None, wording::VORTEX),
        gone("2 1 K1a1R1c2/K4a1", "R1c2-4c3", None, wording::THROUGH_VORTEX),
    ];
    figures.into_iter().flatten().collect()
}

/// Knights and what is made of them, and pawns.
pub fn pieces() -> Vec<RoundFigure> {
    let figures = [
        looking(&six("K1c1N1c5"), "1c5", Some(("1c5", NEAR)), wording::KNIGHT),
        looking(&six("K1c1D1c3"), "1c3", Some(("1c4", NEAR)), wording::DUCHESS_PIECE),
        looking(&six("K1c1F1c3"), "1c3", Some(("1c4", NEAR)), wording::FORTRESS),
        looking("6 1 K1c1P1c4/P1b5K2c1/K3c1/K4c1P1d3P1c5/K5c1/K6c1", "1c4", Some(("1c4", NEAR)), wording::PAWN),
        gone("2 1 K1a1P1c6/K4a1 Q/- - 0 9", "1c6-V=Q", Some(("V", NEAR)), wording::PROMOTION),
    ];
    figures.into_iter().flatten().collect()
}

/// Teleportation.
pub fn wizards() -> Vec<RoundFigure> {
    let figures = [
        looking("4 1 K1d1W1b2R1a1/K2c1/K4d1W4b3/P4a3K5c1", "1a1", None, wording::CAN_TELEPORT),
        gone("4 1 K1d1W1b2R1a1/K2c1/K4d1W4b3/P4a3K5c1", "R1a1-4c3", None, wording::HAS_TELEPORTED),
    ];
    figures.into_iter().flatten().collect()
}

/// Check and mate.
pub fn checks() -> Vec<RoundFigure> {
    let figures = [
        gone("2 4 K1c1W1b1P1b2P1d2/R4b4K4a1", "R4b4-4c4", None, wording::CHECK),
        gone("2 4 K1a1/R1e2R1c4K4c1", "R1c4-1c1", Some(("1c3", NEAR)), wording::MATE),
    ];
    figures.into_iter().flatten().collect()
}

fn six(red: &str) -> String {
    format!("6 1 {red}/{AT_HOME}")
}

/// A position in which a piece shows where it can go; none if that cannot be, which a test forbids.
fn looking(fen: &str, at: &str, part: Option<(&str, i32)>, words: &'static str) -> Option<RoundFigure> {
    let position: DuchessPosition = fen.parse().ok()?;
    let board = board(&position, words).looking_at(at.parse().ok()?);
    Some(RoundFigure { board: cut(board, part)?, words })
}

/// A position after a turn; none if that cannot be.
fn gone(fen: &str, turn: &str, part: Option<(&str, i32)>, words: &'static str) -> Option<RoundFigure> {
    let before: DuchessPosition = fen.parse().ok()?;
    let turn = before.read_turn(turn).ok()?;
    let below = Flap::all().next()?;
    let board = RoundBoard::new(&before.play(turn), Some(turn), below, words.to_owned()).coming_from(&before);
    Some(RoundFigure { board: cut(board, part)?, words })
}

fn board(position: &DuchessPosition, words: &str) -> RoundBoard {
    let seat = domain::rules::seat::Seat::FIRST;
    RoundBoard::seen_from(position, None, seat, words.to_owned())
}

fn cut(board: RoundBoard, part: Option<(&str, i32)>) -> Option<RoundBoard> {
    let Some((middle, half)) = part else { return Some(board) };
    let middle: Square = middle.parse().ok()?;
    Some(board.cut_round(middle, half))
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_picture_can_be_and_shows_what_it_is_for() {
        let all = [super::lines(), super::pieces(), super::wizards(), super::checks()];
        assert_eq!(all.each_ref().map(Vec::len), [4, 5, 2, 2]);
        let [lines, pieces, wizards, checks] = all;
        assert_eq!(lines[2].board.hints().unwrap().lines.len(), 12, "a queen on the Vortex");
        assert!(pieces[0].board.hints().unwrap().dots.len() > 8, "a knight near the Vortex");
        let pawn = pieces[3].board.hints().unwrap();
        assert_eq!((pawn.dots.len(), pawn.rings.len()), (3, 2));
        let teleported = wizards[0].board.hints().unwrap();
        assert!(teleported.stars.len() > 8 && teleported.star_rings.len() == 1);
        assert_eq!(wizards[1].board.stars().len(), 2);
        assert!(checks.iter().all(|figure| figure.board.checks().len() == 1));
    }
}
