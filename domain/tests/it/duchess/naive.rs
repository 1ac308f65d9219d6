//! A second model of the rules, slow and word for word: squares are names, lines come from the oracle's file, and a turn
//! is legal if nobody could then move onto the king.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use domain::rules::duchess::{DuchessPosition, SetUp};
use serde::Deserialize;

#[derive(Deserialize)]
struct Board {
    squares: Vec<Described>,
}

#[derive(Deserialize)]
struct Described {
    name: String,
    edges: Vec<String>,
    corners: Vec<String>,
    rook_lines: Vec<Vec<String>>,
    bishop_lines: Vec<Vec<String>>,
    knight: Vec<String>,
}

static BOARD: LazyLock<BTreeMap<String, Described>> = LazyLock::new(|| {
    let board: Board = serde_json::from_str(include_str!("../../oracle/duchess-board.json")).unwrap();
    board.squares.into_iter().map(|square| (square.name.clone(), square)).collect()
});

/// Whether two flaps are on one side.
type Allies = fn(usize, usize) -> bool;

/// A position: who has what where, by the numbers of flaps.
#[derive(Clone)]
pub struct Naive {
    flaps: Vec<usize>,
    allies: Allies,
    pieces: BTreeMap<String, (usize, char)>,
    taken: BTreeMap<usize, String>,
    out: Vec<usize>,
    pub mover: usize,
}

impl From<&DuchessPosition> for Naive {
    fn from(position: &DuchessPosition) -> Self {
        let set_up = position.set_up();
        let (flaps, allies): (&[usize], Allies) = match set_up {
            SetUp::Six => (&[1, 2, 3, 4, 5, 6], |a, b| a % 2 == b % 2),
            SetUp::Four | SetUp::TwoByTwo => (&[1, 2, 4, 5], |a, b| a % 3 == b % 3),
            SetUp::Three => (&[1, 3, 5], |a, b| a == b),
            SetUp::Two => (&[1, 4], |a, b| a == b),
        };
        let seats = || set_up.seating().seats();
        let flap = |seat| set_up.flap(seat).number();
        let pieces = position.board().pieces();
        Self {
            flaps: flaps.to_vec(),
            allies,
            pieces: pieces.map(|(at, piece)| (at.to_string(), (flap(piece.seat), piece.role.letter()))).collect(),
            taken: seats().map(|seat| (flap(seat), position.captured(seat).to_string())).collect(),
            out: seats().filter(|&seat| position.has_dropped_out(seat)).map(flap).collect(),
            mover: flap(position.seat_to_move()),
        }
    }
}

impl Naive {
    fn is_open(&self, square: &str) -> bool {
        let (flap, depth) = (square.as_bytes()[0] - b'0', square.as_bytes().get(2));
        depth.is_none_or(|&depth| depth > b'4' || self.flaps.contains(&flap.into()))
    }

