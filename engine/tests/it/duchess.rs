//! Duchess: a search finds what looking at everything finds, plays well enough, and the same each time.

use domain::rules::duchess::{DuchessPosition, DuchessTurn, SetUp};
use domain::rules::outcome::Outcome;
use domain::rules::position::Position;
use domain::rules::seat::{Seat, Side};
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use engine::duchess::{evaluate, evaluate_for};
use engine::game::Game;
use engine::limits::Limits;
use engine::report::Found;
use engine::score::{Certain, Score};
use engine::{Engine, Evaluation, OpponentModel, Options};

use super::chance::{Chance, after_random_turns, composed};
use super::plain::{minimax, of_duchess};

fn pick<T: Copy>(from: &[T], chance: &mut Chance) -> T {
    from[chance.below(from.len())]
}

fn turns(position: &DuchessPosition) -> Vec<DuchessTurn> {
    let mut turns = Vec::new();
    position.for_each_turn(|turn| turns.push(turn));
    turns
}

fn search(position: &DuchessPosition, limits: &Limits, pruning: bool) -> Found {
    let mut engine = Engine::new(Options { hash: 1, pruning, ..Options::default() });
    engine.search(&Game::new(Position::from(position.clone())), limits, |_| ()).unwrap()
}

fn assert_is_minimax(position: &DuchessPosition, depth: u32) {
    let found = search(position, &Limits::depth(depth), false);
    let expected = minimax(&Position::from(position.clone()), Evaluation::ByHand, depth);
    assert_eq!(found.score(), expected, "{position} to depth {depth}");
    assert!(position.is_legal(duchess(found.turn())));
}

fn duchess(turn: Turn) -> DuchessTurn {
    match turn {
        Turn::Duchess(turn) => turn,
        Turn::Duck(_) | Turn::Chess(_) => panic!("{turn:?} is of another game"),
    }
}

#[test]
fn without_pruning_a_search_is_a_minimax() {
    let mut chance = Chance(1);
    for set_up in SetUp::ALL {
        for count in [0, 7, 20, 40, 60] {
            let position = after_random_turns(set_up, count, &mut chance);
            if position.result().is_none() {
                assert_is_minimax(&position, 1);
                assert_is_minimax(&position, 2);
            }
        }
        for extra in 1..=8 {
            let position = composed(set_up, extra, &mut chance);
            (1..=2).for_each(|depth| assert_is_minimax(&position, depth));
            if turns(&position).len() <= 30 {
                assert_is_minimax(&position, 3);
            }
        }
    }
}

#[test]
fn a_position_is_as_good_for_one_side_as_it_is_bad_for_the_other() {
    let mut chance = Chance(2);
    for set_up in SetUp::ALL.into_iter().filter(|&set_up| set_up != SetUp::Three) {
        let position = after_random_turns(set_up, 60, &mut chance);
        let seats: Vec<Seat> = set_up.seating().seats().collect();
        assert_eq!(evaluate_for(&position, seats[0]), -evaluate_for(&position, seats[1]));
        assert_eq!(evaluate(&position), evaluate_for(&position, position.seat_to_move()));
    }
}

#[test]
fn a_claimed_win_or_loss_is_one() {
    let (mut chance, mut claims) = (Chance(3), 0);
    for set_up in SetUp::ALL {
        for _ in 0..40 {
            let position = composed(set_up, 7, &mut chance);
            let found = search(&position, &Limits::nodes(300), true);
            let Some(Certain::Win { plies } | Certain::Loss { plies }) = found.score().certain() else { continue };
            if plies <= 2 {
                claims += 1;
                let expected =
                    of_duchess(&position, position.seat_to_move(), plies, |_, _| Score::DRAW, &mut Vec::new());
                assert_eq!(found.score(), expected, "{position}");
            }
        }
    }
    assert!(claims >= 20, "only {claims} claims");
}

