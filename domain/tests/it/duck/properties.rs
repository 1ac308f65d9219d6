//! What holds for every position that random play can reach.

use std::collections::HashSet;
use std::ops::ControlFlow;

use domain::rules::duck::{DuckFen, DuckPosition, DuckTurn};
use proptest::collection::vec;
use proptest::prelude::*;
use shakmaty::{Bitboard, Board, ByColor, Color, Piece, Rank, Role, Square};

fn turns(position: &DuckPosition) -> Vec<DuckTurn> {
    let mut turns = Vec::new();
    position.for_each_turn(|turn| turns.push(turn));
    turns
}

/// Plays on, each number choosing a turn, until the game ends or the numbers do.
fn random_play(start: DuckPosition, choices: &[u32]) -> DuckPosition {
    choices.iter().fold(start, |position, &choice| {
        let turns = turns(&position);
        // Few games of random turns get past an exposed king: take it only if nothing else is left.
        let open: Vec<_> = turns.iter().filter(|turn| !turn.captures_king()).collect();
        match open.get(choice as usize % open.len().max(1)) {
            Some(&&turn) if position.play(turn).result().is_none() => position.play(turn),
            _ => position,
        }
    })
}

/// A position of random pieces, or none if it cannot be.
fn composition(pieces: &[(u32, Piece)], kings: (u32, u32), duck: Option<u32>, black: bool) -> Option<DuckPosition> {
    let mut board = Board::empty();
    pieces.iter().for_each(|&(square, piece)| board.set_piece_at(Square::new(square), piece));
    board.set_piece_at(Square::new(kings.0), Color::White.king());
    board.set_piece_at(Square::new(kings.1), Color::Black.king());
    let duck = duck.map(Square::new).filter(|&square| !board.occupied().contains(square));
    let color = Color::from_black(black);
    let setup = DuckFen { board, duck, color, castling: Bitboard::EMPTY, ..DuckFen::from(&DuckPosition::start()) };
    setup.try_into().ok()
}

prop_compose! {
    fn pieces()(pieces in vec((0..64_u32, 0..5_usize, any::<bool>()), 0..24)) -> Vec<(u32, Piece)> {
        let role = |n: usize| [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen][n];
        pieces.into_iter().map(|(square, n, white)| (square, role(n).of(Color::from_white(white)))).collect()
    }
}

pub(crate) fn any_start() -> impl Strategy<Value = DuckPosition> {
    let composed = (pieces(), (0..64_u32, 0..64_u32), proptest::option::of(0..64_u32), any::<bool>())
        .prop_filter_map("no position", |(pieces, kings, duck, black)| composition(&pieces, kings, duck, black));
    let castling = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P*2/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 1 9";
    let start = prop_oneof![Just(DuckPosition::start()), Just(super::position(castling)), composed,];
    (start, any::<bool>()).prop_map(|(start, three_check)| {
        let checks = three_check.then(ByColor::default);
        DuckFen { checks, ..DuckFen::from(&start) }.try_into().unwrap()
    })
}

