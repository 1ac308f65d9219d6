//! Conditional turns: "if they play this, I reply that", to any depth.
//!
//! A [`ConditionalTree`] begins where another player is to move. Its text is one branch a line, turns in the order of
//! play and theirs first; a branch ends with a reply, the last of which may be `resign` or `accept-draw`. Where another
//! player is to move after theirs, `..` takes the place of the reply; it may be left out when typing a line. `Nf6@*` is
//! a piece move of theirs wherever the duck goes: the reply to it is read as if no duck were on the board, and checked
//! again when it is due. People may write move numbers (`12... Nf6@e5`), and commas or semicolons between the turns.
//!
//! ```
//! use domain::correspondence::conditional::{ConditionalTree, Reply};
//! use domain::rules::position::Position;
//! use domain::rules::seat::Seat;
//! use domain::rules::variant::Variant;
//!
//! let start = Position::start(Variant::Duck);
//! let lines = "e2e4@c6 e6@e2 Nc3@*  Nf6@a3\n1. e4@*, e5@e3\n\ne4@c6 e6@e2 d4@d6 Resign";
//! let tree = ConditionalTree::read(lines, &start, Seat::BLACK)?;
//! assert_eq!(tree.to_string(), "e4@c6 e6@e2 Nc3@* Nf6@a3\ne4@c6 e6@e2 d4@d6 resign\ne4@* e5@e3\n");
//!
//! let Some(Reply::Turn { text, then }) = tree.into_reply(&start, start.read_turn("e4@c6").unwrap()) else { panic!() };
//! assert_eq!(text, "e6@e2", "the very turn comes before the turn with any duck");
//! assert_eq!(then.branches().len(), 2);
//! # Ok::<(), domain::correspondence::conditional::LinesError>(())
//! ```

mod blocked;
mod error;
mod line;
mod read;
mod rebase;

use std::fmt;

use crate::rules::position::Position;
use crate::rules::turn::Turn;

pub use blocked::BlockedReply;
pub use error::{LinesError, Wrong};
pub use line::ConditionalLine;
pub use rebase::{DroppedLine, RebasedLines};

/// A player's conditional turns. Never shown to anyone but that player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConditionalTree {
    branches: Vec<Branch>,
}

/// One turn of another player, and the reply to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Their turn, `Nf6@e5` or `Nf6@*`, in standard notation.
    pub theirs: String,
    /// The reply.
    pub reply: Reply,
}

/// The reply to a certain turn of another player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing yet, because another player is to move next.
    Wait {
        /// The conditional turns after that.
        then: ConditionalTree,
    },
    /// Makes a turn.
    Turn {
        /// In standard notation.
        text: String,
        /// The conditional turns after that.
        then: ConditionalTree,
    },
    /// Resigns.
    Resign,
    /// Accepts a draw, if one is offered.
    AcceptDraw,
}

impl ConditionalTree {
    /// The most turns of both sides together in one tree.
    pub const MAX_TURNS: usize = 500;
    /// The most lines of a tree as text: every line but a repeated one adds two turns at least.
    pub const MAX_LINES: usize = Self::MAX_TURNS / 2;
    /// The most turns of both sides together in one branch.
    pub const MAX_DEPTH: usize = 40;
    /// The most characters of a turn; no notation needs half of it.
    pub const MAX_WORD_CHARS: usize = 40;

    /// Whether there are no replies.
    pub fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// The turns that are replied to, in the order they were written.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// How many turns of both sides it holds; `resign` and `accept-draw` count as turns.
    pub fn turns(&self) -> usize {
        let own = |reply: &Reply| usize::from(!matches!(reply, Reply::Wait { .. }));
        let turns = |branch: &Branch| 1 + own(&branch.reply) + branch.reply.then().map_or(0, Self::turns);
        self.branches.iter().map(turns).sum()
    }