/// What a position is worth for a seat if its two opponents have one reply between them, by looking at every turn. Whoever `has_reply` cannot
/// leave it to the other again.
fn with_one_reply(position: &DuchessPosition, us: Seat, depth: u32, ply: u32, has_reply: bool) -> Score {
    if let Some(result) = position.result() {
        let side = position.set_up().seating().side(us);
        if !matches!(result.outcome, Outcome::Win(_)) {
            return Score::DRAW;
        }
        let win = if ply > 1 { Score::centipawns(20_000 - ply as i32) } else { Score::win_in(ply) };
        return if result.outcome == Outcome::Win(side) { win } else { -win };
    }
    if depth == 0 {
        return evaluate_for(position, us);
    }
    let is_ours = position.seat_to_move() == us;
    let mut scores = Vec::new();
    for turn in turns(position) {
        let after = position.play(turn);
        let may_pass = !is_ours && after.result().is_none() && after.seat_to_move() != us;
        let passed = after.pass();
        let other_passes = may_pass && (passed.result().is_some() || passed.seat_to_move() == us);
        scores.push(with_one_reply(if other_passes { &passed } else { &after }, us, depth - 1, ply + 1, false));
    }
    if is_ours {
        return scores.into_iter().max().unwrap();
    }
    let passed = position.pass();
    if !has_reply && passed.seat_to_move() != us && passed.seat_to_move() != position.seat_to_move() {
        scores.push(with_one_reply(&passed, us, depth, ply + 1, true));
    }
    scores.into_iter().min().unwrap()
}

#[test]
fn with_three_players_one_of_the_others_may_be_expected_to_reply() {
    let mut chance = Chance(6);
    let options = Options { hash: 1, opponent_model: OpponentModel::BestReply, ..Options::default() };
    let (mut plain, mut pruning) =
        (Engine::new(Options { pruning: false, ..options }), Engine::new(Options { pruning: true, ..options }));
    for number in 0..40 {
        let position = composed(SetUp::Three, 1 + number % 8, &mut chance);
        let game = Game::new(Position::from(position.clone()));
        let most = if turns(&position).len() <= 20 { 3 } else { 2 };
        for depth in 1..=most {
            let found = plain.search(&game, &Limits::depth(depth), |_| ()).unwrap();
            let expected = with_one_reply(&position, position.seat_to_move(), depth, 0, false);
            assert_eq!(found.score(), expected, "{position} to depth {depth}");
        }
        // What is shown can be played; and only a win by the very first turn is certain.
        let found = pruning.search(&game, &Limits::nodes(1000), |_| ()).unwrap();
        let mut after = position;
        for &turn in &found.lines[0].turns {
            assert!(after.is_legal(duchess(turn)));
            after = after.play(duchess(turn));
        }
        assert!(matches!(found.score().certain(), None | Some(Certain::Win { plies: 1 })), "{}", found.score());
    }
}

/// Where the seat that thinks is out of turns, its opponents go on by turns, and neither leaves the one reply to the other for ever.
#[test]
fn one_of_the_others_replies_also_where_the_seat_that_thinks_is_out_of_turns() {
    let options = Options { hash: 1, opponent_model: OpponentModel::BestReply, ..Options::default() };
    let mut plain = Engine::new(Options { pruning: false, ..options });
    let mut pruning = Engine::new(Options { pruning: true, ..options });
    for fen in [
        "3 1 K4c5P5d6/Q3a3R4d5K5d4/R2c6K5b3Q5d5 B/B/B - 0 1",
        "3 1 K2c5P4c6/K2e6R4d5Q5c4/R3d4Q5c1K6c6 B/B/B - 0 1",
        "3 1 P3a3K3b4/Q3d6R3e5K5a3/K1d1Q3a2R4e6 B/B/B - 0 1",
    ] {
        let position: DuchessPosition = fen.parse().unwrap();
        let us = position.seat_to_move();
        let runs_out = |turn: &DuchessTurn| {
            let round = position.play(*turn).pass().pass();
            round.result().is_none() && round.seat_to_move() != us
        };
        assert!(turns(&position).iter().any(runs_out), "{fen}");
        let game = Game::new(Position::from(position.clone()));
        for depth in 1..=3 {
            let found = plain.search(&game, &Limits::depth(depth), |_| ()).unwrap();
            assert_eq!(found.score(), with_one_reply(&position, us, depth, 0, false), "{fen} to depth {depth}");
        }
        // It comes to its end.
        let found = pruning.search(&game, &Limits::depth(6), |_| ()).unwrap();
        assert!(found.depth == 6 && position.is_legal(duchess(found.turn())), "{fen}");
    }
}

