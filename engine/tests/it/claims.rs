//! What a search claims to be won or lost for certain is proved by looking at every turn of both seats.

use domain::rules::duck::DuckPosition;
use domain::rules::position::Position;
use domain::rules::turn::Turn;
use engine::game::Game;
use engine::limits::Limits;
use engine::proof::{LONGEST, Prover};
use engine::score::{Certain, Score};
use engine::{Engine, Options};

/// After so many positions the searches say what they have found.
const NODES: [u64; 9] = [50, 100, 200, 400, 700, 1000, 2000, 3000, 5000];

/// Searches, and who proves what they claim.
struct Judge {
    engine: Engine,
    prover: Prover,
    /// How many claims there were: of wins, and of losses.
    claims: [usize; 2],
}

impl Judge {
    fn new() -> Self {
        let engine = Engine::new(Options { hash: 1, ..Options::default() });
        Self { engine, prover: Prover::default(), claims: [0, 0] }
    }

    /// Stops where a claim is not true; the turn that was found in the end, if the game is not over.
    fn hear(&mut self, position: &DuckPosition) -> Option<Turn> {
        let game = Game::new(Position::Duck(position.clone()));
        let mut turn = None;
        for nodes in NODES {
            self.engine.forget();
            let found = self.engine.search(&game, &Limits::nodes(nodes), |_| ())?;
            turn = Some(found.turn());
            let is_true = self.is_true(position, found.score());
            assert!(is_true != Some(false), "{} after {nodes} positions of {}", found.score(), game.position().fen());
            if is_true.is_some() {
                self.claims[usize::from(found.score() < Score::DRAW)] += 1;
            }
        }
        turn
    }

    /// Whether a claim is true; `None` if it is none, or too long to be proved.
    fn is_true(&mut self, position: &DuckPosition, score: Score) -> Option<bool> {
        match score.certain()? {
            Certain::Win { plies } if plies.div_ceil(2) as usize <= LONGEST => {
                Some(self.prover.win(position, plies.div_ceil(2) as usize).is_some())
            }
            Certain::Loss { plies } if plies as usize / 2 < LONGEST => {
                Some(self.prover.is_lost(position, plies as usize / 2))
            }
            _ => None,
        }
    }
}

/// Positions near a forced win: those of the sets, and those after the turn that is played.
#[test]
fn what_is_claimed_to_be_certain_is() {
    let mut judge = Judge::new();
    let duck = include_str!("../tactics.txt").lines().step_by(9);
    for line in duck.chain(include_str!("../three-check-tactics.txt").lines().step_by(4)) {
        let (_, fen) = line.split_once(' ').expect("a number stands before it");
        let position: DuckPosition = fen.parse().unwrap();
        let Some(Turn::Duck(turn)) = judge.hear(&position) else { continue };
        judge.hear(&position.play(turn));
    }
    let [wins, losses] = judge.claims;
    assert!(wins > 500 && losses > 300, "{wins} {losses}");
}

/// Of each piece move the ducks that are tried first lose, and another saves the seat.
#[test]
fn nothing_is_called_lost_before_every_duck_has_been_tried() {
    let mut judge = Judge::new();
    for fen in [
        "8/7k/6p1/R6p/5PKP/2n1p1P*/5b2/3q4 w - - 0 55",
        "8/P4kQ1/4*p2/5Np1/4P1P1/8/8/3K4 b - - 2 61",
        "8/7p/7P/5p2/4k3/4q3/1b2K3/5*2 w - - 2 60",
        "2QQ4/6b1/5*1p/1P1K2kP/R5p1/6P1/5P2/7R b - - 0 66",
        "8/8/8/n4k2/1b4p1/4q1K1/6*1/8 w - - 4 68",
        "rq3b1r/2p2p1p/1p*p4/2k1pP2/p1P4p/BP1P4/P4K2/R1NQ3R b - - 2 23",
        "6k1/pp4p1/8/1*6/1P6/P5p1/KPq5/2r5 w - - 0 49",
        "8/3*1pk1/1Q1P4/2P2pp1/8/7K/5q1P/8 w - - 6 56",
        "8/8/6q1/8/3k4/4qp1K/5*2/8 w - - 0 69",
        "3k3r/2p2ppn/bpB1p2p/p2p4/3P2P1/PPN1P*1P/1P3PRb/R1BQK3 w - - 3 19 +2+2",
    ] {
        judge.hear(&fen.parse().unwrap());
    }
}
