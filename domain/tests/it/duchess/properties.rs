//! What holds for every position, reached by random play or composed of random pieces.

use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

use domain::rules::duchess::{DuchessFen, DuchessPosition, Piece, Reach, Role, SetUp, Square, SquareSet};
use domain::rules::outcome::Outcome;
use domain::rules::seat::{Seat, SeatSet};
use proptest::collection::vec;
use proptest::prelude::*;

use super::naive::Naive;
use super::{played_by, turned, turns};

/// A king for each seat and a few pieces more, anywhere, and some that were taken: full of checks, mates and missed turns.
fn composition(set_up: SetUp, pieces: &[(usize, usize, usize)], out: u8, mover: usize) -> Option<DuchessPosition> {
    let seats: Vec<Seat> = set_up.seating().seats().collect();
    let squares: Vec<Square> = set_up.squares().into_iter().collect();
    let (mut board, mut taken) = (vec![String::new(); seats.len()], vec![String::new(); seats.len()]);
    let mut occupied = SquareSet::EMPTY;
    for (n, &(seat, role, at)) in pieces.iter().enumerate() {
        let (seat, role) = if n < seats.len() { (n, Role::King) } else { (seat % seats.len(), Role::ALL[role]) };
        let (letter, square) = (role.letter(), squares[at % squares.len()]);
        let count = board[seat].matches(letter).count() + taken[seat].matches(letter).count();
        if count == SetUp::count_of(role) {
            continue;
        }
        if !occupied.contains(square) {
            occupied.insert(square);
            board[seat].push_str(&format!("{letter}{square}"));
        } else if role != Role::King {
            taken[seat].push(letter);
        }
    }
    taken.iter_mut().filter(|taken| taken.is_empty()).for_each(|taken| taken.push('-'));
    let flap = set_up.flap(seats[mover % seats.len()]);
    let fen = format!("{set_up} {flap} {} {} - 0 1", board.join("/"), taken.join("/"));
    // None if two kings came to one square.
    let position: DuchessPosition = fen.parse().ok()?;
    Some(if out < 40 { position.drop_out(seats[usize::from(out) % seats.len()]) } else { position })
}

fn any_composition(of: &'static [SetUp]) -> impl Strategy<Value = DuchessPosition> {
    let set_up = prop::sample::select(of);
    (set_up, vec((0..6_usize, 0..9_usize, 0..157_usize), 6..40), any::<u8>(), 0..6_usize)
        .prop_filter_map("no position", |(set_up, pieces, out, mover)| composition(set_up, &pieces, out, mover))
}

fn any_start_of(of: &'static [SetUp]) -> impl Strategy<Value = DuchessPosition> {
    prop_oneof![prop::sample::select(of).prop_map(DuchessPosition::start), any_composition(of)]
}

pub(super) fn any_start() -> impl Strategy<Value = DuchessPosition> {
    any_start_of(&SetUp::ALL)
}

fn any_position_of(of: &'static [SetUp]) -> impl Strategy<Value = DuchessPosition> {
    (any_start_of(of), vec(any::<u32>(), 0..60)).prop_map(|(start, choices)| played_by(&start, &choices))
}

fn any_position() -> impl Strategy<Value = DuchessPosition> {
    any_position_of(&SetUp::ALL)
}