/// A win that a search with pruning claims against one reply is there when every turn is looked at; and so is a loss, if one is claimed.
#[test]
fn a_win_against_one_reply_is_one() {
    let (mut chance, mut wins) = (Chance(8), 0);
    let mut engine = Engine::new(Options { hash: 1, opponent_model: OpponentModel::BestReply, ..Options::default() });
    for number in 0..800 {
        let position = composed(SetUp::Three, 4 + number % 5, &mut chance);
        let game = Game::new(Position::from(position.clone()));
        let score = engine.search(&game, &Limits::nodes(300), |_| ()).unwrap().score();
        let plies = 20_000 - score.as_centipawns().abs();
        if (2..=3).contains(&plies) {
            let all = with_one_reply(&position, position.seat_to_move(), plies as u32, 0, false);
            if score > Score::DRAW {
                wins += 1;
                assert!(all >= score, "{position}: {all}, not {score}");
            } else {
                assert!(all <= score, "{position}: {all}, not {score}");
            }
        }
    }
    assert!(wins >= 10, "only {wins} wins");
}

/// Plays a game; the engine has the seats of one side. Whether it won within so many rounds.
fn wins(
    set_up: SetUp,
    ours: Side,
    rounds: u32,
    chance: &mut Chance,
    opponent: fn(&DuchessPosition, &mut Chance) -> DuchessTurn,
) -> bool {
    let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    let (mut game, mut position) = (Game::start(Variant::Duchess(set_up)), DuchessPosition::start(set_up));
    while position.result().is_none() && position.round().get() <= rounds {
        let turn = if set_up.seating().side(position.seat_to_move()) == ours {
            duchess(engine.search(&game, &Limits::nodes(150), |_| ()).unwrap().turn())
        } else {
            opponent(&position, chance)
        };
        game.play(Turn::Duchess(turn));
        position = position.play(turn);
    }
    position.result().is_some_and(|result| result.outcome == Outcome::Win(ours))
}

fn random(position: &DuchessPosition, chance: &mut Chance) -> DuchessTurn {
    pick(&turns(position), chance)
}

/// The best by the evaluation after one turn.
fn greedy(position: &DuchessPosition, _: &mut Chance) -> DuchessTurn {
    let seat = position.seat_to_move();
    turns(position).into_iter().max_by_key(|&turn| evaluate_for(&position.play(turn), seat)).unwrap()
}

#[test]
fn the_engine_beats_whoever_plays_anything() {
    let mut chance = Chance(4);
    assert!(wins(SetUp::Two, Side::WHITE, 80, &mut chance, random));
    assert!(wins(SetUp::Three, Side::BLACK, 80, &mut chance, random));
}

#[test]
fn the_engine_beats_whoever_looks_one_turn_ahead() {
    let mut chance = Chance(5);
    assert!(wins(SetUp::Two, Side::BLACK, 80, &mut chance, greedy));
    assert!(wins(SetUp::Four, Side::WHITE, 80, &mut chance, greedy));
}

#[test]
fn a_search_of_so_many_positions_is_the_same_each_time() {
    for set_up in SetUp::ALL {
        let position = after_random_turns(set_up, 30, &mut Chance(6));
        let [one, other] = [(), ()].map(|()| search(&position, &Limits::nodes(1000), true));
        assert_eq!((one.lines, one.depth, one.nodes), (other.lines, other.depth, other.nodes));
    }
}

#[test]
fn lines_begin_with_different_turns_and_are_legal() {
    let position = after_random_turns(SetUp::Six, 20, &mut Chance(7));
    let mut engine = Engine::new(Options { hash: 1, lines: 3, ..Options::default() });
    let game = Game::new(Position::from(position.clone()));
    let found = engine.search(&game, &Limits::nodes(2000), |_| ()).unwrap();
    assert_eq!(found.lines.len(), 3);
    assert!(found.lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
    for line in &found.lines {
        line.turns.iter().fold(position.clone(), |position, &turn| {
            assert!(position.is_legal(duchess(turn)));
            position.play(duchess(turn))
        });
    }
    assert!(found.lines[0].turns[0] != found.lines[1].turns[0] && found.lines[1].turns[0] != found.lines[2].turns[0]);
}

#[test]
fn who_is_behind_repeats_a_position() {
    let start = Position::from_fen(Variant::Duchess(SetUp::Two), "2 1 K1c1D1e1N1a1F1a2/K4c1 - - 0 1").unwrap();
    let mut game = Game::new(start);
    for text in ["K1c1-1b1", "K4c1-4b1", "K1b1-1c1"] {
        game.play(game.position().read_turn(text).unwrap());
    }
    let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    let found = engine.search(&game, &Limits::depth(1), |_| ()).unwrap();
    assert_eq!((found.score(), duchess(found.turn()).to_string()), (Score::DRAW, "K4b1-4c1".to_owned()));
}
