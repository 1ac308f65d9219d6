//! Positions of few men, whose end the tables know.

use super::packed::PackedTurn;
use super::search::{Node, Search, win_at};
use crate::score::{MAX_PLIES, Score};
use crate::tables::{Known, Verdict, shipped};

/// After so many turns without a capture or a pawn move a draw can be claimed.
const QUIET_TURNS: usize = 100;

impl Search<'_> {
    /// The score of a position by the tables of endings, if they know it, with the best turn as the reply.
    ///
    /// None where the win is so far off that a draw might be claimed before: that a search has to see.
    pub fn ask_tables(&mut self, node: &Node, ply: usize) -> Option<i32> {
        if !self.tables || node.position.board().occupied().count() > shipped().most_men() {
            return None;
        }
        let Known { verdict, turn } = shipped().ask(&node.position)?;
        let is_in_time = |plies: usize| {
            node.position.halfmove_clock() as usize + plies <= QUIET_TURNS && ply + plies <= MAX_PLIES as usize
        };
        let score = match verdict {
            Verdict::Draw => Score::DRAW.0,
            Verdict::Win { plies } if is_in_time(plies.into()) => win_at(ply + usize::from(plies)),
            Verdict::Loss { plies } if is_in_time(plies.into()) => -win_at(ply + usize::from(plies)),
            Verdict::Win { .. } | Verdict::Loss { .. } => return None,
        };
        if let Some(turn) = turn {
            self.frames[ply].reply = PackedTurn::new(turn.piece_move(), turn.duck());
            self.frames[ply].line.push(turn);
        }
        Some(score)
    }
}
