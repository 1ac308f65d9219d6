//! Tables of endings, against the rules and against the search.

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use domain::rules::duck::{DuckFen, DuckPosition};
use domain::rules::outcome::{Outcome, RulesEnding};
use domain::rules::position::Position;
use domain::rules::seat::{Seat, Side};
use domain::rules::turn::Turn;
use engine::game::Game;
use engine::limits::Limits;
use engine::score::{Certain, Score};
use engine::tables::{BuildError, Ending, Table, Verdict, build, check, shipped};
use engine::{Engine, Options};
use shakmaty::{Bitboard, Board, Color, Role, Square};

use crate::chance::{Chance, turns};

const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

fn ending(name: &str) -> Ending {
    name.parse().unwrap()
}

/// A position of two kings and perhaps a man, of either colour, with the duck anywhere.
fn position(chance: &mut Chance, role: Option<Role>) -> DuckPosition {
    let color = if chance.below(2) == 0 { Color::White } else { Color::Black };
    let men = [Some(Role::King.of(color)), Some(Role::King.of(!color)), role.map(|role| role.of(color))];
    let mut board = Board::empty();
    for man in men.into_iter().flatten() {
        let backranks = if man.role == Role::Pawn { Bitboard::BACKRANKS } else { Bitboard::EMPTY };
        board.set_piece_at(any_of(chance, !board.occupied() & !backranks), man);
    }
    let fen = DuckFen {
        duck: Some(any_of(chance, !board.occupied())),
        board,
        color: if chance.below(2) == 0 { Color::White } else { Color::Black },
        castling: Bitboard::EMPTY,
        en_passant: None,
        halfmoves: 0,
        fullmoves: NonZeroU32::MIN,
        checks: None,
    };
    fen.try_into().unwrap()
}

fn any_of(chance: &mut Chance, squares: Bitboard) -> Square {
    let squares: Vec<Square> = squares.into_iter().collect();
    squares[chance.below(squares.len())]
}

/// A thousand positions, with each man as often.
fn thousand() -> Vec<DuckPosition> {
    let mut chance = Chance(1);
    let roles = ROLES.map(Some).into_iter().chain([None]).cycle();
    roles.take(1000).map(|role| position(&mut chance, role)).collect()
}

fn verdict(position: &DuckPosition) -> Verdict {
    shipped().verdict(position).unwrap()
}

/// The engine with its tables, or without, and what it finds.
fn search(engine: &mut Engine, position: &DuckPosition, limits: &Limits) -> Option<(Turn, Score)> {
    engine.forget();
    let found = engine.search(&Game::new(Position::Duck(position.clone())), limits, |_| ());
    found.map(|found| (found.turn(), found.score()))
}

