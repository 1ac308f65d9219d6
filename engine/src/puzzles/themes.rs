//! What the idea of a puzzle is, read off the board.

use domain::rules::duck::{CHECKS_TO_WIN, DuckPosition, DuckTurn};
use domain::rules::puzzle::{Goal, Refutations, Theme};
use shakmaty::{Bitboard, Color, Role, Square, attacks};

/// As many men, both kings counted, are still an ending.
const ENDGAME: usize = 10;

/// The themes of a puzzle with this line; `refutations` are those of its first task.
pub fn themes(position: &DuckPosition, goal: Goal, line: &[DuckTurn], refutations: &Refutations) -> Vec<Theme> {
    let (Some(&turn), color) = (line.first(), position.color()) else { return Vec::new() };
    let after = position.play(turn);
    let scene = Scene { position, after: &after, turn, color };
    let mut themes = scene.of_turn();
    match goal {
        Goal::Win { .. } => {
            themes.extend(scene.of_attack());
            themes.extend(scene.of_duck(refutations));
            themes.extend(of_line(position, line));
        }
        Goal::Save { .. } => {
            themes.push(Theme::SaveTheKing);
            let own = after.board().king_of(color);
            if own.is_some_and(|king| scene.shields(king, !color)) {
                themes.push(Theme::DuckShields);
            }
        }
    }
    if position.board().occupied().count() <= ENDGAME {
        themes.push(Theme::Endgame);
    }
    themes.sort_unstable();
    themes.dedup();
    themes
}

struct Scene<'a> {
    position: &'a DuckPosition,
    after: &'a DuckPosition,
    turn: DuckTurn,
    color: Color,
}

impl Scene<'_> {
    /// What the piece move is.
    fn of_turn(&self) -> Vec<Theme> {
        let piece_move = self.turn.piece_move();
        let mut can_be_taken = false;
        self.after.for_each_piece_move(|reply| {
            can_be_taken |= reply.capture_square() == Some(self.turn.to());
        });
        [
            (piece_move.promotion().is_some(), Theme::Promotion),
            (piece_move.is_en_passant(), Theme::EnPassant),
            (piece_move.castling().is_some(), Theme::Castling),
            (can_be_taken && piece_move.role() != Role::Pawn, Theme::Sacrifice),
        ]
        .into_iter()
        .filter_map(|(is_there, theme)| is_there.then_some(theme))
        .collect()
    }

    /// How the other king is attacked, if it is.
    fn of_attack(&self) -> Vec<Theme> {
        let board = self.after.board();
        let Some(king) = board.king_of(!self.color) else { return Vec::new() };
        // The duck is lifted before the king can be taken; where it stands now it may shield it.
        let attackers = board.attacks_to(king, self.color, board.occupied());
        let with_duck = board.attacks_to(king, self.color, board.occupied() | Bitboard::from_iter(self.turn.duck()));
        let through_old_duck =
            |from: Square| self.position.duck().is_some_and(|duck| attacks::between(from, king).contains(duck));
        [
            (attackers.more_than_one(), Theme::DoubleAttack),
            (attackers.intersects(board.knights()), Theme::KnightAttack),
            (attackers.is_empty() && self.turn.capture().is_none(), Theme::Quiet),
            (attackers != with_duck, Theme::DuckMustLeave),
            (attackers.into_iter().any(through_old_duck), Theme::LineOpened),
        ]
        .into_iter()
        .filter_map(|(is_there, theme)| is_there.then_some(theme))
        .collect()
    }

    /// What the duck prevents: replies that are there with the duck elsewhere.
    fn of_duck(&self, refutations: &Refutations) -> Vec<Theme> {
        let (Some(duck), Some(replies)) = (self.turn.duck(), refutations.get(&self.turn.piece_move().to_string()))
        else {
            return Vec::new();
        };
        let without = self.position.half_turn(self.turn.piece_move()).without_duck();
        let mut themes = Vec::new();
        for reply in replies.split_ascii_whitespace() {
            let Ok(piece_move) = without.read_piece_move(reply) else { continue };
            if self.after.is_legal_piece_move(piece_move) {
                continue;
            }
            if piece_move.role() == Role::King && piece_move.to() == duck {
                themes.push(Theme::DuckTakesFlight);
            } else {
                themes.push(Theme::DuckBlocks);
            }
        }
        themes
    }

    /// Whether only the duck keeps the king from being taken by this side.
    fn shields(&self, king: Square, by: Color) -> bool {
        let board = self.after.board();
        let with_duck = board.occupied() | Bitboard::from_iter(self.turn.duck());
        board.attacks_to(king, by, board.occupied()).any() && board.attacks_to(king, by, with_duck).is_empty()
    }
}

/// How the line goes on.
fn of_line(position: &DuckPosition, line: &[DuckTurn]) -> Vec<Theme> {
    let mut themes = Vec::new();
    let flees = |&turn: &DuckTurn| turn.piece_move().role() == Role::King && turn.piece_move().castling().is_none();
    if line.len() > 3 && line.iter().skip(1).step_by(2).any(flees) {
        themes.push(Theme::KingHunt);
    }
    let last = line.iter().fold(position.clone(), |position, &turn| position.play(turn));
    if last.checks_given().is_some_and(|given| given[position.color()] >= CHECKS_TO_WIN) {
        themes.push(Theme::ThirdCheck);
    }
    themes
}
