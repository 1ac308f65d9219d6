//! Conditional turns as a page shows them: lines of turns and replies, with variations below the point where they branch.

use domain::correspondence::conditional::{Branch, ConditionalTree, Reply};
use domain::correspondence::game::Game;
use domain::rules::position::Position;
use domain::rules::seat::Seat;

/// A part of the tree, in the order in which a page shows them.
pub enum TreePart {
    /// Lines branch here: a list begins.
    Variations,
    /// A line begins: an item of the list.
    Line,
    /// A turn of the other side and the reply to it.
    TurnPair(TurnPair),
    /// The line has ended, with its variations.
    LineEnd,
    /// All variations have been shown: no other turn has a reply.
    VariationsEnd,
}

/// A turn of the other side and the reply to it.
pub struct TurnPair {
    /// Their turn.
    pub theirs: Node,
    /// The reply; `None` while it is missing.
    pub reply: Option<Node>,
}

/// A turn in the tree.
pub struct Node {
    /// `3...`; empty for a reply that waits for the turns of others.
    pub number: String,
    /// `Nf6@e2`; `accept-draw` in words.
    pub text: String,
    /// Whether it is no turn: others move before the reply.
    pub waits: bool,
    /// The line that leads to it, itself included.
    pub path: String,
    /// Whether the board shows the position after it.
    pub is_shown: bool,
}

/// What is shown of a tree.
pub struct TreeView<'a> {
    /// The turns made before it, and the seats that make them.
    made: usize,
    seats: usize,
    /// The line on the board.
    shown: &'a [String],
    before: Vec<&'a str>,
    /// The position before the next pair, where turns may be missed and their numbers therefore depend on it.
    here: Option<Position>,
    parts: Vec<TreePart>,
}

impl<'a> TreeView<'a> {
    /// The parts of a tree that starts from a game's present position. The line on the board is marked; a turn of the other
    /// side at its end that has no reply yet is included.
    pub fn parts(game: &Game, tree: &'a ConditionalTree, shown: &'a [String]) -> Vec<TreePart> {
        let (made, seats) = (game.ply().turns(), game.seating().len());
        let here = game.position().features().missed_turns.then(|| game.position().clone());
        let mut view = Self { made, seats, shown, before: Vec::new(), here, parts: Vec::new() };
        view.variations(tree.branches());
        view.parts
    }

    /// Lines that branch here.
    fn variations(&mut self, branches: &'a [Branch]) {
        let unanswered = self.unanswered(branches);
        if branches.is_empty() && unanswered.is_none() {
            return;
        }
        self.parts.push(TreePart::Variations);
        for branch in branches {
            self.parts.push(TreePart::Line);
            self.branch(branch);
            self.parts.push(TreePart::LineEnd);
        }
        if let Some(theirs) = unanswered {
            self.parts.push(TreePart::Line);
            self.pair(theirs, None);
            self.parts.push(TreePart::LineEnd);
        }
        self.parts.push(TreePart::VariationsEnd);
    }

    /// A line continues on its own level while there is only one branch.
    fn branch(&mut self, branch: &'a Branch) {
        self.pair(&branch.theirs, Some(&branch.reply));
        let words = [branch.theirs.as_str(), branch.reply.word()];
        self.before.extend(words);
        let here = self.here.take();
        self.here = here.as_ref().and_then(|here| after(here, &words));
        let then = branch.reply.then().map_or(&[][..], ConditionalTree::branches);
        match (then, self.unanswered(then)) {
            ([only], None) => self.branch(only),
            ([], Some(theirs)) => self.pair(theirs, None),
            _ => self.variations(then),
        }
        self.before.truncate(self.before.len() - 2);
        self.here = here;
    }

    /// The last turn of the line on the board, if it branches here and has no reply yet.
    fn unanswered(&self, branches: &[Branch]) -> Option<&'a str> {
        let (last, before) = self.shown.split_last()?;
        let is_here = before.iter().eq(self.before.iter()) && before.len().is_multiple_of(2);
        let is_known = branches.iter().any(|branch| branch.theirs == *last);
        (is_here && !is_known).then_some(last.as_str())
    }

    fn pair(&mut self, theirs: &'a str, reply: Option<&'a Reply>) {
        let pair = TurnPair {
            theirs: self.node(&[theirs], theirs),
            reply: reply.map(|reply| {
                let text = if matches!(reply, Reply::AcceptDraw) { "accept the draw" } else { reply.word() };
                self.node(&[theirs, reply.word()], text)
            }),
        };
        self.parts.push(TreePart::TurnPair(pair));
    }

    fn node(&self, turns: &[&str], text: &str) -> Node {
        let words: Vec<&str> = self.before.iter().chain(turns).copied().collect();
        let waits = text == Reply::WAIT;
        let number = match &self.here {
            _ if waits => None,
            Some(here) => after(here, &turns[..turns.len() - 1]).map(|now| (now.fullmove_number(), now.seat_to_move())),
            None => {
                let made = self.made + words.len() - 1;
                Seat::new(made % self.seats).map(|seat| ((made / self.seats + 1) as u32, seat))
            }
        };
        let written = |(round, seat)| format!("{round}{}", if seat == Seat::FIRST { "." } else { "..." });
        Node {
            number: number.map(written).unwrap_or_default(),
            text: text.to_owned(),
            waits,
            is_shown: words.iter().eq(self.shown.iter()),
            path: words.join(" "),
        }
    }
}

/// The position after some words of a line; `None` if one of them is not legal.
fn after(position: &Position, words: &[&str]) -> Option<Position> {
    let turns = words.iter().filter(|word| **word != Reply::WAIT);
    turns.into_iter().try_fold(position.clone(), |position, word| Some(position.play(position.read_turn(word).ok()?)))
}
