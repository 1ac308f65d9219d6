//! Why a turn cannot be made, by its code.

use domain::rules::duck::DuckTurnError as Error;
use shakmaty::{Bitboard, CastlingSide, Role, Square};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const DUCK_ON_E3: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/4*3/PPPPPPPP/RNBQKBNR w KQkq - 0 2";

fn refused(fen: &str, text: &str) -> Error {
    super::position(fen).read_turn(text).expect_err(text)
}

#[test]
fn names_the_rule_by_its_code() {
    for (fen, text, code) in [
        (START, "hello", "unreadable"),
        (START, "", "empty"),
        (START, "e4@e9", "duck-unreadable"),
        (START, "e4@", "duck-unreadable"),
        (START, "e9 @e5", "piece-unreadable"),
        (START, "@e5", "piece-missing"),
        (START, "Qxh9", "unreadable"),
        (START, "e4", "duck-missing"),
        (START, "e4@d2", "duck-on-piece"),
        (START, "e4@d7", "duck-on-piece"),
        (START, "e4@e4", "duck-on-piece"),
        (DUCK_ON_E3, "Nf3@e3", "duck-not-moved"),
        (DUCK_ON_E3, "e4@d4", "blocked-by-duck"),
        (DUCK_ON_E3, "e3@d4", "blocked-by-duck"),
        (DUCK_ON_E3, "dxe3@d4", "blocked-by-duck"),
        (DUCK_ON_E3, "e3e4@d4", "duck-is-not-a-piece"),
        (START, "e5@e6", "illegal-piece-move"),
        (START, "Ke3@e6", "illegal-piece-move"),
        (START, "Ke2@e6", "own-piece"),
        (START, "Qd4@e6", "blocked-by-piece"),
        (START, "Bd4@e6", "none-can-go"),
        (START, "Bc4@e6", "blocked-by-piece"),
        (START, "exd3@e6", "nothing-to-take"),
        ("4k3/8/8/8/3p4/2P5/8/4K3 w - - 0 1", "d4@e6", "capture-without-file"),
        ("4k3/8/8/8/3p4/2P5/P7/4K3 w - - 0 1", "d4@e6", "capture-without-file"),
        (START, "e3e4@e6", "empty-square"),
        (START, "e7e5@e6", "not-your-piece"),
        (START, "Ng1e2@e6", "own-piece"),
        (START, "Bg1f3@e6", "no-such-piece"),
        (START, "Nbf3@e6", "illegal-piece-move"),
        (START, "O-O@e6", "castling-blocked-by-piece"),
        (START, "O-O-O@e6", "castling-blocked-by-piece"),
        (START, "e1g1@e6", "castling-blocked-by-piece"),
        (START, "e4=Q@e6", "promotion-misplaced"),
        (START, "e4=K@e6", "promotion-misplaced"),
        (START, "e4=P@e6", "promotion-misplaced"),
        (START, "Nf3=K@e6", "promotion-misplaced"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O@e6", "castling-right-lost"),
        ("4k3/8/8/8/8/8/8/4K1*R w K - 0 1", "O-O@e6", "castling-blocked-by-duck"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8@e6", "promotion-missing"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K@e6", "promotion-missing"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=P@e6", "promotion-missing"),
        ("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "bxa8@e6", "promotion-missing"),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2@e6", "ambiguous"),
        ("4k3/8/8/8/8/R7/8/R3K3 w - - 0 1", "Ra2@e6", "ambiguous"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd2@e6", "no-such-piece"),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "Nbd2@e6", "no-such-piece"),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "d4@e6", "no-such-piece"),
    ] {
        assert_eq!(refused(fen, text).code(), code, "{text}");
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
    assert_eq!(error, format!("unreadable text=\"{}…\"", "é".repeat(40)));
}

#[test]
fn says_that_the_game_is_over() {
    let over = super::played(&super::position("4k3/8/8/8/8/8/8/K3R3 w - - 0 1"), "Rxe8");
    assert_eq!(over.read_turn("Kd7@e5"), Err(Error::GameOver));
}
