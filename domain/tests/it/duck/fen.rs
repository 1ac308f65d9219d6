//! What is a FEN of the duck games, and what not.

use domain::rules::duck::{DuckFen, DuckFenError, DuckPosition};
use domain::rules::position::{FenError, Position};
use domain::rules::variant::Variant;
use shakmaty::{Bitboard, CastlingSide, Color, Square};

fn refused(fen: &str) -> DuckFenError {
    fen.parse::<DuckPosition>().expect_err(fen)
}

#[test]
fn refuses_what_cannot_be_each_by_its_own_error() {
    let cases = [
        (
            "4k3/8/2*5/8/8/5*2/8/4K3 w - - 0 1",
            DuckFenError::TwoDucks { first: Square::C6, second: Square::F3 },
            "there are two ducks, on c6 and on f3",
        ),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", DuckFenError::NoKing { color: Color::White }, "white has no king"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", DuckFenError::NoKing { color: Color::Black }, "black has no king"),
        (
            "4k3/8/8/8/8/8/8/2K1K3 w - - 0 1",
            DuckFenError::TwoKings { color: Color::White, first: Square::C1, second: Square::E1 },
            "white has more than one king, on c1 and on e1",
        ),
        (
            "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
            DuckFenError::TooManyPawns { color: Color::Black, count: 9 },
            "black has 9 pawns, more than eight",
        ),
        (
            "4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1",
            DuckFenError::TooManyPieces { color: Color::White, count: 17 },
            "white has 17 pieces, more than sixteen",
        ),
        (
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            DuckFenError::PawnOnLastRank { square: Square::A8 },
            "the pawn on a8 is on the first or last rank",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2p w - - 0 1",
            DuckFenError::PawnOnLastRank { square: Square::H1 },
            "the pawn on h1 is on the first or last rank",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
            DuckFenError::CastlingWithoutRook { color: Color::White, side: CastlingSide::KingSide, rook: Square::H1 },
            "white cannot castle to the king's side: there is no rook on h1",
        ),
        (
            "r2k4/8/8/8/8/8/8/4K3 w q - 0 1",
            DuckFenError::CastlingWithoutKing { color: Color::Black, side: CastlingSide::QueenSide, king: Square::E8 },
            "black cannot castle to the queen's side: the king is not on e8",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 b - e3 0 1",
            DuckFenError::EnPassantWithoutPawn { square: Square::E3, pawn: Square::E4 },
            "e3 cannot be the en passant square: the pawn on e4 is missing",
        ),
        (
            "4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1",
            DuckFenError::EnPassantBehindPiece { square: Square::E3, occupied: Square::E3 },
            "e3 cannot be the en passant square: e3 is occupied",
        ),
        (
            "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1",
            DuckFenError::EnPassantRank { square: Square::E3 },
            "no pawn can just have passed e3",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +3+0",
            DuckFenError::ThirdCheckGiven { color: Color::White },
            "white has given the third check already: the game is over",
        ),
    ];
    for (fen, error, sentence) in cases {
        assert_eq!(refused(fen), error, "{fen}");
        assert_eq!(error.to_string(), sentence);
    }
}

#[test]
fn tells_where_a_text_stops_being_a_fen() {
    for (fen, sentence) in [
        ("", "column 1: rank 8 has 0 squares instead of 8"),
        ("8/8/8 w", "the board has 3 ranks instead of 8"),
        ("8/8/8/8/8/8/8/8/8 w", "the board has 9 ranks instead of 8"),
        ("8/8/7/8/8/8/8/8 w", "column 5: rank 6 has 7 squares instead of 8"),
        ("8/8/54/8/8/8/8/8 w", "column 5: rank 6 has 9 squares instead of 8"),
        ("8/8/8/8/8/8/8/3x4 w", "column 16: 'x' is no piece, no duck and no number of empty squares"),
        ("8/8/8/8/8/8/8/é7 w", "column 15: 'é' is no piece, no duck and no number of empty squares"),
        ("4k3/8/8/8/8/8/8/4K3", "after the board, 'w' or 'b' must say who is to move"),
        ("4k3/8/8/8/8/8/8/4K3 x", "column 21: 'x' must be 'w' or 'b', for who is to move"),
        (
            "4k3/8/8/8/8/8/8/4K3 w KX",
            "column 23: the castling rights 'KX' must be '-' or of the letters KQkq, each once",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w KK",
            "column 23: the castling rights 'KK' must be '-' or of the letters KQkq, each once",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e9", "column 25: the en passant square 'e9' must be '-' or a square such as e3"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x", "column 27: the halfmove clock 'x' must be a number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "column 29: the move number '-1' must be a number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +4+0", "column 31: the checks given, '+4+0', must be written as +0+0"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+0 x", "column 36: 'x' comes after the end of the FEN"),
    ] {
        assert_eq!(refused(fen).to_string(), sentence, "{fen}");
    }
}

#[test]
fn shows_only_the_beginning_of_a_long_text() {
    let error = refused(&format!("4k3/8/8/8/8/8/8/4K3 {}", "é".repeat(1000))).to_string();
    assert_eq!(error, format!("column 21: '{}…' must be 'w' or 'b', for who is to move", "é".repeat(40)));
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
    assert_eq!(refused(&fen), DuckFenError::NoKing { color: Color::Black });
}
