//! What is a FEN of the duck games, and what not.

use domain::rules::duck::{DuckFen, DuckFenError, DuckPosition};
use domain::rules::outcome::RulesEnding;
use domain::rules::position::{FenError, Position};
use domain::rules::variant::Variant;
use shakmaty::{Bitboard, CastlingSide, Color, Square};

fn refused(fen: &str) -> DuckFenError {
    fen.parse::<DuckPosition>().expect_err(fen)
}

#[test]
fn refuses_what_cannot_be_each_by_its_own_error() {
    let cases = [
        ("4k3/8/2*5/8/8/5*2/8/4K3 w - - 0 1", DuckFenError::TwoDucks { first: Square::C6, second: Square::F3 }),
        ("4k3/8/8/8/8/8/8/8 b - - 0 1", DuckFenError::NoKing { color: Color::White }),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", DuckFenError::NoKing { color: Color::Black }),
        (
            "4k3/8/8/8/8/8/8/2K1K3 w - - 0 1",
            DuckFenError::TwoKings { color: Color::White, first: Square::C1, second: Square::E1 },
        ),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", DuckFenError::TooManyPawns { color: Color::Black, count: 9 }),
        ("4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1", DuckFenError::TooManyPieces { color: Color::White, count: 17 }),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", DuckFenError::PawnOnLastRank { square: Square::A8 }),
        ("4k3/8/8/8/8/8/8/4K2p w - - 0 1", DuckFenError::PawnOnLastRank { square: Square::H1 }),
        (
            "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
            DuckFenError::CastlingWithoutRook { color: Color::White, side: CastlingSide::KingSide, rook: Square::H1 },
        ),
        (
            "r2k4/8/8/8/8/8/8/4K3 w q - 0 1",
            DuckFenError::CastlingWithoutKing { color: Color::Black, side: CastlingSide::QueenSide, king: Square::E8 },
        ),
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", DuckFenError::EnPassantWithoutPawn { square: Square::E3, pawn: Square::E4 }),
        (
            "4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1",
            DuckFenError::EnPassantBehindPiece { square: Square::E3, occupied: Square::E3 },
        ),
        ("4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", DuckFenError::EnPassantRank { square: Square::E3 }),
        ("8/8/8/8/8/8/8/8 w - - 0 1", DuckFenError::NoKing { color: Color::Black }),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +3+0", DuckFenError::ThirdCheckGiven { color: Color::White }),
    ];
    for (fen, error) in cases {
        assert_eq!(refused(fen), error, "{fen}");
    }
}

#[test]
fn tells_where_a_text_stops_being_a_fen() {
    for (fen, beginning) in [
        ("", "rank-length column=1"),
        ("8/8/8 w", "rank-count"),
        ("8/8/8/8/8/8/8/8/8 w", "rank-count"),
        ("8/8/7/8/8/8/8/8 w", "rank-length column=5"),
        ("8/8/54/8/8/8/8/8 w", "rank-length column=5"),
        ("8/8/8/8/8/8/8/3x4 w", "bad-piece column=16"),
        ("8/8/8/8/8/8/8/é7 w", "bad-piece column=15"),
        ("4k3/8/8/8/8/8/8/4K3", "no-color"),
        ("4k3/8/8/8/8/8/8/4K3 x", "bad-color column=21"),
        ("4k3/8/8/8/8/8/8/4K3 w KX", "bad-castling column=23"),
        ("4k3/8/8/8/8/8/8/4K3 w KK", "bad-castling column=23"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9", "bad-en-passant column=25"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x", "bad-halfmoves column=27"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "bad-fullmoves column=29"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +4+0", "bad-checks column=31"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+0 x", "trailing column=36"),
    ] {
        let error = refused(fen).to_string();
        assert!(error.starts_with(beginning), "{fen}: {error}");
    }
}

#[test]
fn shows_only_the_beginning_of_a_long_text() {
    let error = refused(&format!("4k3/8/8/8/8/8/8/4K3 {}", "é".repeat(1000))).to_string();
    assert_eq!(error, format!("bad-color column=21 found=\"{}…\"", "é".repeat(40)));
}

#[test]
fn reads_what_other_programs_write_and_writes_it_in_one_way() {
    for (read, written) in [
        ("4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        (" 4k3/8/8/8/8/8/8/4K3  b  - - 7 ", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"),
        ("4k3/8/8/8/8/8/8/4K3_w_-_-_0_0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+0"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+2", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+2"),
        ("4k3/8/8/11111111/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ] {
        assert_eq!(super::position(read).to_string(), written, "{read}");
    }
}

#[test]
fn keeps_the_en_passant_square_only_where_a_pawn_can_take() {
    for (read, written) in [
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", "e3"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3", "-"),
        ("4k3/8/8/8/3pP3/4*3/8/4K3 b - e3", "-"),
        ("4k3/8/8/8/3pP3/8/4*3/4K3 b - e3", "e3"),
    ] {
        let fen = super::position(read).to_string();
        assert_eq!(fen.split(' ').nth(3), Some(written), "{read}");
    }
}

#[test]
fn a_set_up_made_by_hand_gets_no_castling_but_from_the_corners() {
    let setup = DuckFen { castling: Bitboard::FULL, ..DuckFen::from(&DuckPosition::start()) };
    assert_eq!(DuckPosition::try_from(setup), Ok(DuckPosition::start()));
}

#[test]
fn allows_compositions() {
    for fen in
        ["8/8/3*4/3kK3/8/8/4P3/8 w - - 0 1", "7k/8/8/8/8/p1p5/P*P5/KB6 w - - 0 1", "kQ6/8/8/8/8/8/8/K7 w - - 0 1"]
    {
        assert_eq!(super::position(fen).to_string(), fen);
    }
}

#[test]
fn counts_checks_only_where_they_count() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(Position::from_fen(Variant::ThreeCheckDuck, start), Ok(Position::start(Variant::ThreeCheckDuck)));
    assert_eq!(
        Position::from_fen(Variant::Duck, &format!("{start} +0+0")),
        Err(FenError::Duck(DuckFenError::ChecksNotCounted))
    );
}

#[test]
fn a_finished_game_has_a_fen_that_can_be_shown_but_not_played_on() {
    let before = super::position("4k3/8/8/8/8/8/8/K3R3 w - - 0 1");
    let after = super::played(&before, "Rxe8");
    let fen = after.to_string();
    assert_eq!(fen, "4R3/8/8/8/8/8/8/K7 b - - 0 1");
    let setup: DuckFen = fen.parse().unwrap();
    assert_eq!(setup, DuckFen::from(&after));
    let read: DuckPosition = fen.parse().unwrap();
    assert_eq!(read, after);
    assert_eq!(read.result(), after.result());
    assert!(read.read_turn("Kd7@a8").is_err() && read.read_turn("Kb1@a8").is_err(), "nothing is played on");
}

#[test]
fn the_third_check_can_only_have_been_the_last_turn() {
    let given: DuckPosition = "4k3/8/8/8/8/8/8/4K3 b - - 0 1 +3+0".parse().unwrap();
    assert_eq!(given.result().unwrap().ending, RulesEnding::ThirdCheck);
    let both = "4k3/8/8/8/8/8/8/4K3 b - - 0 1 +3+3";
    assert_eq!(refused(both), DuckFenError::ThirdCheckGiven { color: Color::Black });
}
