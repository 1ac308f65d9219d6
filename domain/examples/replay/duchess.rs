//! The games of Duchess.

use std::collections::BTreeSet;

use domain::rules::duchess::{DuchessPosition, Flap, SetUp};
use domain::rules::outcome::{Outcome, RulesEnding, RulesResult};
use domain::rules::seat::{Seat, Side};
use serde::Deserialize;

use crate::Tally;

/// A line of `duchess-games.jsonl`.
#[derive(Deserialize)]
pub struct Recorded {
    setup: String,
    /// The mover's flap, the turn, the number of legal turns before it, the flaps that missed theirs after it.
    turns: Vec<(usize, String, u64, Vec<usize>)>,
    /// Every piece as its owner's flap, letter and square.
    r#final: Vec<String>,
    /// The side, or with three players the flap.
    winner: Option<usize>,
    reason: String,
    to_move: Option<usize>,
    legal: Option<Vec<String>>,
}

pub fn replay(at: &str, game: &Recorded, tally: &mut Tally) {
    tally.games += 1;
    let set_up: SetUp = match game.setup.parse() {
        Ok(set_up) => set_up,
        Err(error) => return tally.check(at, "set-up", &game.setup, &format!("{error}")),
    };
    let mut position = DuchessPosition::start(set_up);
    let flap = |seat: Seat| set_up.flap(seat).number();
    for (ply, (mover, text, legal, missed)) in game.turns.iter().enumerate() {
        tally.turns += 1;
        let at = format!("{at} ply {ply}");
        tally.check(&at, "seat to move", &mover.to_string(), &flap(position.seat_to_move()).to_string());
        tally.check(&at, "legal turns", &legal.to_string(), &position.count_turns().to_string());
        tally.check(&at, "listed turns", &legal.to_string(), &listed(&position).len().to_string());
        tally.check(&at, "FEN", "the same position", read_again(&position));
        let turn = match position.read_turn(text) {
            Ok(turn) => turn,
            Err(error) => return tally.check(&at, "turn", text, &error.to_string()),
        };
        tally.check(&at, "notation", text, &turn.to_string());
        let after = position.play(turn);
        let found: Vec<usize> = position.missed_until(&after).map(flap).collect();
        tally.check(&at, "missed turns", &format!("{missed:?}"), &format!("{found:?}"));
        position = after;
    }
    check_end(at, game, &position, tally);
}

fn read_again(position: &DuchessPosition) -> &'static str {
    let same = position.to_string().parse().as_ref() == Ok(position);
    if same { "the same position" } else { "another" }
}

fn listed(position: &DuchessPosition) -> BTreeSet<String> {
    let mut turns = BTreeSet::new();
    position.for_each_turn(|turn| {
        turns.insert(turn.to_string());
    });
    turns
}

/// A game that ended by mate must be found so; one that was left must still be open.
fn check_end(at: &str, game: &Recorded, position: &DuchessPosition, tally: &mut Tally) {
    let set_up = position.set_up();
    let piece_text = |(square, piece): (_, domain::rules::duchess::Piece)| {
        format!("{}{}{square}", set_up.flap(piece.seat), piece.role.letter())
    };
    let pieces: BTreeSet<String> = position.board().pieces().map(piece_text).collect();
    let expected: BTreeSet<String> = game.r#final.iter().cloned().collect();
    tally.check(at, "final position", &format!("{expected:?}"), &format!("{pieces:?}"));
    let result = match game.reason.as_str() {
        "checkmate" => game
            .winner
            .and_then(|winner| side(set_up, winner))
            .map(|side| RulesResult { outcome: Outcome::Win(side), ending: RulesEnding::Checkmate }),
        reason if reason.contains("move") || reason.contains("stalemate") => {
            Some(RulesResult { outcome: Outcome::Draw, ending: RulesEnding::NobodyCanMove })
        }
        _ => None,
    };
    tally.check(at, "result", &format!("{result:?}"), &format!("{:?}", position.result()));
    if let (None, Some(to_move)) = (result, game.to_move) {
        let found = set_up.flap(position.seat_to_move()).number();
        tally.check(at, "seat to move at the end", &to_move.to_string(), &found.to_string());
    }
    if let Some(legal) = &game.legal {
        let expected: BTreeSet<String> = legal.iter().cloned().collect();
        tally.check(at, "legal turns at the end", &format!("{expected:?}"), &format!("{:?}", listed(position)));
    }
}

fn side(set_up: SetUp, winner: usize) -> Option<Side> {
    let seating = set_up.seating();
    match set_up {
        SetUp::Three => Some(seating.side(set_up.seat_at(Flap::new(winner)?)?)),
        _ => seating.sides().nth(winner),
    }
}