#[test]
fn all_endings_of_three_men_are_shipped() {
    let names: Vec<String> = shipped().iter().map(|table| table.ending().to_string()).collect();
    assert_eq!(names, ["KvK", "KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
}

/// What all turns lead to, in whatever corner of the board and whichever colour is stronger.
#[test]
fn a_position_is_worth_what_its_best_turn_leads_to() {
    for position in thousand() {
        let mut best: Option<Verdict> = None;
        position.for_each_turn(|turn| {
            let after = position.play(turn);
            let brings = if turn.captures_king() { Verdict::Win { plies: 1 } } else { verdict(&after).turn_earlier() };
            best = best.filter(|best| best.rank() >= brings.rank()).or(Some(brings));
        });
        assert_eq!(Some(verdict(&position)), best, "{position}");
    }
}

#[test]
fn positions_agree_with_those_that_their_turns_lead_to() {
    for table in shipped().iter() {
        let checked = check(shipped(), table.ending(), 499).unwrap();
        assert!(checked.positions > 0 && checked.wrong.is_empty(), "{} at {:?}", table.ending(), checked.wrong);
    }
}

/// The search knows nothing of the tables here, and whatever it claims they say as well.
#[test]
fn the_search_claims_nothing_that_the_tables_deny() {
    let mut engine = Engine::new(Options { hash: 1, tables: false, ..Options::default() });
    let mut claims = 0;
    for position in thousand() {
        let Some((_, score)) = search(&mut engine, &position, &Limits::nodes(600)) else { continue };
        let said = verdict(&position);
        let agrees = match (score.certain(), said) {
            (Some(Certain::Win { plies: claimed }), Verdict::Win { plies }) => u32::from(plies) <= claimed,
            (Some(Certain::Loss { plies: claimed }), Verdict::Loss { plies }) => u32::from(plies) <= claimed,
            (Some(_), _) => false,
            (None, _) => true,
        };
        assert!(agrees, "{position} is {said:?}, and the search says {score}");
        claims += u32::from(score.certain().is_some());
    }
    assert!(claims > 100, "only {claims} positions were decided");
}

/// Every turn of both seats is looked at, by the rules alone.
#[test]
fn a_win_in_two_turns_is_known_exactly_where_there_is_one() {
    let captures = |position: &DuckPosition| position.piece_moves().iter().any(|piece_move| piece_move.captures_king());
    let is_doomed = |position: &DuckPosition| {
        let escape = position.try_for_each_turn(|turn| match turn.captures_king() || !captures(&position.play(turn)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        position.has_turn() && escape.is_continue()
    };
    let mut wins = 0;
    for position in thousand() {
        let win = position.try_for_each_turn(|turn| match turn.captures_king() || is_doomed(&position.play(turn)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        let is_known = matches!(verdict(&position), Verdict::Win { plies: 0..=3 });
        assert_eq!(is_known, win.is_break(), "{position}");
        wins += u32::from(is_known && !captures(&position));
    }
    assert!(wins >= 5, "only {wins} positions are won in two turns");
}

#[test]
fn the_engine_says_what_the_tables_say() {
    let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    for position in thousand() {
        let Some((turn, score)) = search(&mut engine, &position, &Limits::depth(1)) else { continue };
        let (said, Turn::Duck(turn)) = (verdict(&position), turn) else { panic!("no turn of the duck: {turn:?}") };
        let expected = match said {
            Verdict::Win { plies } => Score::win_in(plies.into()),
            Verdict::Loss { plies } => Score::loss_in(plies.into()),
            Verdict::Draw => Score::DRAW,
        };
        assert_eq!(score, expected, "{position}");
        if !turn.captures_king() {
            assert_eq!(verdict(&position.play(turn)).turn_earlier(), said, "{turn:?} in {position}");
        }
    }
}

/// Whatever the other does: the best that the tables know, or anything.
#[test]
fn the_engine_wins_what_is_won() {
    let mut chance = Chance(7);
    let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    for role in ROLES {
        for is_random in [false, true] {
            let (start, plies) = loop {
                let start = position(&mut chance, Some(role));
                if let Verdict::Win { plies } = verdict(&start)
                    && plies > 15
                {
                    break (start, plies);
                }
            };
            let mut game = Game::new(Position::Duck(start.clone()));
            let mut made = 0;
            while game.position().result().is_none() {
                let Position::Duck(now) = game.position() else { panic!("not the duck's") };
                let turn = if made % 2 == 0 {
                    engine.search(&game, &Limits::nodes(300), |_| ()).unwrap().turn()
                } else if is_random {
                    let turns = turns(game.position());
                    turns[chance.below(turns.len())]
                } else {
                    Turn::Duck(shipped().ask(now).unwrap().turn.unwrap())
                };
                game.play(turn);
                made += 1;
            }
            let winner = start.color().fold_wb(Side::WHITE, Side::BLACK);
            assert_eq!(game.position().result().unwrap().outcome, Outcome::Win(winner), "{start}");
            assert!(if is_random { made <= plies } else { made == plies }, "{made} turns, not {plies}, from {start}");
        }
    }
}

#[test]
fn a_draw_that_could_be_claimed_before_is_no_win() {
    let longest: DuckPosition = "8/8/8/8/8/8/2k*4/K2R4 w - - 0 1".parse().unwrap();
    let claimed: DuckPosition = "8/8/8/8/8/8/2k*4/K2R4 w - - 80 1".parse().unwrap();
    assert_eq!((verdict(&longest), verdict(&claimed)), (Verdict::Win { plies: 47 }, Verdict::Win { plies: 47 }));
    let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    assert_eq!(search(&mut engine, &longest, &Limits::nodes(300)).unwrap().1, Score::win_in(47));
    assert_eq!(search(&mut engine, &claimed, &Limits::nodes(300)).unwrap().1.certain(), None);
}

#[test]
fn a_table_is_made_written_and_read() {
    let (made, _) = build(&ending("KvK"), shipped()).unwrap();
    let bytes = made.to_bytes().unwrap();
    assert_eq!(&Table::from_bytes(&bytes).unwrap(), shipped().get(&ending("KvK")).unwrap());
    for damaged in [&b""[..], b"KvK", b"KvKP\n", b"QvQ\n", b"KvK\nnothing", &bytes[..bytes.len() / 2]] {
        assert!(Table::from_bytes(damaged).is_err());
    }
    let without_smaller = build(&ending("KQvK"), &[].into_iter().collect());
    assert_eq!(without_smaller.unwrap_err(), BuildError::Missing(ending("KvK")));
}

#[test]
fn tables_are_made_again_as_they_are_shipped() {
    for name in ["KNvK", "KPvK"] {
        let (made, _) = build(&ending(name), shipped()).unwrap();
        let read = Table::from_bytes(&made.to_bytes().unwrap()).unwrap();
        assert_eq!(&read, shipped().get(&ending(name)).unwrap(), "{name}");
    }
}

/// What no table knows is not answered: other men, castling, checks that are counted, a captured king.
#[test]
fn only_what_is_known_is_answered() {
    for fen in [
        "8/8/8/3*4/8/1k6/8/K1QQ4 w - - 0 1",
        "8/8/8/3*4/8/1k6/8/4K2R w K - 0 1",
        "8/8/8/3*4/8/1k6/8/K1Q5 w - - 0 1 +0+0",
        "8/8/8/3*4/8/8/8/K1Q5 b - - 0 1",
    ] {
        let position: DuckPosition = fen.parse().unwrap();
        assert_eq!(shipped().ask(&position), None, "{fen}");
    }
    let without_duck: DuckPosition = "8/8/8/8/8/1k6/8/K1Q5 w - - 0 1".parse().unwrap();
    assert!(matches!(verdict(&without_duck), Verdict::Win { .. }));
}

/// A bare king can win against any man: so nobody has too little to win by, and whose time is up has lost, whatever is left.
#[test]
fn no_men_are_too_few_to_win() {
    for role in ROLES.map(Some).into_iter().chain([None]) {
        for seat in [Color::White, Color::Black] {
            let mut chance = Chance(3);
            let won = (0..1_000_000).map(|_| position(&mut chance, role)).find(|position| {
                let is_bare = position.board().by_color(seat).count() == 1;
                // Not only because the other king stands where it can be captured at once.
                let wins = |position| matches!(verdict(position), Verdict::Win { plies } if plies > 1);
                position.color() == seat && is_bare && wins(position)
            });
            let (winner, loser) = seat.fold_wb((Side::WHITE, Seat::BLACK), (Side::BLACK, Seat::WHITE));
            let result = Position::Duck(won.unwrap()).drop_out(loser).unwrap_err();
            assert_eq!((result.outcome, result.ending), (Outcome::Win(winner), RulesEnding::DroppedOut));
        }
    }
}
