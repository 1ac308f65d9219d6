//! Rules that show only in the course of a game.

use domain::rules::draw::DrawClaim;
use domain::rules::duck::{DuckPosition, PROMOTIONS};
use domain::rules::outcome::{Outcome, RulesEnding, RulesResult};
use domain::rules::position::Position;
use domain::rules::seat::Side;
use domain::rules::variant::Variant;
use shakmaty::{ByColor, Color, Role, Square};

use super::{played, position};

fn win(side: Side, ending: RulesEnding) -> Option<RulesResult> {
    Some(RulesResult { outcome: Outcome::Win(side), ending })
}

#[test]
fn a_turn_that_attacks_the_king_is_a_check_and_the_third_wins() {
    let start = position("4k3/8/8/8/8/8/R7/K7 w - - 0 1 +0+0");
    let given = |position: &DuckPosition| position.checks_given().map(|given| (given.white, given.black));
    let first = played(&start, "Re2@h8");
    assert_eq!(given(&first), Some((1, 0)));
    // The duck may cut its own side's attack off, or open it.
    assert_eq!(given(&played(&start, "Re2@e5")), Some((0, 0)));
    let opened = played(&position("4k3/8/8/4*3/8/8/4R3/K7 w - - 0 1 +0+0"), "Kb1@h8");
    assert_eq!(given(&opened), Some((1, 0)));
    // Staying in the line of fire is not a check that the other side gives.
    let third = played(&first, "Kf8@h7 Rf2@h8 Ke8@h7 Re2@h8");
    assert_eq!(given(&third), Some((3, 0)));
    assert_eq!(third.result(), win(Side::WHITE, RulesEnding::ThirdCheck));
    assert_eq!((third.count_turns(), third.piece_moves().len()), (0, 0));
}

#[test]
fn a_king_is_in_reach_when_the_other_side_could_take_it() {
    let in_reach = |fen: &str| position(fen).kings_in_reach().into_iter().collect::<Vec<_>>();
    assert_eq!(in_reach("4k3/8/8/8/8/8/8/K3R2* b - - 0 1"), [Square::E8], "unless this turn saves it");
    assert_eq!(in_reach("4k3/8/8/8/8/8/8/K3R2* w - - 0 1"), [Square::E8], "it can be taken at once");
    assert_eq!(in_reach("4k3/8/8/4*3/8/8/8/K3R3 w - - 0 1"), [], "the duck stands between");
    assert_eq!(in_reach("4k3/8/8/4p3/8/8/8/K3R2* w - - 0 1"), [], "so does a piece");
    assert_eq!(in_reach("4k3/8/3N4/4*3/8/8/8/K7 b - - 0 1"), [Square::E8], "knights jump over the duck");
    assert_eq!(in_reach("8/8/3k4/4P3/8/8/8/K6* b - - 0 1"), [Square::D6], "a pawn takes aslant");
    assert_eq!(in_reach("8/8/4k3/4P3/8/8/8/K6* b - - 0 1"), [], "and not ahead");
    assert_eq!(in_reach("8/8/8/8/8/8/kK6/7* w - - 0 1"), [Square::A2, Square::B2], "kings take kings");
    assert_eq!(in_reach("4k3/8/8/8/4r3/8/8/K3R2* b - - 0 1"), [], "a rook that would take the rook first");
    assert_eq!(in_reach("r3k3/8/8/8/8/8/8/K3R2* b - - 0 1"), [Square::A1, Square::E8]);
}

#[test]
fn no_king_is_in_reach_once_one_is_taken() {
    let start = position("4k2r/8/8/8/8/8/4R3/7K w - - 0 1");
    assert_eq!(start.kings_in_reach().count(), 2);
    assert!(played(&start, "Rxe8").kings_in_reach().is_empty());
    // The third check ends the game too, and the mark tells why.
    let third = played(&position("4k3/8/8/8/8/8/R7/K7 w - - 0 1 +2+0"), "Re2@h8");
    assert_eq!(third.kings_in_reach(), Square::E8.into());
}

#[test]
fn taking_the_king_wins_in_three_check_too() {
    let start = position("4k3/8/8/8/8/8/4R3/K7 w - - 0 1 +0+0");
    let over = played(&start, "Rxe8");
    assert_eq!(over.result(), win(Side::WHITE, RulesEnding::KingCaptured));
    assert_eq!(over.to_string(), "4R3/8/8/8/8/8/8/K7 b - - 0 1 +0+0");
}

#[test]
fn a_third_check_ends_the_counting() {
    let open = Position::from_fen(Variant::ThreeCheckDuck, "4k3/8/8/8/8/8/R7/K7 w - - 0 1 +0+0").unwrap();
    let decided = Position::from_fen(Variant::ThreeCheckDuck, "4k3/8/8/8/8/8/R7/K7 w - - 0 1 +2+0").unwrap();
    assert_eq!(open.perft(1), decided.perft(1));
    let mut checks = 0;
    let mut others = 0;
    decided.for_each_turn(|turn| {
        let after = decided.play(turn);
        others += after.count_turns();
        checks += u64::from(after.result().is_some());
    });
    assert!(checks > 0);
    assert_eq!(decided.perft(2), others);
}

