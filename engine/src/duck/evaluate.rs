//! How good a position is without looking ahead.

use std::sync::LazyLock;

use domain::rules::duck::DuckPosition;
use shakmaty::{Bitboard, Board, Color, File, Role, Square, attacks};

use super::by_hand::BY_HAND;
use super::weights::{Phased, USUAL_MOBILITY, Weights};
use crate::Evaluation;
use crate::net::Net;
use crate::score::Score;

/// How good a position that is not over is for the seat to move, by its pieces alone. The duck is left out: it will be
/// elsewhere a turn later.
pub fn evaluate(position: &DuckPosition, evaluation: Evaluation) -> Score {
    match evaluation {
        Evaluation::Net => by_net(position, |board, color| duck_net().evaluate(board, color)),
        Evaluation::ByHand => by_hand(position),
    }
}

/// By material, the squares and reach of pieces, pawns, and what stands against the kings.
pub(super) fn by_hand(position: &DuckPosition) -> Score {
    Score::centipawns(weigh(position.board(), position.color(), &BY_HAND) + checks(position))
}

/// How good the pieces are for the seat to move, in centipawns, by these weights, whose `danger_divisor` must not be nought.
pub fn weigh(board: &Board, color: Color, weights: &Weights) -> i32 {
    let white = side(board, Color::White, weights);
    let black = side(board, Color::Black, weights);
    let phase = (white.phase + black.phase).min(FULL_PHASE);
    let middle = white.middle - black.middle;
    let end = white.end - black.end;
    let mut score = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    // Danger counts for less the fewer pieces are left to bring it home.
    score += (white.attack(weights) * white.phase - black.attack(weights) * black.phase) * 2 / FULL_PHASE;
    (if color.is_white() { score } else { -score }) + i32::from(weights.tempo)
}

/// The weights that the engine judges by where it judges by hand.
pub const fn weights() -> &'static Weights {
    &BY_HAND
}

/// By what a net gives for the pieces.
pub(super) fn by_net(position: &DuckPosition, net: impl FnOnce(&Board, Color) -> i32) -> Score {
    Score::centipawns(net(position.board(), position.color()) + checks(position))
}

/// The net for the duck games, which is part of the program.
///
/// # Panics
///
/// Never: a test reads it.
pub(super) fn duck_net() -> &'static Net {
    static NET: LazyLock<Net> = LazyLock::new(|| {
        Net::from_bytes(include_bytes!("duck.net")).unwrap_or_else(|error| panic!("duck.net: {error}"))
    });
    &NET
}

/// What the checks given so far are worth for the seat to move, in Three-Check Duck Chess.
fn checks(position: &DuckPosition) -> i32 {
    let worth = |given: u8| i32::from(BY_HAND.checks[usize::from(given.min(3))]);
    position.checks_given().map_or(0, |given| worth(given[position.color()]) - worth(given[!position.color()]))
}

/// Both sides with all their pieces.
const FULL_PHASE: i32 = 24;

/// The sums of a side.
#[derive(Default)]
struct Sums {
    middle: i32,
    end: i32,
    phase: i32,
    /// The weight of its attacks on the enemy king and the squares beside it.
    pressure: i32,
}

impl Sums {
    fn add(&mut self, [middle, end]: Phased) {
        self.middle += i32::from(middle);
        self.end += i32::from(end);
    }

    fn add_times(&mut self, [middle, end]: Phased, times: i32) {
        self.middle += i32::from(middle) * times;
        self.end += i32::from(end) * times;
    }

    /// What its attacks are worth.
    fn attack(&self, weights: &Weights) -> i32 {
        (self.pressure * self.pressure / i32::from(weights.danger_divisor)).min(i32::from(weights.most_danger))
    }
}

fn side(board: &Board, color: Color, weights: &Weights) -> Sums {
    let mut sums = Sums::default();
    let ours = board.by_color(color);
    let enemy_king = board.king_of(!color);
    let ring = enemy_king.map_or(Bitboard::EMPTY, |king| attacks::king_attacks(king).with(king));
    let king = Bitboard::from_iter(enemy_king);
    pawns(board, color, ring, weights, &mut sums);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let n = index(role);
        let pieces = ours & board.by_role(role);
        for square in pieces {
            sums.add(weights.material[n]);
            sums.add_times([1, 1], i32::from(weights.squares[n][seen_by(color, square)]));
            let reach = match role {
                Role::Knight => attacks::knight_attacks(square),
                Role::Bishop => attacks::bishop_attacks(square, board.occupied()),
                Role::Rook => attacks::rook_attacks(square, board.occupied()),
                _ => attacks::queen_attacks(square, board.occupied()),
            };
            let squares = (reach & !ours).count() as i32;
            sums.add_times(weights.mobility[n - 1], squares - i32::from(USUAL_MOBILITY[n - 1]));
            sums.pressure += (reach & ring).count() as i32 * i32::from(weights.ring[n]) / 2;
            if reach.intersects(king) {
                sums.pressure += i32::from(weights.on_king);
            }
            if role == Role::Rook {
                rook_file(board, color, square, weights, &mut sums);
            }
        }
        sums.phase += pieces.count() as i32 * [1, 1, 2, 4][n - 1];
    }
    if (ours & board.bishops()).more_than_one() {
        sums.add(weights.bishop_pair);
    }
    if let Some(square) = board.king_of(color) {
        let seen = seen_by(color, square);
        sums.middle += i32::from(weights.squares[5][seen]);
        sums.end += i32::from(weights.king_at_the_end[seen]);
        let near = attacks::king_attacks(square) | Bitboard::from(square);
        let front = (near.shift(forward(color))) & ours & board.pawns();
        for pawn in front {
            let rank = usize::from(seen_rank(color, pawn));
            if rank == 1 || rank == 2 {
                sums.middle += i32::from(weights.shelter[rank - 1]);
            }
        }
    }
    sums
}