/// A position of the whole board as the player on the right sees it.
fn seen_from_the_right(position: &DuchessPosition) -> DuchessPosition {
    let seating = position.set_up().seating();
    let next = |seat: Seat| seating.seat((seat.index() + 1) % seating.len()).unwrap();
    let pieces = position.board().pieces();
    let board = pieces.map(|(square, piece)| (turned(square), Piece { seat: next(piece.seat), ..piece })).collect();
    let mut fen = DuchessFen { board, seat: next(position.seat_to_move()), ..DuchessFen::from(position) };
    fen.captured.rotate_right(1);
    fen.dropped_out = SeatSet::default();
    seating.seats().filter(|&seat| position.has_dropped_out(seat)).for_each(|seat| fen.dropped_out.insert(next(seat)));
    fen.try_into().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_key_kept_up_to_date_is_the_key_worked_out_afresh(position in any_position()) {
        for turn in turns(&position) {
            let after = position.play(turn);
            prop_assert_eq!(position.key_after(position.key(), turn, &after), after.key(), "{} {}", position, turn);
            prop_assert_eq!(position.repeats(&after), position.key() == after.key());
        }
    }

    #[test]
    fn captures_and_promotions_are_listed_alone_in_the_same_order(position in any_position()) {
        let mut listed = Vec::new();
        position.for_each_capture_or_promotion(|turn| listed.push(turn));
        let all = turns(&position).into_iter();
        let expected: Vec<_> = all.filter(|turn| turn.capture().is_some() || turn.promotion().is_some()).collect();
        prop_assert_eq!(listed, expected);
    }

    #[test]
    fn passing_changes_nothing_but_whose_turn_it_is(position in any_position()) {
        let passed = position.pass();
        prop_assert_eq!(passed.board(), position.board());
        prop_assert_eq!(position.key_after_pass(position.key(), &passed), passed.key());
        let seats: Vec<_> = position.set_up().seating().seats().collect();
        let alone = position.missed_until(&passed).count() + 1 == seats.len();
        prop_assert_eq!(alone, passed.seat_to_move() == position.seat_to_move());
    }

    #[test]
    fn a_square_is_threatened_by_whoever_threatens_from_where_they_stand(position in any_position()) {
        let (board, reach) = (position.board(), Reach::of(position.set_up()));
        let seating = position.set_up().seating();
        for seat in seating.seats() {
            let others = board.pieces().filter(|(_, piece)| seating.side(piece.seat) != seating.side(seat));
            let threatened = others.fold(SquareSet::EMPTY, |threatened, (square, piece)| {
                threatened | board.threatened_from(reach, piece.role, square)
            });
            for square in position.set_up().squares() {
                prop_assert_eq!(threatened.contains(square), position.threatening(seat, square).is_some());
            }
        }
    }

    #[test]
    fn listing_breaks_off_where_it_is_told_to(position in any_position(), index in any::<prop::sample::Index>()) {
        let turns = turns(&position);
        prop_assert_eq!(position.has_turn(), !turns.is_empty());
        prop_assume!(!turns.is_empty());
        let last = index.index(turns.len());
        let mut visited = 0;
        let broken_off = position.try_for_each_turn(|turn| {
            visited += 1;
            if visited > last { ControlFlow::Break(turn) } else { ControlFlow::Continue(()) }
        });
        prop_assert_eq!(broken_off, ControlFlow::Break(turns[last]));
        prop_assert_eq!(visited, last + 1);
    }

    #[test]
    fn legal_turns_are_those_of_the_slow_model(position in any_position()) {
        prop_assume!(position.result().is_none());
        let listed = turns(&position);
        let texts: BTreeSet<String> = listed.iter().map(ToString::to_string).collect();
        prop_assert_eq!(texts.len(), listed.len(), "each is listed once");
        prop_assert_eq!(listed.len() as u64, position.count_turns());
        prop_assert_eq!(texts, Naive::from(&position).turns(), "{}", position);
    }

    #[test]
    fn games_go_on_and_end_as_in_the_slow_model(position in any_position()) {
        let set_up = position.set_up();
        let flap = |seat| set_up.flap(seat).number();
        for turn in turns(&position).into_iter().step_by(5) {
            let after = position.play(turn);
            let mut naive = Naive::from(&after);
            naive.mover = flap(position.seat_to_move());
            let (winners, missed, next) = naive.goes_on();
            let won = |seat| matches!(after.result(), Some(result) if result.outcome == Outcome::Win(set_up.seating().side(seat)));
            prop_assert_eq!(set_up.seating().seats().filter(|&seat| won(seat)).map(flap).collect::<Vec<_>>(), winners);
            prop_assert_eq!(position.missed_until(&after).map(flap).collect::<Vec<_>>(), missed, "{}: {}", position, turn);
            prop_assert_eq!(after.result().is_none().then(|| flap(after.seat_to_move())), next, "{}: {}", position, turn);
        }
    }

    #[test]
    fn every_turn_is_written_uniquely_and_reads_back(position in any_position()) {
        let mut written = HashSet::new();
        for turn in turns(&position) {
            prop_assert_eq!(position.read_turn(&turn.to_string()), Ok(turn), "{}", turn);
            prop_assert!(written.insert(turn.to_string()), "{}", turn);
            prop_assert!(position.targets(turn.from()).contains(turn.to()));
        }
        prop_assert!(turns(&position).first().is_none_or(|&turn| position.is_legal(turn)));
    }

    #[test]
    fn no_turn_leaves_the_mover_in_check(position in any_position()) {
        let mover = position.seat_to_move();
        for turn in turns(&position) {
            let after = position.play(turn);
            prop_assert!(!after.is_in_check(mover), "{}: {}", position, turn);
            prop_assert!(turn.capture() != Some(Role::King));
            prop_assert!(after.king(mover).is_some());
        }
    }

    #[test]
    fn every_turn_leads_to_a_position_that_its_fen_tells(position in any_position()) {
        let mut keys = HashSet::new();
        for turn in turns(&position) {
            let after = position.play(turn);
            prop_assert_eq!(after.to_string().parse(), Ok(after.clone()), "{}", after);
            prop_assert!(keys.insert(after.key()), "{}", turn);
            prop_assert!(after.repeats(&after) && !after.repeats(&position));
        }
    }

    #[test]
    fn every_flap_is_like_the_next(position in any_position_of(&[SetUp::Six])) {
        let right = seen_from_the_right(&position);
        let texts: BTreeSet<String> = turns(&right).iter().map(ToString::to_string).collect();
        let expected = turns(&position).into_iter().map(|turn| {
            let [from, to] = [turn.from(), turn.to()];
            let text = turn.to_string().replacen(&from.to_string(), "from", 1);
            text.replacen(&to.to_string(), &turned(to).to_string(), 1).replacen("from", &turned(from).to_string(), 1)
        });
        prop_assert_eq!(texts, expected.collect());
        prop_assert_eq!(right.result().is_some(), position.result().is_some());
    }

    #[test]
    fn turns_of_other_positions_break_nothing(position in any_position(), other in any_position()) {
        for turn in turns(&other).into_iter().step_by(7) {
            let strange = position.play(turn);
            let _ = (strange.to_string(), strange.result(), turns(&strange), strange.key());
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(
        text in "\\PC{0,24}",
        turn in "[NBRQKDFWPV1-7a-fx=(),+ -]{0,14}",
        fen in "(6|4|3|2x2|2) [1-7] [NBRQKDFWPV1-6a-e/]{0,60} [PNQ/-]{0,9} [1-6-]{0,2} [0-9]{0,3}",
        position in any_position(),
    ) {
        for text in [&text, &turn] {
            let _ = (position.read_turn(text), text.parse::<DuchessPosition>(), text.parse::<Square>());
        }
        let _ = fen.parse::<DuchessPosition>();
    }
}