    fn touching(&self, square: &str) -> Vec<&'static str> {
        let from = &BOARD[square];
        from.edges.iter().chain(&from.corners).map(String::as_str).filter(|to| self.is_open(to)).collect()
    }

    /// Where a piece could go if kings could be taken and its own did not matter.
    fn reached(&self, from: &str) -> BTreeSet<&'static str> {
        let (owner, letter) = self.pieces[from];
        let described = &BOARD[from];
        let mut reached = BTreeSet::new();
        let lines = |wanted: bool, lines: &'static [Vec<String>]| if wanted { lines } else { &[] };
        let rook = lines("RQF".contains(letter), &described.rook_lines);
        for line in rook.iter().chain(lines("BQD".contains(letter), &described.bishop_lines)) {
            for to in line.iter().take_while(|to| self.is_open(to)) {
                reached.insert(to.as_str());
                if self.pieces.contains_key(to) {
                    break;
                }
            }
        }
        if "NDF".contains(letter) {
            reached.extend(described.knight.iter().map(String::as_str).filter(|to| self.is_open(to)));
        }
        if "KW".contains(letter) {
            reached.extend(self.touching(from));
        }
        if letter == 'P' {
            reached.extend(described.edges.iter().map(String::as_str).filter(|to| !self.pieces.contains_key(*to)));
            reached.extend(described.corners.iter().map(String::as_str).filter(|to| self.pieces.contains_key(*to)));
        }
        let wizards = || self.pieces.iter().filter(|(_, piece)| piece.1 == 'W' && (self.allies)(piece.0, owner));
        let helped = letter == 'W' || wizards().any(|(wizard, _)| self.touching(wizard).contains(&from));
        for (wizard, _) in wizards().filter(|(wizard, _)| helped && *wizard != from) {
            reached.extend(self.touching(wizard));
        }
        let own = |to: &str| self.pieces.get(to).is_some_and(|piece| (self.allies)(piece.0, owner));
        reached.into_iter().filter(|to| self.is_open(to) && *to != from && !own(to)).collect()
    }

    fn king(&self, flap: usize) -> &str {
        self.pieces.iter().find(|(_, piece)| **piece == (flap, 'K')).unwrap().0
    }

    fn in_check(&self, flap: usize) -> bool {
        let king = self.king(flap);
        let enemies = self.pieces.iter().filter(|(_, piece)| !(self.allies)(piece.0, flap));
        enemies.into_iter().any(|(from, _)| self.reached(from).contains(king))
    }

    fn moved(&self, from: &str, to: &str) -> Self {
        let mut after = self.clone();
        let piece = after.pieces.remove(from).unwrap();
        after.pieces.insert(to.to_owned(), piece);
        after
    }

    fn moves(&self, flap: usize) -> Vec<(String, &'static str)> {
        let own = self.pieces.iter().filter(|(_, piece)| piece.0 == flap);
        let all = own.flat_map(|(from, _)| self.reached(from).into_iter().map(move |to| (from.clone(), to)));
        let captures_king = |to: &str| self.pieces.get(to).is_some_and(|piece| piece.1 == 'K');
        all.filter(|(from, to)| !captures_king(to) && !self.moved(from, to).in_check(flap)).collect()
    }

    /// Every legal turn as it is written.
    pub fn turns(&self) -> BTreeSet<String> {
        let mut turns = BTreeSet::new();
        for (from, to) in self.moves(self.mover) {
            let (_, letter) = self.pieces[&from];
            let sign = if self.pieces.contains_key(to) { 'x' } else { '-' };
            let text = format!("{letter}{from}{sign}{to}");
            let text = text.strip_prefix('P').unwrap_or(&text).to_owned();
            if letter == 'P' && to == "V" {
                let back = self.taken[&self.mover].chars().filter(|c| !matches!(c, 'P' | '-'));
                turns.extend(back.map(|back| format!("{text}={back}")));
            }
            turns.insert(text);
        }
        turns
    }

    fn mated(&self, flap: usize) -> bool {
        self.in_check(flap) && self.moves(flap).is_empty()
    }

    fn after_in_turn(&self, flap: usize) -> usize {
        let at = self.flaps.iter().position(|&other| other == flap).unwrap();
        self.flaps[(at + 1) % self.flaps.len()]
    }

    /// The flaps that have won when these have lost.
    fn winners(&self, lost: impl Fn(usize) -> bool) -> Vec<usize> {
        let lost: Vec<usize> = self.flaps.iter().copied().filter(|&flap| lost(flap)).collect();
        if self.flaps.len() == 3 {
            let winner = |flap: &usize| match lost[..] {
                [] => false,
                [one] => self.after_in_turn(*flap) == one,
                _ => !lost.contains(flap),
            };
            return self.flaps.iter().copied().filter(winner).collect();
        }
        let beaten = |side: usize| {
            let mut side = self.flaps.iter().filter(|&&flap| (self.allies)(flap, side));
            side.all(|flap| lost.contains(flap))
        };
        let loser = self.flaps.iter().copied().find(|&flap| beaten(flap));
        self.flaps.iter().copied().filter(|&flap| loser.is_some_and(|loser| !(self.allies)(loser, flap))).collect()
    }

    /// What comes after the turn of the mover, which has led here: who has won, or which seats missed turns and which is to move.
    /// Nobody has won and nobody is to move in a draw.
    pub fn goes_on(&self) -> (Vec<usize>, Vec<usize>, Option<usize>) {
        let on_time = self.winners(|flap| self.out.contains(&flap));
        let winners = if on_time.is_empty() { self.winners(|flap| self.mated(flap)) } else { on_time };
        if !winners.is_empty() {
            return (winners, Vec::new(), None);
        }
        let mut missed = Vec::new();
        let mut flap = self.mover;
        for _ in &self.flaps {
            flap = self.after_in_turn(flap);
            if !self.out.contains(&flap) && !self.moves(flap).is_empty() {
                return (Vec::new(), missed, Some(flap));
            }
            missed.push(flap);
        }
        (Vec::new(), Vec::new(), None)
    }
}
