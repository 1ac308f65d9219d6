//! Where a duck matters: squares that save a king, and squares in the way of a move.

use domain::rules::duck::{CHECKS_TO_WIN, DuckPosition, HalfTurn};
use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

use super::packed::{PackedMove, PackedTurn};

/// The squares on which a duck keeps all pieces of this colour from what stands on `target`, when there is no other duck:
/// all squares if nothing attacks it, none if no single duck can help.
pub(super) fn saving_squares(board: &Board, target: Square, by: Color) -> Bitboard {
    let attackers = board.attacks_to(target, by, board.occupied());
    if attackers.is_empty() {
        return Bitboard::FULL;
    }
    let steppers = board.knights() | board.pawns() | board.kings();
    if attackers.intersects(steppers) {
        return Bitboard::EMPTY;
    }
    attackers.into_iter().fold(Bitboard::FULL, |squares, attacker| squares & attacks::between(attacker, target))
}

/// The squares on which a duck saves the king of this colour from being captured in the next turn.
pub(super) fn king_saving_squares(board: &Board, color: Color) -> Bitboard {
    board.king_of(color).map_or(Bitboard::FULL, |king| saving_squares(board, king, !color))
}

/// The squares on which a duck makes a piece move impossible that is possible without one.
pub(super) fn hindering_squares(board: &Board, piece_move: PackedMove) -> Bitboard {
    let (from, to) = (piece_move.from(), piece_move.to());
    let Some(role) = board.role_at(from) else { return Bitboard::EMPTY };
    let mut squares = if role == Role::Knight { Bitboard::EMPTY } else { attacks::between(from, to) };
    if !board.occupied().contains(to) {
        squares.add(to);
    }
    if role == Role::King && from.distance(to) == 2 && to.file() == shakmaty::File::C {
        squares.add(Square::from_coords(shakmaty::File::B, to.rank()));
    }
    squares
}

/// The squares on which a duck makes a whole turn impossible: those in the way of its piece move, and the one where its own
/// duck goes, for the duck has to leave its square. On any other square the same turn is the same answer.
pub(super) fn answering_squares(board: &Board, turn: PackedTurn) -> Bitboard {
    hindering_squares(board, turn.piece_move()) | Bitboard::from_iter(turn.duck())
}

/// The squares on which a duck may be better than on one that was tried: those where the reply to it is no answer, and those that
/// let another check count, for the reply then leads to another position. Without a reply the latter alone.
pub(super) fn better_squares(board: &Board, reply: PackedTurn, tried: Square, checking: Bitboard) -> Bitboard {
    let unlike = if checking.contains(tried) { !checking } else { checking };
    if reply == PackedTurn::NONE { unlike } else { answering_squares(board, reply) | unlike }
}

/// The squares on which a duck lets a check of the seat that has moved through: none in Duck Chess, where no check counts.
pub(super) fn checking_squares(position: &DuckPosition, half: &HalfTurn) -> Bitboard {
    match position.checks_given() {
        Some(_) => !king_saving_squares(half.board(), half.next_color()),
        None => Bitboard::EMPTY,
    }
}

/// Whether the next check of the seat to move wins the game.
pub(super) fn may_give_third_check(position: &DuckPosition) -> bool {
    position.checks_given().is_some_and(|given| given[position.color()] + 1 >= CHECKS_TO_WIN)
}

/// Whether the side of this colour, which is to move, can capture the other king now.
pub(super) fn can_capture_king(board: &Board, duck: Option<Square>, color: Color) -> bool {
    let blockers = board.occupied() | Bitboard::from_iter(duck);
    board.king_of(!color).is_none_or(|king| board.attacks_to(king, color, blockers).any())
}

#[cfg(test)]
mod tests {
    use domain::rules::duck::DuckPosition;

    use super::*;

    fn board(fen: &str) -> Board {
        fen.parse::<DuckPosition>().unwrap().board().clone()
    }

    #[test]
    fn a_rook_is_kept_from_a_king_by_a_duck_between_them_and_a_knight_by_none() {
        let rook = board("4k3/8/8/8/8/8/8/K3R3 b - - 0 1");
        assert_eq!(king_saving_squares(&rook, Color::Black).count(), 6);
        let knight = board("4k3/8/3N4/8/8/8/8/K7 b - - 0 1");
        assert_eq!(king_saving_squares(&knight, Color::Black), Bitboard::EMPTY);
        let both = board("4k3/8/8/8/B7/8/8/K3R3 b - - 0 1");
        assert_eq!(king_saving_squares(&both, Color::Black), Bitboard::EMPTY);
        assert_eq!(king_saving_squares(&both, Color::White), Bitboard::FULL);
    }

    /// A turn without a reply is as good with every duck in Duck Chess, and with as many as let its check through in Three-Check.
    #[test]
    fn a_reply_answers_no_duck_that_lets_through_another_check() {
        let better = |fen: &str, duck| {
            let position: DuckPosition = fen.parse().unwrap();
            let half = position.half_turn(position.read_piece_move("Re1").unwrap());
            better_squares(half.board(), PackedTurn::NONE, duck, checking_squares(&position, &half))
        };
        let in_the_way = attacks::between(Square::E1, Square::E8);
        let (duck, three_check) = ("4k3/8/8/*7/8/8/8/K6R w - - 0 1", "4k3/8/8/*7/8/8/8/K6R w - - 0 1 +1+0");
        assert_eq!(better(three_check, Square::E4), !in_the_way);
        assert_eq!(better(three_check, Square::A4), in_the_way);
        assert_eq!(better(duck, Square::E4), Bitboard::EMPTY);
    }

    /// A duck stands in a move's way exactly where the rules no longer allow the move.
    #[test]
    fn ducks_hinder_what_the_rules_then_forbid() {
        for fen in [
            "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 1 9",
            "r3k2r/p1pp1p1p/8/1pP1pPpP/1P1P2P1/8/P3P3/R3K2R w KQkq g6 0 9",
            "3q4/4P3/8/2B5/8/1R3n2/6P1/k2K4 w - - 0 1",
        ] {
            let free: DuckPosition = fen.parse().unwrap();
            for piece_move in free.piece_moves() {
                let hindering = hindering_squares(free.board(), PackedMove::of(piece_move));
                for square in !free.board().occupied() {
                    let with_duck: DuckPosition = domain::rules::duck::DuckFen {
                        duck: Some(square),
                        ..domain::rules::duck::DuckFen::from(&free)
                    }
                    .try_into()
                    .unwrap();
                    let is_possible = with_duck.is_legal_piece_move(piece_move);
                    assert_eq!(
                        is_possible,
                        !hindering.contains(square),
                        "{piece_move} with the duck on {square} in {fen}"
                    );
                }
            }
        }
    }
}
