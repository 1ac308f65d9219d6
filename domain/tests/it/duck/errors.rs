//! What a player is told when a turn cannot be made.

use domain::rules::duck::DuckTurnError as Error;
use shakmaty::{Bitboard, CastlingSide, Role, Square};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const DUCK_ON_E3: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/4*3/PPPPPPPP/RNBQKBNR w KQkq - 0 2";

fn refused(fen: &str, text: &str) -> Error {
    super::position(fen).read_turn(text).expect_err(text)
}

#[test]
fn names_the_rule_in_a_sentence() {
    for (fen, text, sentence) in [
        (START, "hello", "'hello' is not a turn: write a piece move and the duck's square, such as Nf3@e5 or g1f3@e5"),
        (START, "", "the turn is missing: write a piece move and the duck's square, such as Nf3@e5 or g1f3@e5"),
        (START, "e4@e9", "'@e9' does not say where the duck goes: write a square, such as @e5"),
        (START, "e4@", "'@' does not say where the duck goes: write a square, such as @e5"),
        (START, "e9 @e5", "'e9' is not a piece move: write it as Nf3, exd5, e8=Q, O-O or g1f3"),
        (START, "@e5", "say which piece moves before the duck does, such as Nf3@e5"),
        (START, "Qxh9", "'Qxh9' is not a turn: write a piece move and the duck's square, such as Nf3@e5 or g1f3@e5"),
        (START, "e4", "say where the duck goes, such as @e5 after the piece move"),
        (START, "e4@d2", "the duck cannot go to d2: your pawn is there"),
        (START, "e4@d7", "the duck cannot go to d7: your opponent's pawn is there"),
        (START, "e4@e4", "the duck cannot go to e4: your pawn is there"),
        (DUCK_ON_E3, "Nf3@e3", "the duck must move: it is on e3 already"),
        (DUCK_ON_E3, "e4@d4", "the pawn cannot go from e2 to e4: the duck is on e3"),
        (DUCK_ON_E3, "e3@d4", "the pawn cannot go from e2 to e3: the duck is on e3"),
        (DUCK_ON_E3, "dxe3@d4", "the pawn cannot go from d2 to e3: the duck is on e3"),
        (DUCK_ON_E3, "e3e4@d4", "the duck is on e3: move a piece first, then the duck"),
        (START, "e5@e6", "a pawn does not move from e2 to e5"),
        (START, "Ke3@e6", "a king does not move from e1 to e3"),
        (START, "Ke2@e6", "your own pawn is on e2"),
        (START, "Qd4@e6", "the queen cannot go from d1 to d4: a pawn is on d2"),
        (START, "Bd4@e6", "none of your bishops can go to d4"),
        (START, "Bc4@e6", "the bishop cannot go from f1 to c4: a pawn is on e2"),
        (START, "exd3@e6", "the pawn on e2 has nothing to take on d3"),
        ("4k3/8/8/8/3p4/2P5/8/4K3 w - - 0 1", "d4@e6", "a pawn that takes is written with its file: cxd4"),
        ("4k3/8/8/8/3p4/2P5/P7/4K3 w - - 0 1", "d4@e6", "a pawn that takes is written with its file: cxd4"),
        (START, "e3e4@e6", "there is no piece on e3"),
        (START, "e7e5@e6", "the pawn on e7 is not your piece"),
        (START, "Ng1e2@e6", "your own pawn is on e2"),
        (START, "Bg1f3@e6", "you have no bishop on g1"),
        (START, "Nbf3@e6", "a knight does not move from b1 to f3"),
        (START, "O-O@e6", "you cannot castle to the king's side: a bishop is on f1"),
        (START, "O-O-O@e6", "you cannot castle to the queen's side: a knight is on b1"),
        (START, "e1g1@e6", "you cannot castle to the king's side: a bishop is on f1"),
        (START, "e4=Q@e6", "only a pawn that reaches the last rank becomes another piece"),
        (
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "O-O@e6",
            "you cannot castle to the king's side: the king or that rook has moved or was taken",
        ),
        ("4k3/8/8/8/8/8/8/4K1*R w K - 0 1", "O-O@e6", "you cannot castle to the king's side: the duck is on g1"),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a8@e6",
            "say what the pawn becomes on a8: queen, rook, bishop or knight, such as a8=Q",
        ),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a8=K@e6",
            "say what the pawn becomes on a8: queen, rook, bishop or knight, such as a8=Q",
        ),
        (
            "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
            "Nd2@e6",
            "more than one knight can go to d2: say which, the one on b1 or f3",
        ),
        (
            "4k3/8/8/8/8/R7/8/R3K3 w - - 0 1",
            "Ra2@e6",
            "more than one rook can go to a2: say which, the one on a1 or a3",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd2@e6", "you have no queen"),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "Nbd2@e6", "you have no knight on the b-file"),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "d4@e6", "you have no pawn"),
    ] {
        assert_eq!(refused(fen, text).to_string(), sentence, "{text}");
    }
}

#[test]
fn can_be_told_apart_by_programs() {
    assert_eq!(refused(START, "e4"), Error::DuckMissing);
    assert_eq!(refused(DUCK_ON_E3, "Nf3@e3"), Error::DuckNotMoved { square: Square::E3 });
    assert_eq!(refused(START, "e4@d2"), Error::DuckOnPiece { square: Square::D2, role: Role::Pawn, yours: true });
    assert_eq!(
        refused(START, "O-O@e6"),
        Error::CastlingBlockedByPiece { side: CastlingSide::KingSide, square: Square::F1, blocker: Role::Bishop }
    );
    let two = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    let candidates = Bitboard::from(Square::B1) | Square::F3;
    assert_eq!(refused(two, "Nd2@e6"), Error::Ambiguous { role: Role::Knight, to: Square::D2, candidates });
}

#[test]
fn shows_only_the_beginning_of_a_long_text() {
    let error = refused(START, &"é".repeat(1000)).to_string();
    assert!(error.contains(&format!("'{}…'", "é".repeat(40))), "{error}");
}

#[test]
fn says_that_the_game_is_over() {
    let over = super::played(&super::position("4k3/8/8/8/8/8/8/K3R3 w - - 0 1"), "Rxe8");
    assert_eq!(over.read_turn("Kd7@e5"), Err(Error::GameOver));
}