fn any_position() -> impl Strategy<Value = DuckPosition> {
    (any_start(), vec(any::<u32>(), 0..40)).prop_map(|(start, choices)| random_play(start, &choices))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_key_kept_up_to_date_is_the_key_worked_out_afresh(position in any_position()) {
        for turn in turns(&position) {
            let after = position.play(turn);
            prop_assert_eq!(position.key_after(position.key(), turn, &after), after.key(), "{} {}", position, turn);
        }
    }

    #[test]
    fn positions_of_a_game_have_the_same_key_if_they_repeat_each_other(
        start in any_start(),
        choices in vec(0..4_u32, 0..60),
    ) {
        let mut positions = vec![start];
        let mut key = positions[0].key();
        for choice in choices {
            let last = positions.last().unwrap();
            // Kings and knights to and fro, and few squares for the duck, so that positions come again.
            let shuffles = |turn: &DuckTurn| {
                matches!(turn.piece_move().role(), Role::King | Role::Knight)
                    && turn.capture().is_none()
                    && turn.duck().is_some_and(|duck| Bitboard::from(Rank::Fourth).contains(duck))
            };
            let turns: Vec<_> = turns(last).into_iter().filter(shuffles).collect();
            let Some(&turn) = turns.get(choice as usize % turns.len().max(1)) else { break };
            let after = last.play(turn);
            key = last.key_after(key, turn, &after);
            prop_assert_eq!(key, after.key());
            positions.push(after);
        }
        for (n, position) in positions.iter().enumerate() {
            for other in &positions[..n] {
                prop_assert_eq!(position.repeats(other), position.key() == other.key());
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
    fn every_turn_is_written_uniquely_and_reads_back(position in any_position()) {
        let mut written = HashSet::new();
        for turn in turns(&position) {
            let short = position.write_turn(turn);
            prop_assert_eq!(position.read_turn(&short), Ok(turn), "{}", short);
            prop_assert_eq!(position.read_turn(&turn.to_string()), Ok(turn), "{}", turn);
            prop_assert!(written.insert(short));
            prop_assert!(position.is_legal(turn));
        }
        prop_assert_eq!(written.len() as u64, position.count_turns());
    }

    #[test]
    fn every_turn_leads_to_a_position_that_its_fen_tells(position in any_position()) {
        let mut keys = HashSet::new();
        for turn in turns(&position) {
            let after = position.play(turn);
            let read = after.to_string().parse::<DuckPosition>();
            prop_assert_eq!(read, Ok(after.clone()), "{}", turn);
            let duck = if turn.captures_king() { position.duck() } else { turn.duck() };
            prop_assert_eq!((after.duck(), after.color()), (duck, !position.color()));
            prop_assert!(keys.insert(after.key()), "{}", turn);
        }
    }

    #[test]
    fn only_legal_coordinates_are_read(position in any_position()) {
        let legal: HashSet<String> = position.piece_moves().iter().map(|piece_move| piece_move.to_string()).collect();
        for from in Square::ALL {
            for to in Square::ALL {
                for promotion in ["", "q"] {
                    let text = format!("{from}{to}{promotion}");
                    match position.read_piece_move(&text) {
                        Ok(piece_move) => prop_assert!(legal.contains(&piece_move.to_string()), "{}", text),
                        Err(error) => prop_assert!(!legal.contains(&text), "{}: {}", text, error),
                    }
                }
            }
        }
    }

    #[test]
    fn a_king_is_in_reach_when_a_move_takes_it(position in any_position()) {
        let can_take = position.piece_moves().iter().any(|piece_move| piece_move.captures_king());
        let theirs = position.board().by_color(!position.color());
        if position.result().is_none() {
            prop_assert_eq!(position.kings_in_reach().intersects(theirs), can_take);
        }
    }

    #[test]
    fn the_moment_between_piece_and_duck_offers_the_same_turns(position in any_position()) {
        let mut halves = 0;
        for piece_move in position.piece_moves() {
            let half = position.half_turn(piece_move);
            prop_assert!(half.duck_squares().is_disjoint(half.board().occupied()));
            halves += if piece_move.captures_king() { 1 } else { half.duck_squares().count() };
            for square in Square::ALL {
                let allowed = half.duck_squares().contains(square) || piece_move.captures_king();
                prop_assert_eq!(half.turn(Some(square)).is_ok(), allowed);
            }
        }
        prop_assert_eq!(halves as u64, position.count_turns());
    }

    #[test]
    fn turns_of_other_positions_break_nothing(position in any_position(), other in any_position()) {
        for turn in turns(&other).into_iter().step_by(7) {
            let strange = position.play(turn);
            let _ = (strange.to_string(), strange.result(), strange.piece_moves(), strange.key());
            let _ = position.write_turn(turn);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(
        text in "\\PC{0,24}",
        turn in "[NBRQKa-k0-9xO=@,Θ{} +.-]{0,14}",
        fen in "[pnbrqkPNBRQK*1-8/ w-]{0,80}",
        position in any_position(),
    ) {
        for text in [&text, &turn] {
            let _ = (position.read_turn(text), position.read_piece_move(text), text.parse::<DuckPosition>());
        }
        let _ = fen.parse::<DuckPosition>();
    }
}
