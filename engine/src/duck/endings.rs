//! Positions of few men, whose end the tables know.

use super::packed::PackedTurn;
use super::search::{Node, Search, win_at};
use crate::score::{MAX_PLIES, Score};
use crate::tables::{Known, Verdict};

/// After so many turns without a capture or a pawn move a draw can be claimed.
const QUIET_TURNS: usize = 100;

impl Search<'_> {
    /// The score of a position by the tables of endings, if they know it, with the best turn as the reply.
    ///
    /// None where the win is so far off that a draw might be claimed before: that a search has to see.
    pub fn ask_tables(&mut self, node: &Node, ply: usize) -> Option<i32> {
        let Known { verdict, turn } = self.tables?.ask(&node.position)?;
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

#[cfg(test)]
mod tests {
    use domain::rules::position::Position;

    use crate::game::Game;
    use crate::limits::Limits;
    use crate::score::Score;
    use crate::tables::{Table, Tables};
    use crate::{Engine, Options};

    /// A table that says of every position that it is drawn, against all reason: so it must have been asked.
    #[test]
    fn tables_of_four_men_are_asked_beside_the_shipped_ones() {
        let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
        let score = |engine: &mut Engine, fen: &str| {
            let game = Game::new(Position::Duck(fen.parse().unwrap()));
            engine.search(&game, &Limits::depth(1), |_| ()).unwrap().score()
        };
        let (four, three) = ("k7/8/8/3*4/8/8/8/KQQ5 w - - 0 1", "8/8/8/8/8/4k3/2*5/KQ6 w - - 0 1");
        assert!(score(&mut engine, four) > Score::DRAW);
        let mut tables = Tables::default();
        tables.insert(Table::drawn(&"KQQvK".parse().unwrap()));
        engine.use_tables(tables);
        assert_eq!(score(&mut engine, four), Score::DRAW);
        assert_eq!(score(&mut engine, three), Score::win_in(23));
    }
}