    /// The reply to the last turn of a line.
    ///
    /// ```
    /// # use domain::correspondence::conditional::ConditionalTree;
    /// # use domain::rules::position::Position;
    /// # use domain::rules::seat::Seat;
    /// # use domain::rules::variant::Variant;
    /// let start = Position::start(Variant::Duck);
    /// let tree = ConditionalTree::read("e4@c6 e6@e2 d4@d6 resign", &start, Seat::BLACK)?;
    /// let line = ["e4@c6", "e6@e2", "d4@d6"].map(str::to_owned);
    /// assert_eq!(tree.reply_to(&line[..1]).unwrap().word(), "e6@e2");
    /// assert_eq!(tree.reply_to(&line).unwrap().word(), "resign");
    /// assert!(tree.reply_to(&line[..2]).is_none(), "nobody is asked behind a reply");
    /// # Ok::<(), domain::correspondence::conditional::LinesError>(())
    /// ```
    pub fn reply_to(&self, line: &[String]) -> Option<&Reply> {
        let (asked, before) = line.split_last().filter(|_| !line.len().is_multiple_of(2))?;
        let mut tree = self;
        for pair in before.chunks_exact(2) {
            let reply = tree.branch(&pair[0]).map(|branch| &branch.reply).filter(|reply| reply.word() == pair[1])?;
            tree = reply.then()?;
        }
        tree.branch(asked).map(|branch| &branch.reply)
    }

    fn branch(&self, theirs: &str) -> Option<&Branch> {
        self.branches.iter().find(|branch| branch.theirs == theirs)
    }

    /// The reply to a turn made in a position, with the tree behind it: from the branch that names this exact turn,
    /// otherwise from the first that matches it with any duck.
    #[must_use]
    pub fn into_reply(self, before: &Position, turn: Turn) -> Option<Reply> {
        let fitting = |exact: bool| {
            let patterns = self.branches.iter().map(|branch| before.read_pattern(&branch.theirs));
            patterns.enumerate().find_map(|(index, pattern)| {
                pattern.is_ok_and(|pattern| pattern.is_exact() == exact && pattern.fits(turn)).then_some(index)
            })
        };
        let index = fitting(true).or_else(|| fitting(false))?;
        self.branches.into_iter().nth(index).map(|branch| branch.reply)
    }
}

impl Reply {
    /// The placeholder for one’s own turn where another player is next.
    pub const WAIT: &str = "..";
    const RESIGN: &str = "resign";
    const ACCEPT_DRAW: &str = "accept-draw";

    /// Its word in a line: a turn, `resign`, `accept-draw`, or `..` where another player is next.
    pub fn word(&self) -> &str {
        match self {
            Self::Wait { .. } => Self::WAIT,
            Self::Turn { text, .. } => text,
            Self::Resign => Self::RESIGN,
            Self::AcceptDraw => Self::ACCEPT_DRAW,
        }
    }

    /// The conditional turns after that.
    pub fn then(&self) -> Option<&ConditionalTree> {
        match self {
            Self::Wait { then } | Self::Turn { then, .. } => Some(then),
            Self::Resign | Self::AcceptDraw => None,
        }
    }

    /// The word of a reply that ends a line, in any case; `None` for any other.
    fn end(word: &str) -> Option<&'static str> {
        [Self::RESIGN, Self::ACCEPT_DRAW].into_iter().find(|end| word.eq_ignore_ascii_case(end))
    }

    /// The reply for a word, with nothing after it.
    fn from_word(word: String) -> Self {
        match word.as_str() {
            Self::RESIGN => Self::Resign,
            Self::ACCEPT_DRAW => Self::AcceptDraw,
            Self::WAIT => Self::Wait { then: ConditionalTree::default() },
            _ => Self::Turn { text: word, then: ConditionalTree::default() },
        }
    }
}

/// One branch a line, each ended by `\n`; nothing for an empty tree.
impl fmt::Display for ConditionalTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_lines(&mut Vec::new(), f)
    }
}

impl ConditionalTree {
    fn write_lines<'a>(&'a self, before: &mut Vec<&'a str>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for branch in &self.branches {
            before.extend([branch.theirs.as_str(), branch.reply.word()]);
            match branch.reply.then().filter(|then| !then.is_empty()) {
                Some(then) => then.write_lines(before, f)?,
                None => writeln!(f, "{}", before.join(" "))?,
            }
            before.truncate(before.len() - 2);
        }
        Ok(())
    }
}
