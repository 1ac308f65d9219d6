//! What holds for every position of chess that random play can reach: shakmaty, which others wrote, says the same.

use domain::rules::check_status::CheckStatus;
use domain::rules::chess::{ChessPosition, ChessTurn};
use domain::rules::outcome::RulesEnding;
use domain::rules::position::Position;
use proptest::collection::vec;
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use super::{KIWIPETE, position};

fn turns(position: &ChessPosition) -> Vec<ChessTurn> {
    let mut turns = Vec::new();
    position.for_each_turn(|turn| turns.push(turn));
    turns
}

fn any_start() -> impl Strategy<Value = ChessPosition> {
    static FENS: [&str; 5] = [
        KIWIPETE,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/8/4k3/8/2p5/2P5/PP1P2K1/3b4 w - - 3 40",
        "4k3/1P4P1/8/8/8/8/1p4p1/4K3 w - - 0 1",
    ];
    prop_oneof![2 => Just(ChessPosition::start()), 3 => prop::sample::select(&FENS[..]).prop_map(position)]
}

/// Where a game may begin that is written and read.
pub fn any_beginning() -> impl Strategy<Value = ChessPosition> {
    (any_start(), vec(any::<u32>(), 0..30)).prop_map(|(start, choices)| {
        choices.iter().fold(start, |position, &choice| {
            let turns = turns(&position);
            turns.get(choice as usize % turns.len().max(1)).map_or(position.clone(), |&turn| position.play(turn))
        })
    })
}

fn theirs(position: &ChessPosition) -> Chess {
    position.to_string().parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn shakmaty_says_the_same(start in any_start(), choices in vec(any::<u32>(), 0..60)) {
        let mut position = start;
        for choice in choices {
            let chess = theirs(&position);
            let ours = turns(&position);
            let mut written: Vec<_> = ours.iter().map(|turn| (turn.to_string(), position.write_turn(*turn))).collect();
            let mut expected: Vec<_> = chess.legal_moves().into_iter().map(|one| {
                let coordinates = UciMove::from_move(one, CastlingMode::Standard).to_string();
                (coordinates, SanPlus::from_move(chess.clone(), one).to_string())
            }).collect();
            written.sort();
            expected.sort();
            prop_assert_eq!(written, expected, "{}", position);
            prop_assert_eq!(position.count_turns(), ours.len() as u64);
            prop_assert_eq!(position.king_in_check().is_some(), chess.is_check());
            let ending = position.result().map(|result| result.ending);
            prop_assert_eq!(ending == Some(RulesEnding::Checkmate), chess.is_checkmate());
            prop_assert_eq!(ending == Some(RulesEnding::Stalemate), chess.is_stalemate());
            prop_assert_eq!(ending == Some(RulesEnding::DeadPosition), chess.is_insufficient_material() && !ours.is_empty());
            let fen = Fen::from_position(&chess, EnPassantMode::Legal).to_string();
            prop_assert_eq!(position.to_string(), fen);
            let Some(&turn) = ours.get(choice as usize % ours.len().max(1)) else { break };
            position = position.play(turn);
        }
    }

    #[test]
    fn turns_and_positions_are_read_as_they_are_written(position in any_beginning()) {
        for turn in turns(&position) {
            prop_assert!(position.is_legal(turn));
            prop_assert_eq!(position.read_turn(&position.write_turn(turn)), Ok(turn));
            prop_assert_eq!(position.read_turn(&turn.to_string()), Ok(turn));
            let after = position.play(turn);
            prop_assert_eq!(after.to_string().parse::<ChessPosition>(), Ok(after));
        }
    }

    #[test]
    fn no_text_makes_a_position_panic(position in any_beginning(), text in "[a-hNBRQKOx1-8=+#@0-]{0,8}") {
        if let Ok(turn) = position.read_turn(&text) {
            prop_assert!(turns(&position).contains(&turn), "{} {}", position, text);
        }
    }

    #[test]
    fn turns_of_other_positions_and_other_games_do_not_panic(one in any_beginning(), other in any_beginning()) {
        for turn in turns(&other) {
            let after = one.play(turn);
            let _ = (after.result(), after.count_turns(), after.to_string(), after.check_status(after.seat_to_move()));
            let _ = (one.is_legal(turn), one.write_turn(turn));
        }
        let (chess, duck) = (Position::Chess(one), Position::start(domain::rules::variant::Variant::Duck));
        let _ = duck.try_for_each_turn(|turn| {
            assert_eq!(chess.play(turn), chess);
            assert!(!chess.is_legal(turn));
            std::ops::ControlFlow::Break(())
        });
        chess.for_each_turn(|turn| assert_eq!(duck.play(turn), duck));
        assert_eq!(duck.check_status(duck.seat_to_move()), CheckStatus::Free);
    }
}
