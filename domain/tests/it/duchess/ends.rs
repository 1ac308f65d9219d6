//! How games end, and who misses turns before they do.

use domain::rules::check_status::CheckStatus;
use domain::rules::duchess::{DuchessPosition, Flap, SetUp};
use domain::rules::outcome::{Outcome, RulesEnding, RulesResult};
use domain::rules::seat::{Seat, SeatSet, Side};

use super::{played, position, read};

/// Red stands in the corner and Blue's rook comes with mate; Green does in another, and Magenta's rook comes so.
const TWO_CORNERS: &str = "4 2 K1a1/R1e2R1c4K2c1/K4a1P1d6/R4e2R4c4K5c1";

fn seat(position: &DuchessPosition, flap: usize) -> Seat {
    position.set_up().seat_at(Flap::new(flap).unwrap()).unwrap()
}

fn flap_to_move(position: &DuchessPosition) -> usize {
    position.set_up().flap(position.seat_to_move()).number()
}

fn won_by(position: &DuchessPosition, flap: usize, ending: RulesEnding) -> Option<RulesResult> {
    let side = position.set_up().seating().side(seat(position, flap));
    Some(RulesResult { outcome: Outcome::Win(side), ending })
}

/// The flaps of those who miss their turns after this one.
fn missed(position: &DuchessPosition, text: &str) -> Vec<usize> {
    let seats = position.missed_until(&position.play(read(position, text)));
    seats.map(|seat| position.set_up().flap(seat).number()).collect()
}

#[test]
fn mate_wins_at_once_where_each_has_one_king() {
    let mated = played(&position("2 4 K1a1/R1e2R1c4K4c1"), "R1c4-1c1");
    assert_eq!(mated.result(), won_by(&mated, 4, RulesEnding::Checkmate));
    assert_eq!(
        mated.result().unwrap(),
        RulesResult { outcome: Outcome::Win(Side::BLACK), ending: RulesEnding::Checkmate }
    );
    assert_eq!((mated.count_turns(), flap_to_move(&mated)), (0, 1));
}

#[test]
fn who_is_mated_misses_turns_until_released() {
    let start = position(TWO_CORNERS);
    let mated = played(&start, "R1c4-1c1");
    assert_eq!((mated.result(), mated.check_status(seat(&mated, 1))), (None, CheckStatus::Checkmated));
    let before = played(&mated, "1d6-1d5");
    assert_eq!(missed(&before, "K5c1-5b1"), [1]);
    let again = played(&before, "K5c1-5b1");
    assert_eq!((flap_to_move(&again), again.round().get(), again.quiet_turns()), (2, 2, 2));
    let released = played(&again, "R1c1-1c2 1d5-1d6");
    assert_eq!(missed(&released, "K5b1-5a1"), [0; 0]);
    assert_eq!(flap_to_move(&played(&released, "K5b1-5a1")), 1);
}

#[test]
fn a_side_has_lost_when_all_its_kings_are_mated_at_once() {
    let won = played(&position(TWO_CORNERS), "R1c4-1c1 1d6-1d5 R4c4-4c1");
    assert_eq!(won.result(), won_by(&won, 2, RulesEnding::Checkmate));
    assert_eq!(
        won.result().unwrap(),
        RulesResult { outcome: Outcome::Win(Side::BLACK), ending: RulesEnding::Checkmate }
    );
}

#[test]
fn a_partner_may_end_a_mate() {
    let mated = played(&position("4 2 K1a1P1d6/R1e2R1c4K2c1/K4a1R1b4/K5c1"), "R1c4-1c1");
    assert_eq!(mated.check_status(seat(&mated, 1)), CheckStatus::Checkmated);
    let released = played(&mated, "R1b4-1b1");
    assert_eq!(released.check_status(seat(&released, 1)), CheckStatus::Free, "the rook stands between");
}

#[test]
fn stalemate_is_no_draw_but_misses_turns() {
    let before = position("4 5 K1a1/R1e2R1b4K2c1/P4c3K4c1/K5c1");
    assert_eq!(before.check_status(seat(&before, 1)), CheckStatus::Stalemated);
    assert_eq!(missed(&before, "K5c1-5b1"), [1]);
}

#[test]
fn it_is_a_draw_when_no_seat_at_all_can_move() {
    let stuck = position("4 4 K1c1R5e2R5b4/R4e2R4b4K2c1/K4a1/K5a1 - 12 0 1");
    let result = RulesResult { outcome: Outcome::Draw, ending: RulesEnding::NobodyCanMove };
    assert_eq!((stuck.result(), stuck.count_turns()), (Some(result), 0));
    assert_eq!(result, RulesResult { outcome: Outcome::Draw, ending: RulesEnding::NobodyCanMove });
}