fn pawns(board: &Board, color: Color, ring: Bitboard, weights: &Weights, sums: &mut Sums) {
    let own = board.by_piece(Role::Pawn.of(color));
    let theirs = board.by_piece(Role::Pawn.of(!color));
    for square in own {
        sums.add(weights.material[0]);
        sums.add_times([1, 1], i32::from(weights.squares[0][seen_by(color, square)]));
        let file = Bitboard::from(square.file());
        let beside = neighbours(square.file());
        let ahead = ahead(color, square);
        if (theirs & ahead & (file | beside)).is_empty() && (own & ahead & file).is_empty() {
            sums.add(weights.passed[usize::from(seen_rank(color, square))]);
        }
        if (own & beside).is_empty() {
            sums.add(weights.isolated);
        }
        if (own & ahead & file).any() {
            sums.add(weights.doubled);
        }
        sums.pressure += (attacks::pawn_attacks(color, square) & ring).count() as i32 * i32::from(weights.ring[0]);
    }
}

fn rook_file(board: &Board, color: Color, square: Square, weights: &Weights, sums: &mut Sums) {
    let file = Bitboard::from(square.file()) & board.pawns();
    if file.is_empty() {
        sums.add(weights.rook_files[1]);
    } else if (file & board.by_color(color)).is_empty() {
        sums.add(weights.rook_files[0]);
    }
}

/// The place of a role in the tables.
pub(super) const fn index(role: Role) -> usize {
    role as usize - 1
}

/// The place of a square in tables that are seen by White from below.
fn seen_by(color: Color, square: Square) -> usize {
    let square = if color.is_white() { square.flip_vertical() } else { square };
    square.to_usize()
}

fn seen_rank(color: Color, square: Square) -> u8 {
    let rank = square.rank() as u8;
    if color.is_white() { rank } else { 7 - rank }
}

const fn forward(color: Color) -> i32 {
    match color {
        Color::White => 8,
        Color::Black => -8,
    }
}

/// The files beside a file.
fn neighbours(file: File) -> Bitboard {
    [file.offset(-1), file.offset(1)]
        .into_iter()
        .flatten()
        .map(Bitboard::from)
        .fold(Bitboard::EMPTY, |all, file| all | file)
}

/// All squares on the ranks ahead.
fn ahead(color: Color, square: Square) -> Bitboard {
    let rank = square.rank() as u32;
    match color {
        Color::White if rank == 7 => Bitboard::EMPTY,
        Color::White => Bitboard(u64::MAX << (8 * (rank + 1))),
        Color::Black => Bitboard((1 << (8 * rank)) - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(fen: &str, evaluation: Evaluation) -> i32 {
        evaluate(&fen.parse().unwrap(), evaluation).as_centipawns()
    }

    #[test]
    fn both_sides_are_judged_alike() {
        let white = "r1bq1rk1/ppp2ppp/2np4/2b1p3/2B1P1n1/2NP*N2/PPP2PPP/R1BQ1RK1 w - - 0 1";
        let black = "r1bq1rk1/ppp2ppp/2np*n2/2b1p1N1/2B1P3/2NP4/PPP2PPP/R1BQ1RK1 b - - 0 1";
        for evaluation in [Evaluation::Net, Evaluation::ByHand] {
            assert_eq!(score(white, evaluation), score(black, evaluation));
        }
        assert_eq!(by_hand(&DuckPosition::start()).as_centipawns(), i32::from(BY_HAND.tempo));
    }

    #[test]
    fn a_queen_more_is_worth_about_a_queen() {
        for evaluation in [Evaluation::Net, Evaluation::ByHand] {
            let more = score("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", evaluation);
            assert!((600..1600).contains(&more), "{evaluation:?} {more}");
        }
    }
}