#[test]
fn who_cannot_move_wins() {
    let start = position("7k/8/8/*7/8/p1p5/P1P5/KB6 b - - 0 1");
    assert_eq!(played(&start, "Kg7@b2").result(), win(Side::WHITE, RulesEnding::Fowled));
}

#[test]
fn the_duck_can_be_put_on_the_en_passant_square_and_prevents_the_capture() {
    let start = position("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    assert_eq!(played(&start, "e4@e2").en_passant(), Some(Square::E3));
    assert_eq!(played(&start, "e4@e3").en_passant(), None);
    assert_eq!(
        played(&start, "e4@h8 dxe3@e4").to_string(),
        "8/8/8/8/4*3/4p3/8/4K3 w - - 0 2".replace("8/8/8", "4k3/8/8")
    );
}

#[test]
fn castling_moves_both_and_its_rights_end_with_either() {
    let start = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(played(&start, "O-O@e1").to_string(), "r3k2r/8/8/8/8/8/8/R3*RK1 b kq - 1 1");
    assert_eq!(played(&start, "O-O-O@e1").to_string(), "r3k2r/8/8/8/8/8/8/2KR*2R b kq - 1 1");
    assert_eq!(played(&start, "Rxa8@a1").to_string(), "R3k2r/8/8/8/8/8/8/*3K2R b Kk - 0 1");
    assert_eq!(played(&start, "Ke2@a3").to_string(), "r3k2r/8/8/8/8/*7/4K3/R6R b kq - 1 1");
}

#[test]
fn a_pawn_that_takes_the_king_still_becomes_something() {
    let start = position("3k4/2P5/8/8/8/8/8/4K3 w - - 0 1");
    let kings: Vec<_> = start.piece_moves().into_iter().filter(|piece_move| piece_move.captures_king()).collect();
    assert_eq!(kings.len(), PROMOTIONS.len());
    assert_eq!(start.write_piece_move(kings[0]), "cxd8=Q");
}

#[test]
fn counts_what_has_been_taken() {
    let start = DuckPosition::start();
    let captured = |position: &DuckPosition, color: Color, role: Role| position.captured()[color][role];
    let later = played(&start, "e4@a3 d5@a4 exd5@a3 Qxd5@a4 Nc3@a3 Qxg2@a4 Bxg2@a3");
    assert_eq!(captured(&later, Color::White, Role::Pawn), 2);
    assert_eq!(captured(&later, Color::Black, Role::Pawn), 1);
    assert_eq!(captured(&later, Color::Black, Role::Queen), 1);
    assert_eq!(start.captured(), ByColor::default());
    let promoted = position("rnbqkbnr/1ppppppp/8/8/8/8/1PPPPPPP/RNBQKBNQ w - - 0 1");
    assert_eq!(captured(&promoted, Color::White, Role::Pawn), 0);
    assert_eq!(captured(&promoted, Color::White, Role::Rook), 1);
    assert_eq!(captured(&promoted, Color::Black, Role::Pawn), 1);
}

#[test]
fn fifty_moves_of_each_may_be_claimed() {
    let position =
        |clock: u32| Position::from_fen(Variant::Duck, &format!("4k3/8/8/8/8/8/8/4K2R w - - {clock} 80")).unwrap();
    assert_eq!(position(99).quiet_claim(), None);
    assert_eq!(position(100).quiet_claim(), Some(DrawClaim::FiftyMoves));
    let Position::Duck(start) = position(99) else { panic!("another game") };
    assert_eq!(played(&start, "Rh2@a1").halfmove_clock(), 100);
}

#[test]
fn keys_are_the_same_on_every_machine() {
    // Computed by another program from the description of the key.
    for (fen, key) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x1997_842c_7eed_0c90),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+0", 0xacac_8c67_d6aa_a84d),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/7*/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x381f_198f_773d_97b2),
        ("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P*2/2NPBN2/PPPQ1PPP/R3K2R b Kq - 1 9", 0x3754_08ef_3d7e_1073),
        ("8/5k2/8/8/8/2P5/2K5/8 w - - 0 1 +1+2", 0x7925_7644_b6e0_1ac3),
    ] {
        assert_eq!(position(fen).key(), key, "{fen}");
    }
}

#[test]
fn clocks_and_numbers_do_not_matter_for_repetition() {
    let early = position("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    let late = position("4k3/8/8/8/8/8/8/4K2R w - - 30 80");
    assert!(early.repeats(&late));
    assert_eq!(early.key(), late.key());
    assert_ne!(early.key(), position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").key());
    assert_ne!(early.key(), position("4k3/8/8/8/8/8/8/4K2R b - - 0 1").key());
    assert_ne!(early.key(), position("4k3/8/8/8/8/8/8/*3K2R w - - 0 1").key());
}
