//! Positions of Duck Chess with a forced win, and how many of them the engine finds.
//!
//! ```text
//! cargo run --release -p engine --example tactics -- make 300 > tactics.txt
//! cargo run --release -p engine --example tactics -- solve 1000 < tactics.txt
//! ```
//!
//! `make` plays games of weak players, and looks at each position for a win in one, two or three turns: at every turn of both
//! seats. It writes so many lines of each kind, the number of turns and the FEN. `solve` gives the engine so many milliseconds for
//! each, and counts the turns that do win in as many turns.

use std::io::{BufRead, stdin};
use std::time::Duration;

use domain::rules::duck::{DuckPosition, DuckTurn};
use domain::rules::position::Position;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use engine::game::Game;
use engine::limits::Limits;
use engine::score::Score;
use engine::strength::Strength;
use engine::{Engine, Options};
use shakmaty::Bitboard;

/// The longest wins that are looked for.
const LONGEST: usize = 3;

fn main() {
    let mut words = std::env::args().skip(1);
    let what = words.next();
    let number = words.next().and_then(|word| word.parse::<u64>().ok());
    match (what.as_deref(), number) {
        (Some("make"), Some(count)) => make(count as usize),
        (Some("solve"), Some(milliseconds)) => solve(Duration::from_millis(milliseconds)),
        _ => eprintln!("tactics make COUNT, or tactics solve MILLISECONDS"),
    }
}

/// A turn that wins in so many turns at most, whatever the opponent does. That a seat that cannot move has won counts as a defence,
/// but not as a win.
fn winning_turn(position: &DuckPosition, turns: usize) -> Option<DuckTurn> {
    let capture = position.piece_moves().into_iter().find(|piece_move| piece_move.captures_king());
    if let Some(capture) = capture {
        return position.half_turn(capture).turn(None).ok();
    }
    if turns <= 1 {
        return None;
    }
    for piece_move in position.piece_moves() {
        let half = position.half_turn(piece_move);
        let mut ducks = half.duck_squares();
        while let Some(duck) = ducks.first() {
            ducks.discard(duck);
            match defence(&half.finish(Some(duck)), turns - 1) {
                Defence::None => return half.turn(Some(duck)).ok(),
                // The same turn defends wherever it is legal: it leads to the same position.
                Defence::Turn(turn) => ducks = spoiling(ducks, |duck| half.finish(Some(duck)).is_legal(turn)),
                Defence::Fowled => (),
            }
        }
    }
    None
}

/// What the seat to move has against a win of the other.
enum Defence {
    None,
    Turn(DuckTurn),
    /// It cannot move, and has won by that.
    Fowled,
}

/// Looks for a turn after which the other does not win in so many turns.
fn defence(position: &DuckPosition, turns: usize) -> Defence {
    let moves = position.piece_moves();
    if moves.is_empty() {
        return Defence::Fowled;
    }
    let found = moves.into_iter().find_map(|piece_move| {
        let half = position.half_turn(piece_move);
        if piece_move.captures_king() {
            return half.turn(None).ok();
        }
        let mut ducks = half.duck_squares();
        while let Some(duck) = ducks.first() {
            ducks.discard(duck);
            match winning_turn(&half.finish(Some(duck)), turns) {
                None => return half.turn(Some(duck)).ok(),
                Some(win) => ducks = spoiling(ducks, |duck| half.finish(Some(duck)).is_legal(win)),
            }
        }
        None
    });
    found.map_or(Defence::None, Defence::Turn)
}

/// The squares where the duck makes the answer impossible.
fn spoiling(ducks: Bitboard, is_legal_with: impl Fn(shakmaty::Square) -> bool) -> Bitboard {
    ducks.into_iter().filter(|&duck| !is_legal_with(duck)).collect()
}

fn is_lost(position: &DuckPosition, turns: usize) -> bool {
    matches!(defence(position, turns), Defence::None)
}

/// In how many turns the seat to move wins, if it is few. A seat that cannot move has won, but not by a turn.
fn wins_in(position: &DuckPosition) -> Option<usize> {
    (1..=LONGEST).find(|&turns| winning_turn(position, turns).is_some())
}

fn make(count: usize) {
    let mut found = [0; LONGEST];
    for seed in 0.. {
        let strength = Some(Strength::of_elo(Strength::WEAKEST + 250 * (seed % 8) as u32));
        let mut engine = Engine::new(Options { hash: 1, strength, seed, ..Options::default() });
        let mut game = Game::start(Variant::Duck);
        // One of each kind a game, so that they differ.
        let mut of_game = [false; LONGEST];
        for _ in 0..200 {
            let Position::Duck(position) = game.position() else { return };
            if position.result().is_some() {
                break;
            }
            if let Some(turns) = wins_in(position)
                && found[turns - 1] < count
                && !std::mem::replace(&mut of_game[turns - 1], true)
            {
                found[turns - 1] += 1;
                println!("{turns} {position}");
            }
            let Some(played) = engine.search(&game, &Limits::default(), |_| ()) else { break };
            game.play(played.turn());
        }
        if found.iter().all(|&found| found >= count) {
            return;
        }
    }
}

fn solve(time: Duration) {
    let (mut solved, mut all) = ([0; LONGEST], [0; LONGEST]);
    let mut engine = Engine::new(Options::default());
    for line in stdin().lock().lines().map_while(Result::ok) {
        let Some((turns, fen)) = line.split_once(' ') else { continue };
        let (Ok(turns), Ok(position)) = (turns.parse::<usize>(), fen.parse::<DuckPosition>()) else {
            eprintln!("this is no position of a set: {line}");
            continue;
        };
        engine.forget();
        let limits = Limits::time(time);
        let game = Game::new(Position::Duck(position.clone()));
        let found = engine.search(&game, &limits, |report| {
            // A longer win may be seen first.
            if report.line.score >= Score::win_in(2 * turns as u32 - 1) {
                limits.stop.stop();
            }
        });
        all[turns - 1] += 1;
        match found.map(|found| found.turn()) {
            Some(Turn::Duck(turn)) if turn.captures_king() || is_lost(&position.play(turn), turns - 1) => {
                solved[turns - 1] += 1;
            }
            _ => println!("not found: {line}"),
        }
    }
    for turns in 0..LONGEST {
        println!("wins in {}: {} of {} found", turns + 1, solved[turns], all[turns]);
    }
}
