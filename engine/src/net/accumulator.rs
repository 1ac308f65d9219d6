//! [`Accumulators`]: the first layer of positions on the path of a search.

use shakmaty::{Bitboard, Board, ByColor, Color, Role};

use super::features::VIEWS;
use super::{Hidden, Net, View, bucket};

/// The first layer of the position that was judged last at each distance from the root. A position differs from the one before
/// it, or from the last one that was judged beside it, by a few pieces: only their weights are added and taken off.
#[derive(Default)]
pub struct Accumulators {
    plies: Vec<Accumulator>,
    /// By [`View::index`] what was last seen so: a seat whose king has left its zone goes on from there.
    views: Vec<Option<(Board, Side)>>,
}

/// The first layer of a board.
#[derive(Clone)]
struct Accumulator {
    board: Board,
    sides: ByColor<Side>,
}

#[derive(Clone)]
struct Side {
    view: View,
    hidden: Hidden,
}

impl Accumulators {
    /// How good a position is for a seat, in centipawns. `ply` is how far it is from the root; another gives the same score,
    /// more slowly.
    pub fn evaluate(&mut self, net: &Net, ply: usize, board: &Board, color: Color) -> i32 {
        let accumulator = self.of(net, ply, board);
        let sides = [&accumulator.sides[color].hidden, &accumulator.sides[!color].hidden];
        net.output(sides, bucket(board.occupied().count()))
    }

    /// The first layer of a board.
    fn of(&mut self, net: &Net, ply: usize, board: &Board) -> &Accumulator {
        self.views.resize(VIEWS, None);
        while self.plies.len() <= ply {
            self.plies.push(Accumulator::new(net, board));
        }
        let beside = changes(&self.plies[ply].board, board).count();
        if beside > 0 && ply > 0 && changes(&self.plies[ply - 1].board, board).count() < beside {
            let (before, rest) = self.plies.split_at_mut(ply);
            rest[0].clone_from(&before[ply - 1]);
        }
        let accumulator = &mut self.plies[ply];
        if beside > 0 {
            accumulator.go_to(net, board, &mut self.views);
        }
        accumulator
    }
}

impl Accumulator {
    fn new(net: &Net, board: &Board) -> Self {
        let sides = ByColor::new_with(|color| {
            let mut side = Side::empty(net, View::of(board, color));
            side.change(net, &Board::empty(), board);
            side
        });
        Self { board: board.clone(), sides }
    }

    /// Becomes that of another board.
    fn go_to(&mut self, net: &Net, board: &Board, views: &mut [Option<(Board, Side)>]) {
        for color in Color::ALL {
            let (side, view) = (&mut self.sides[color], View::of(board, color));
            if side.view == view {
                side.change(net, &self.board, board);
            } else {
                let (seen, kept) = views[view.index()].get_or_insert_with(|| (Board::empty(), Side::empty(net, view)));
                kept.change(net, seen, board);
                seen.clone_from(board);
                side.clone_from(kept);
            }
        }
        self.board.clone_from(board);
    }
}

impl Side {
    /// That of a board without pieces.
    const fn empty(net: &Net, view: View) -> Self {
        Self { view, hidden: net.bias }
    }

    /// Goes on to a board from another.
    fn change(&mut self, net: &Net, from: &Board, to: &Board) {
        for square in changes(from, to) {
            if let Some(piece) = from.piece_at(square) {
                let weights = &net.inputs[self.view.input(piece, square)];
                self.hidden.iter_mut().zip(weights).for_each(|(number, weight)| *number = number.wrapping_sub(*weight));
            }
            if let Some(piece) = to.piece_at(square) {
                let weights = &net.inputs[self.view.input(piece, square)];
                self.hidden.iter_mut().zip(weights).for_each(|(number, weight)| *number = number.wrapping_add(*weight));
            }
        }
    }
}

/// The squares on which two boards differ.
fn changes(one: &Board, two: &Board) -> Bitboard {
    let colors = (one.white() ^ two.white()) | (one.black() ^ two.black());
    Role::ALL.iter().fold(colors, |squares, &role| squares | (one.by_role(role) ^ two.by_role(role)))
}

#[cfg(test)]
mod tests {
    use domain::rules::duck::DuckPosition;

    use super::*;
    use crate::net::{BYTES, Net};

    fn net() -> Net {
        let bytes: Vec<u8> =
            (0..BYTES as u32).map(|n| if n % 2 == 0 { (n.wrapping_mul(n) >> 7) as u8 / 4 } else { 0 }).collect();
        Net::from_bytes(&bytes).unwrap()
    }

    /// Whatever was judged before, a position is worth what it is worth alone.
    #[test]
    fn what_is_kept_changes_nothing() {
        let net = net();
        let mut kept = Accumulators::default();
        let mut state = 7_u64;
        let mut random = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        for _ in 0..20 {
            let mut line = vec![DuckPosition::start()];
            while line.len() < 60 && line[line.len() - 1].result().is_none() {
                let mut turns = Vec::new();
                line[line.len() - 1].for_each_turn(|turn| turns.push(turn));
                line.push(line[line.len() - 1].play(turns[random(turns.len())]));
                let ply = random(line.len()).min(7);
                let position = &line[line.len() - 1 - random(3.min(line.len()))];
                let score = kept.evaluate(&net, ply, position.board(), position.color());
                assert_eq!(score, net.evaluate(position.board(), position.color()));
            }
        }
    }
}