#[test]
fn of_three_the_one_on_the_right_of_the_mated_wins() {
    let mated = played(&position("3 3 K1a1/R1e2R1c4K3c1/K5c1"), "R1c4-1c1");
    assert_eq!(mated.result(), won_by(&mated, 5, RulesEnding::Checkmate), "though it was Yellow's turn");
    let both = position("3 1 K1a1/R1c1R1e2K3c1Q5c1F5e2/K5a1");
    assert_eq!(both.result(), won_by(&both, 3, RulesEnding::Checkmate), "Yellow mates both others");
}

#[test]
fn who_is_out_of_time_moves_no_more_but_stays_in_the_way() {
    let start = DuchessPosition::start(SetUp::Six);
    let without = start.drop_out(seat(&start, 1)).drop_out(seat(&start, 4));
    assert_eq!((flap_to_move(&without), without.round().get()), (2, 1));
    let later = played(&without, "2c3-2c4");
    assert_eq!(missed(&later, "3c3-3c4"), [4]);
    let later = played(&later, "3c3-3c4 5c3-5c4");
    assert_eq!(missed(&later, "6c3-6c4"), [1]);
    assert_eq!(later.board().of_seat(seat(&start, 1)).count(), 15);
    assert!(played(&position(TWO_CORNERS).drop_out(seat(&position(TWO_CORNERS), 5)), "R1c4-1c1").result().is_none());
}

#[test]
fn a_side_all_of_whose_seats_are_out_has_lost() {
    let start = DuchessPosition::start(SetUp::Four);
    let one = start.drop_out(seat(&start, 1));
    assert_eq!(one.result(), None);
    let both = one.drop_out(seat(&start, 4));
    assert_eq!(both.result(), won_by(&both, 5, RulesEnding::DroppedOut));
    assert_eq!(both.drop_out(seat(&start, 2)), both, "nothing happens in a game that is over");
    for (set_up, out, winner) in [(SetUp::Three, 1, 5), (SetUp::Three, 3, 1), (SetUp::Three, 5, 3), (SetUp::Two, 4, 1)]
    {
        let start = DuchessPosition::start(set_up);
        let after = start.drop_out(seat(&start, out));
        assert_eq!(after.result(), won_by(&after, winner, RulesEnding::DroppedOut), "{set_up}, {out}");
    }
}

#[test]
fn a_king_whose_seat_is_out_must_still_be_mated() {
    let red_out = position(TWO_CORNERS).drop_out(seat(&position(TWO_CORNERS), 1));
    let green_mated = played(&red_out, "K2c1-2b1 1d6-1d5 R4c4-4c1");
    assert_eq!((green_mated.result(), flap_to_move(&green_mated)), (None, 2));
    let both = played(&green_mated, "R1c4-1c1");
    assert_eq!(both.result(), won_by(&both, 2, RulesEnding::Checkmate));
}

#[test]
fn a_side_has_won_when_the_other_is_lost() {
    let start = DuchessPosition::start(SetUp::Six);
    let lost = |position: &DuchessPosition, flaps: &[usize]| {
        let mut seats = SeatSet::default();
        flaps.iter().for_each(|&flap| seats.insert(seat(position, flap)));
        position.winner_if_lost(seats)
    };
    let won_by = |position: &DuchessPosition, flap| Some(position.set_up().seating().side(seat(position, flap)));
    assert_eq!(lost(&start, &[]), None);
    assert_eq!(lost(&start, &[3, 5]), None);
    assert_eq!(lost(&start, &[1, 3, 5]), won_by(&start, 2));
    let red_out = start.drop_out(seat(&start, 1));
    assert_eq!(lost(&red_out, &[3, 5]), won_by(&start, 2), "who has dropped out keeps nobody from it");
    assert_eq!(lost(&red_out, &[]), None);
    for (set_up, lost_flap, winner) in [(SetUp::Three, 5, 3), (SetUp::Two, 1, 4)] {
        let start = DuchessPosition::start(set_up);
        assert_eq!(lost(&start, &[lost_flap]), won_by(&start, winner), "{set_up}");
    }
}

#[test]
fn a_draw_may_be_claimed_for_the_same_position_three_times() {
    let mut game = vec![position("2 1 K1a1/K4a1")];
    for text in "K1a1-1b1 K4a1-4b1 K1b1-1a1 K4b1-4a1 K1a1-1b1 K4a1-4b1 K1b1-1a1".split(' ') {
        game.push(played(game.last().unwrap(), text));
        assert!(!game.last().unwrap().may_claim_repetition(&game));
    }
    game.push(played(game.last().unwrap(), "K4b1-4a1"));
    assert!(game.last().unwrap().may_claim_repetition(&game));
    assert_eq!(game[0].key(), game.last().unwrap().key());
}

#[test]
fn a_draw_may_be_claimed_after_a_hundred_quiet_turns_of_each() {
    let before = position("4 5 K1a1/K2c1/K4c1P4c3/K5c1 - - 399 150");
    assert!(!before.may_claim_hundred_turns());
    let after = played(&before, "K5c1-5b1");
    assert!(after.may_claim_hundred_turns());
    assert!(!played(&after, "K1a1-1b1 K2c1-2b1 4c3-4c4").may_claim_hundred_turns());
}
