//! Every notation for turns in use, and the one that we write.

use domain::rules::duck::DuckPosition;

/// Each text of the list is the same turn.
fn same(fen: &str, texts: &[&str]) {
    let position = super::position(fen);
    let expected = super::read(&position, texts[0]);
    for text in texts {
        assert_eq!(position.read_turn(text), Ok(expected), "{text}");
    }
    assert_eq!(position.write_turn(expected), texts[0]);
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn reads_a_piece_and_a_duck() {
    same(
        START,
        &[
            "Nf3@e5",
            " Nf3@e5 ",
            "Nf3 @e5",
            "Nf3 @ e5",
            "Nf3,e5",
            "Nf3, e5",
            "Nf3Θe5",
            "Nf3 Θe5",
            "Nf3 θe5",
            "Nf3 ϴe5",
            "Nf3 ϑe5",
            "Nf3 🦆e5",
            "Nf3 {@e5}",
            "Nf3 {[Duck \"e5\"]}",
            "Nf3 De5",
            "g1f3@e5",
            "g1-f3@e5",
            "g1f3,f3e5",
            "Ng1f3@e5",
            "Ng1-f3@e5",
            "Ngf3@e5",
            "N1f3@e5",
            "nf3@e5",
            "Nxf3@e5",
            "Nf3+@e5",
            "Nf3@e5+",
            "Nf3@e5#",
            "Nf3!?@e5",
            "Nf3@e5!?",
            "Nj4-i6Θ-h8",
            "Nj4-i6Θd4-h8",
        ],
    );
    same(START, &["h3@h4", "h2h3@h4", "k5-k6Θ-k7", "k5-k6Θd4-k7"]);
    same(START, &["e4@e5", "e2e4@e5", "e2-e4@e5", "Pe4@e5", "e2e4,e4e5", "h5-h7Θ-h8"]);
}

#[test]
fn reads_captures_with_and_without_their_sign() {
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1";
    same(fen, &["exd5@e4", "ed5@e4", "e4xd5@e4", "e4d5@e4", "e4:d5@e4", "exPd5@e4", "h7xg8Θ-h7"]);
    same(fen, &["Nxd5@e4", "Nd5@e4"].map(|text| if text == "Nxd5@e4" { "Nxd5@c3" } else { "Nd5@c3" }));
    let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    same(passed, &["exd6@d5", "exd6 e.p.@d5", "exd6ep@d5", "ed6@d5", "e5d6@d5", "exd6e.p. @d5"]);
}

#[test]
fn reads_promotions() {
    let fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    same(
        fen,
        &[
            "a8=Q@a7",
            "a8Q@a7",
            "a8(Q)@a7",
            "a8/Q@a7",
            "a7a8q@a7",
            "a7a8q,a8a7",
            "a8=q@a7",
            "d10-d11=DΘ-d10",
            "d10-d11=QΘ-d10",
        ],
    );
    same(fen, &["axb8=N@a7", "ab8N@a7", "a7b8n@a7", "axb8=N+@a7"]);
}

#[test]
fn reads_castling() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    same(
        fen,
        &["O-O@e1", "0-0@e1", "o-o@e1", "OO@e1", "O-O,e1", "e1g1@e1", "e1g1,g1e1", "e1h1@e1", "O-O+@e1", "O-O Θe1"],
    );
    same(fen, &["O-O-O@a1", "0-0-0@a1", "e1c1@a1", "e1a1@a1", "O-O-O!@a1"]);
}

#[test]
fn ignores_a_duck_after_the_capture_of_a_king() {
    let fen = "4k3/8/8/8/8/8/8/K3R3 w - - 0 1";
    same(fen, &["Rxe8", "Re8", "Rxe8#", "Rxe8,e1", "Rxe8@e1", "Rxe8@e8", "e1e8", "e1e8,e8e1", "Rh4xKh11#", "Re1xKe8"]);
}

#[test]
fn lets_the_duck_tell_two_pieces_apart() {
    // Fairy-Stockfish: the duck can go to b1 only if the knight of b1 has moved.
    let position = super::position("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
    assert_eq!(position.write_turn(super::read(&position, "Nd2,b1")), "Nbd2@b1");
    assert_eq!(position.write_turn(super::read(&position, "Nd2@f3")), "Nfd2@f3");
    assert!(position.read_turn("Nd2@a1").is_err());
}

#[test]
fn says_as_much_as_is_needed_and_no_more() {
    for (fen, turn, short) in [
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2@a1", "Nbd2@a1"),
        ("4k3/8/8/8/8/R7/8/R3K3 w - - 0 1", "a1a2@h8", "R1a2@h8"),
        ("4k3/8/8/8/8/Q1Q5/8/Q3K3 w - - 0 1", "a1b2@h8", "Q1b2@h8"),
        ("4k3/8/8/8/8/Q1Q5/8/Q3K3 w - - 0 1", "a3b2@h8", "Qa3b2@h8"),
        // The other knight is not pinned: there is no check.
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2@h8", "Nge2@h8"),
        // The other rook is behind the duck.
        ("4k3/8/8/8/8/8/8/R2*R1K1 w - - 0 1", "a1b1@h8", "Rb1@h8"),
        ("4k3/8/8/8/8/8/8/R2*R1K1 w - - 0 1", "a1c1@h8", "Rc1@h8"),
    ] {
        let position = super::position(fen);
        assert_eq!(position.write_turn(super::read(&position, turn)), short, "{turn}");
    }
}

#[test]
fn reads_a_piece_move_alone() {
    let start = DuckPosition::start();
    let piece_move = start.read_piece_move("Nf3").unwrap();
    assert_eq!(start.write_piece_move(piece_move), "Nf3");
    assert_eq!(piece_move.to_string(), "g1f3");
    assert_eq!(start.half_turn(piece_move).turn(None), Err(domain::rules::duck::DuckTurnError::DuckMissing));
}
