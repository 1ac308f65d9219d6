//! Reading conditional turns: with a full check when a player writes them, by form only when they come from the log.

use super::{Branch, ConditionalLine, ConditionalTree, LinesError, Reply, Wrong};
use crate::rules::position::Position;
use crate::rules::seat::Seat;
use crate::rules::turn_list::split_turns;

impl ConditionalTree {
    /// Reads the lines that the player of a seat has written for a position in which another player is to move. Blank
    /// lines and move numbers are ignored; lines that begin alike become branches of one tree.
    ///
    /// # Errors
    /// A turn that is not legal or not readable, two replies to one turn, a line without a last reply, something after
    /// `resign` or `accept-draw`, more than [`MAX_DEPTH`](Self::MAX_DEPTH) or [`MAX_TURNS`](Self::MAX_TURNS) turns.
    pub fn read(lines: &str, position: &Position, seat: Seat) -> Result<Self, LinesError> {
        let mut tree = Self::default();
        let written =
            lines.lines().enumerate().map(|(n, line)| (n + 1, split_turns(line).take(Self::MAX_DEPTH + 1).collect()));
        let written = written.filter(|(_, words): &(usize, Vec<&str>)| !words.is_empty());
        for (count, (line, words)) in written.enumerate() {
            let at = |wrong| LinesError { line, word: None, wrong };
            if count >= Self::MAX_LINES {
                return Err(at(Wrong::TooMany));
            }
            if words.len() > Self::MAX_DEPTH {
                return Err(at(Wrong::TooDeep));
            }
            let of_word = |(index, wrong): (usize, Wrong)| LinesError {
                line,
                word: Some((index + 1, shortened(words[index]))),
                wrong,
            };
            let (path, places) = read_line(&words, ConditionalLine::new(position.clone(), seat)).map_err(of_word)?;
            if path.len() % 2 == 1 || path.last().is_some_and(|last| last == Reply::WAIT) {
                return Err(of_word((words.len() - 1, Wrong::ReplyMissing)));
            }
            tree.insert(path).map_err(|(index, wrong)| of_word((places[index], wrong)))?;
            if tree.turns() > Self::MAX_TURNS {
                return Err(at(Wrong::TooMany));
            }
        }
        Ok(tree)
    }

    /// Reads a tree from the log: the rules are not consulted, so that a log does not depend on them. What cannot have
    /// been written is skipped.
    pub(crate) fn stored(lines: &str) -> Self {
        let mut tree = Self::default();
        for line in lines.lines() {
            let mut path: Vec<String> = line.split_whitespace().take(Self::MAX_DEPTH).map(str::to_owned).collect();
            path.truncate(path.len() / 2 * 2);
            // Two replies to one turn cannot have been written.
            let _ = tree.insert(path);
        }
        tree
    }

    /// Adds a line of turns and replies; fails at the index of a reply where there is another.
    fn insert(&mut self, path: Vec<String>) -> Result<(), (usize, Wrong)> {
        let mut tree = self;
        let mut words = path.into_iter().enumerate();
        while let (Some((_, theirs)), Some((index, word))) = (words.next(), words.next()) {
            let known = tree.branches.iter().position(|branch| branch.theirs == theirs);
            let place = known.unwrap_or(tree.branches.len());
            if known.is_none() {
                tree.branches.push(Branch { theirs, reply: Reply::from_word(word) });
            } else if tree.branches[place].reply.word() != word {
                return Err((index, Wrong::OtherReply { other: tree.branches[place].reply.word().to_owned() }));
            }
            match &mut tree.branches[place].reply {
                Reply::Wait { then } | Reply::Turn { then, .. } => tree = then,
                Reply::Resign | Reply::AcceptDraw => break,
            }
        }
        Ok(())
    }
}

/// The words of a line in standard form, and for each the index of the word it was read from; fails at the index of a
/// word.
fn read_line(words: &[&str], mut line: ConditionalLine) -> Result<(Vec<String>, Vec<usize>), (usize, Wrong)> {
    let mut places = Vec::new();
    for (index, word) in words.iter().enumerate() {
        line.add(word).map_err(|wrong| (index, wrong))?;
        places.resize(line.words().len(), index);
    }
    Ok((line.into_words(), places))
}

/// As much of a word as fits into a sentence.
fn shortened(word: &str) -> String {
    let shown: String = word.chars().take(20).collect();
    if shown.len() < word.len() { shown + "…" } else { shown }
}
