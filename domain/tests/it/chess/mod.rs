//! Chess without a duck: its rules, and its games as the programs of chess write them.

mod files;
mod properties;
mod study;

use domain::rules::check_status::CheckStatus;
use domain::rules::chess::{ChessFenError, ChessPosition, ChessTurn};
use domain::rules::draw::DrawClaim;
use domain::rules::outcome::{Outcome, RulesEnding};
use domain::rules::position::Position;
use domain::rules::seat::{Seat, Side};
use domain::rules::variant::Variant;

pub use properties::any_beginning;

fn position(fen: &str) -> ChessPosition {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn read(position: &ChessPosition, text: &str) -> ChessTurn {
    position.read_turn(text).unwrap_or_else(|error| panic!("{position}: {text}: {error}"))
}

/// Plays turns one after the other.
fn played(start: &ChessPosition, turns: &str) -> ChessPosition {
    turns.split_whitespace().fold(start.clone(), |position, text| position.play(read(&position, text)))
}

/// Castling, pins, promotions and captures in passing, all at once: of the chess programming wiki.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn the_numbers_of_turns_are_those_that_everybody_counts() {
    for (fen, counts) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902][..]),
        (KIWIPETE, &[48, 2039]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486]),
    ] {
        let start = Position::Chess(position(fen));
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(start.perft(depth), count, "{fen} {depth}");
        }
    }
}

#[test]
fn nobody_plays_it_but_it_can_be_read() {
    assert!("chess".parse::<Variant>().is_err());
    assert!(serde_json::from_str::<Variant>("\"chess\"").is_err());
    assert_eq!(Variant::by_key("chess"), Some(Variant::Chess));
    assert!(!Variant::ALL.contains(&Variant::Chess));
    for variant in Variant::READ {
        assert_eq!(Variant::by_key(variant.key()), Some(variant));
        assert_eq!(variant.is_played(), Variant::ALL.contains(&variant));
    }
}

#[test]
fn a_game_ends_as_everybody_knows() {
    let draw = |ending| Some((Outcome::Draw, ending));
    for (fen, expected) in [
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            Some((Outcome::Win(Side::BLACK), RulesEnding::Checkmate)),
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", draw(RulesEnding::Stalemate)),
        ("4k3/8/8/8/8/8/8/4K1N1 b - - 0 1", draw(RulesEnding::DeadPosition)),
        ("4k1b1/8/8/8/8/8/8/4KB2 b - - 0 1", draw(RulesEnding::DeadPosition)),
        ("4kb2/8/8/8/8/8/8/4KB2 b - - 0 1", None),
        ("4k1n1/8/8/8/8/8/8/4K1N1 b - - 0 1", None),
        (KIWIPETE, None),
    ] {
        let result = position(fen).result();
        assert_eq!(result.map(|result| (result.outcome, result.ending)), expected, "{fen}");
    }
    let dead = position("4k3/8/8/8/8/8/8/4K1N1 b - - 0 1");
    assert_eq!(played(&dead, "Ke7 Nf3").to_string(), "8/4k3/8/8/8/5N2/8/4K3 b - - 2 2", "files go on there");
    let quiet = Position::Chess(position("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"));
    assert_eq!(quiet.claimable_draw([&quiet]), Some(DrawClaim::FiftyMoves));
}

#[test]
fn a_seat_knows_whether_it_is_in_check() {
    for (fen, seat, expected) in [
        ("4k3/8/8/8/8/8/8/K3R3 b - - 0 1", Seat::BLACK, CheckStatus::InCheck),
        ("4k3/8/8/8/8/8/8/K3R3 b - - 0 1", Seat::WHITE, CheckStatus::Free),
        ("4k3/8/8/8/8/8/8/K2R4 b - - 0 1", Seat::BLACK, CheckStatus::Free),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Seat::BLACK, CheckStatus::Stalemated),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Seat::BLACK, CheckStatus::Checkmated),
    ] {
        assert_eq!(Position::Chess(position(fen)).check_status(seat), expected, "{fen}");
    }
}

