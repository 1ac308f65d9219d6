//! How pieces go: what no record of the oracle shows, or shows only among much else.

use domain::rules::duchess::{DuchessPosition, Role, SetUp};

fn targets(fen: &str, from: &str) -> String {
    let position = super::position(fen);
    let squares: Vec<String> =
        position.targets(from.parse().unwrap()).into_iter().map(|square| square.to_string()).collect();
    squares.join(" ")
}

#[test]
fn bishops_graze_the_corners_of_flaps() {
    let position = super::position("6 1 K1c1B1a4/K2c1/K3c1/K4c1/K5c1/K6c1");
    assert!(position.read_turn("B1a4-2e4").is_ok());
    assert!(position.read_turn("B1a4-2b1").is_ok(), "and go on from there");
}

#[test]
fn pawns_step_over_sides_and_take_over_corners() {
    let fen = "2 1 K1a1P1c4/K4c1P1b4N1c5R1d5";
    assert_eq!(targets(fen, "1c4"), "1c3 1d4 1d5", "not the pieces beside and before it, but the one over the corner");
}

#[test]
fn who_stands_by_a_wizard_goes_to_any_wizard_of_the_side() {
    let fen = "4 1 K1c1N1a2W1b1/K2c1/K4c1W4b3/K5c1P4a4P5a4";
    let moves = targets(fen, "1a2");
    for square in ["1a1", "1b2", "1c2", "4a2", "4a3", "4a4", "4b4", "4c4"] {
        assert!(moves.split(' ').any(|target| target == square), "{square}: {moves}");
    }
    let after = super::played(&super::position(fen), "N1a2x4a4");
    assert_eq!(after.quiet_turns(), 0, "it takes where it arrives");
    assert!(super::position(fen).read_turn("N1a2-5a3").is_err());
}

#[test]
fn a_wizard_goes_to_another_of_its_side_and_not_beside_itself() {
    let fen = "4 1 K1c1W1a2/K2c1/K4c1W4b3/K5c1";
    assert_eq!(targets(fen, "1a2"), "1a1 1b1 1b2 1a3 1b3 4a2 4b2 4c2 4a3 4c3 4a4 4b4 4c4");
}

#[test]
fn a_promoted_pawn_joins_the_taken() {
    let position = super::position("2 1 K1c1P1c6P1d6/K4a1 PQN/- - 7 1");
    let texts: Vec<String> =
        super::turns(&position).iter().map(ToString::to_string).filter(|text| text.contains('V')).collect();
    assert_eq!(texts, ["1c6-V", "1c6-V=N", "1c6-V=Q"], "a pawn is no choice, and each kind is one");
    let after = super::played(&position, "1c6-V=Q");
    assert_eq!(after.to_string(), "2 4 K1c1P1d6QV/K4a1 PPN/- - 0 1");
    let stays = super::played(&position, "1c6-V K4a1-4b1 K1c1-1b1 K4b1-4a1");
    assert!(super::turns(&stays).iter().all(|turn| turn.promotion().is_none()), "only the move to the Vortex promotes");
}

#[test]
fn a_pawn_may_teleport_to_the_vortex_and_promote() {
    let position = super::position("4 1 K1c1P1a2W1b1/K2c1/K4c1W4c6/K5c1 F/-/-/- - 0 1");
    let after = super::played(&position, "1a2-V=F");
    assert_eq!(after.board().piece_at(domain::rules::duchess::Square::VORTEX).unwrap().role, Role::Fortress);
}

#[test]
fn a_king_may_teleport_out_of_check_but_not_into_one() {
    let fen = "4 1 K1c1W1b2/K2c1R1e1/K4c1W4b3/K5c1R5a4";
    let position = super::position(fen);
    assert!(position.is_in_check(position.seat_to_move()));
    assert!(position.read_turn("K1c1-4a3").is_ok());
    let into = super::position("4 1 K1c1W1b2/K2c1R1e1/K4c1W4b3/K5c1R4e4");
    assert_eq!(into.read_turn("K1c1-4b4").unwrap_err().to_string(), "king-threatened to=4b4 role=Rook square=4e4");
}

#[test]
fn partners_block_but_their_pieces_are_not_pinned() {
    let fen = "4 1 K1c1/K2c1R1c6/K4a1R1c3/K5c1";
    let position = super::position(fen);
    assert!(!position.is_in_check(position.seat_to_move()));
    let green = position.play(super::read(&position, "K1c1-1c2"));
    let green = green.play(super::read(&green, "K2c1-2b1"));
    assert!(green.read_turn("R1c3-1a3").is_ok(), "Green may leave Red's king to the rook");
}

#[test]
fn turns_are_read_in_other_ways_too() {
    let start = DuchessPosition::start(SetUp::Six);
    let knight = super::read(&start, "N1b2-1c4");
    for text in ["1b2-1c4", "n1b2-1C4", " N1b2–1c4 ", "N1b2x1c4", "N1b2 1c4", "N1b21c4!?", "N1b2:1c4+"] {
        assert_eq!(start.read_turn(text), Ok(knight), "{text}");
    }
    assert_eq!(start.read_turn("P1c3-1c4"), start.read_turn("1c3-1c4"));
    let ring = super::position("2 1 K1c1P1a6R1c6/K4a1 QN/- - 0 1");
    assert_eq!(super::read(&ring, "1a6-1b6").to_string(), "2d5-2d6");
    let vortex = super::position("2 1 K1c1P1c6/K4a1 QN/- - 0 1");
    for text in ["1c6-V=Q", "1c6-VQ", "1c6v(q)", "P1c6 V =Q"] {
        assert_eq!(vortex.read_turn(text).unwrap().to_string(), "1c6-V=Q", "{text}");
    }
}
