//! Replies to a turn *wherever the duck goes* that the duck can make impossible: it may go where the reply puts it, or into its way.

use super::{ConditionalTree, Reply};
use crate::rules::position::Position;

/// A reply that cannot be made after some of the turns it answers, and for which no other is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockedReply {
    /// The turns that lead to it, without the one that it answers.
    pub line: Vec<String>,
    /// The turn that it answers, wherever the duck goes: `d4@*`.
    pub pattern: String,
    /// The reply.
    pub reply: String,
    /// The turns that it answers and after which it cannot be made: `d4@e4`.
    pub turns: Vec<String>,
}

impl ConditionalTree {
    /// The first replies of the tree, from the position that it starts in, that the duck can block.
    ///
    /// ```
    /// use domain::correspondence::conditional::ConditionalTree;
    /// use domain::rules::position::Position;
    /// use domain::rules::seat::Seat;
    /// use domain::rules::variant::Variant;
    ///
    /// let start = Position::start(Variant::Duck);
    /// let tree = ConditionalTree::read("d4@* d5@e4", &start, Seat::BLACK)?;
    /// let blocked = tree.blocked_replies(&start, 10);
    /// assert_eq!(blocked[0].turns, ["d4@e4", "d4@d5", "d4@d6"]);
    /// # Ok::<(), domain::correspondence::conditional::LinesError>(())
    /// ```
    pub fn blocked_replies(&self, start: &Position, most: usize) -> Vec<BlockedReply> {
        let mut found = Vec::new();
        self.find_blocked(start, &mut Vec::new(), most, &mut found);
        found
    }

    fn find_blocked(&self, before: &Position, line: &mut Vec<String>, most: usize, found: &mut Vec<BlockedReply>) {
        for branch in &self.branches {
            let Ok(pattern) = before.read_pattern(&branch.theirs) else { continue };
            if found.len() >= most {
                return;
            }
            if let Reply::Turn { text, .. } = &branch.reply {
                let blocking = before.turns_blocking(pattern, text).into_iter().map(|turn| before.write_turn(turn));
                let turns: Vec<_> = blocking.filter(|turn| self.branch(turn).is_none()).collect();
                if !turns.is_empty() {
                    found.push(BlockedReply {
                        line: line.clone(),
                        pattern: branch.theirs.clone(),
                        reply: text.clone(),
                        turns,
                    });
                }
            }
            let Some(then) = branch.reply.then().filter(|then| !then.is_empty()) else { continue };
            let mut after = before.play_pattern(pattern);
            if let Reply::Turn { text, .. } = &branch.reply {
                let Ok(reply) = after.read_turn(text) else { continue };
                after = after.play(reply);
            }
            line.extend([branch.theirs.clone(), branch.reply.word().to_owned()]);
            then.find_blocked(&after, line, most, found);
            line.truncate(line.len() - 2);
        }
    }
}