#[test]
fn a_turn_is_read_as_people_and_programs_write_it() {
    let all = position("r3k2r/1P4P1/8/3pP3/1B5Q/2p2N2/1P6/1N2K2R w Kkq d6 0 21");
    for (texts, expected) in [
        ("Ng5|ng5|f3g5|F3-G5|Nf3g5|Nf3-g5|Nfg5|Ng5!?|Ng5 ", "f3g5"),
        ("Bc3|Bxc3|b4c3|BXC3", "b4c3"),
        ("bc3|bxc3|b2c3|b2xc3", "b2c3"),
        ("Bc5|bc5", "b4c5"),
        ("O-O|o-o|0-0|OO|e1g1|e1h1", "e1g1"),
        ("exd6|ed6|e5d6|exd6e.p.|exd6 e.p.", "e5d6"),
        ("bxa8=N|bxa8N|ba8(N)|bxa8/N|b7a8n", "b7a8n"),
        ("Qxh8+|Qh8|h4h8", "h4h8"),
    ] {
        for text in texts.split('|') {
            assert_eq!(read(&all, text).to_string(), expected, "{text}");
        }
    }
}

#[test]
fn a_turn_that_cannot_be_made_says_why() {
    for (fen, text, code) in [
        (KIWIPETE, "", "empty"),
        (KIWIPETE, "quack", "unreadable"),
        (KIWIPETE, "O-O@a6", "no-duck-here"),
        (KIWIPETE, "Nb4@x", "no-duck-here"),
        (KIWIPETE, "Nxe6", "none-can-go"),
        ("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Nf3", "leaves-king"),
        ("4k3/8/8/8/1b6/8/8/4K2N w - - 0 1", "Ng3", "still-in-check"),
        ("4k3/8/8/8/1b6/8/8/4K2N w - - 0 1", "Kd2", "king-threatened"),
        ("4k3/8/8/8/1b6/8/8/4K2R w K - 0 1", "O-O", "castling-in-check"),
        ("4k3/8/8/2b5/8/8/8/4K2R w K - 0 1", "O-O", "king-threatened"),
        ("4k3/8/8/1b6/8/8/8/4K2R w K - 0 1", "O-O", "castling-through-check"),
        ("4k3/8/8/8/1b6/8/8/4K2R w - - 0 1", "O-O", "castling-right-lost"),
        ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2", "ambiguous"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "promotion-missing"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "Kxg7", "king-threatened"),
        // The capture would open the fifth rank.
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "exd6", "nothing-to-take"),
    ] {
        let position = position(fen);
        assert_eq!(position.read_turn(text).unwrap_err().code(), code, "{fen} {text}");
    }
}

#[test]
fn a_turn_is_written_with_no_more_than_it_needs() {
    for (fen, text, written) in [
        ("4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "g1f3", "Nf3"),
        ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "g1e2", "Nge2"),
        ("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1a3", "N1a3"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"),
        ("7k/5P2/6K1/8/8/8/8/8 w - - 0 1", "f7f8q", "f8=Q#"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
    ] {
        let position = position(fen);
        assert_eq!(position.write_turn(read(&position, text)), written, "{fen} {text}");
        assert_eq!(read(&position, written), read(&position, text), "{fen} {written}");
    }
}

#[test]
fn a_position_without_a_king_or_with_a_duck_is_none() {
    for (fen, code) in [
        ("4k3/8/8/4*3/8/8/8/4K3 w - - 0 1", "duck"),
        ("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "in-check"),
        ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "in-check"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "no-king"),
        ("8/8/8/8/8/8/8/4K3 b - - 0 1", "no-king"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+0", "checks-not-counted"),
        ("bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1", "bad-castling"),
        ("4k3/8/8 w - - 0 1", "rank-count"),
    ] {
        let error = fen.parse::<ChessPosition>().unwrap_err();
        assert_eq!(error.code(), code, "{fen}");
        assert!(error.to_string().starts_with(code), "{error}");
    }
    assert!(matches!("4k3/8 w".parse::<ChessPosition>(), Err(ChessFenError::Pieces(_))));
    let pinned = position("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1");
    assert_eq!(pinned.to_string(), "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1", "nobody may capture there");
}
