//! A draft of conditional turns: the fields of the page's form, and the draft after a step.

use domain::correspondence::conditional::{ConditionalLine, ConditionalTree, Reply};
use domain::rules::duck::piece_part;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::turn_list::without_number;
use serde::{Deserialize, Serialize};

use crate::game_page::form::ActionForm;
use crate::game_page::form_error::GameFormError;
use crate::games::examples;
use crate::sign_in::ResumableForm;
use crate::web::form::Problems;

/// The fields of the page, and the button that was pressed.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct ConditionalsForm {
    /// The ply of the game that it starts from.
    pub ply: String,
    /// The tree, a branch a line.
    pub lines: String,
    /// The turns of the line on the board.
    pub line: String,
    /// What is in the field for a turn.
    pub turn: String,
    /// What to do with the turn: see [`Addition`]. Anything else only shows the draft.
    pub step: String,
    /// Another line to show on the board.
    pub go: Option<String>,
    /// A reply to remove from the tree, with everything after it: the line that leads to it.
    pub remove: String,
    /// The lines that can no longer occur, because the game has moved on.
    pub gone: String,
}

impl ResumableForm for ConditionalsForm {}

/// What a button adds to the line on the board.
enum Addition {
    /// The turn.
    Add,
    /// The piece move of the turn, with the duck anywhere.
    AnyDuck,
    /// `resign` or `accept-draw`.
    End(&'static str),
}

impl Addition {
    fn read(step: &str) -> Option<Self> {
        match step {
            "add" => Some(Self::Add),
            "any-duck" => Some(Self::AnyDuck),
            "resign" => Some(Self::End("resign")),
            "accept-draw" => Some(Self::End("accept-draw")),
            _ => None,
        }
    }

    /// The word to add; `None` if the field for a turn is empty.
    fn word(&self, turn: &str) -> Option<String> {
        let turn: String = turn.split_whitespace().collect();
        let turn = without_number(&turn);
        match self {
            Self::End(end) => Some((*end).to_owned()),
            _ if turn.is_empty() => None,
            Self::Add => Some(turn.to_owned()),
            Self::AnyDuck => Some(format!("{}@*", piece_part(turn))),
        }
    }
}

impl From<&ActionForm> for ConditionalsForm {
    /// The form that was sent to be saved.
    fn from(form: &ActionForm) -> Self {
        let ActionForm { ply, lines, line, turn, gone, .. } = form.clone();
        Self { ply, lines, line, turn, gone, ..Self::default() }
    }
}

/// A draft after its step.
pub struct ConditionalsDraft {
    /// The tree; `None` if its lines cannot be read.
    pub tree: Option<ConditionalTree>,
    /// Its lines, as they are written or, if they cannot be read, as they were typed.
    pub lines: String,
    /// The line on the board.
    pub line: ConditionalLine,
    /// The text left in the field for a turn.
    pub turn: String,
    /// What is wrong.
    pub problems: Problems,
}

impl ConditionalsDraft {
    /// The draft after the form's step, for a seat in a position where another player is to move.
    pub fn of(form: ConditionalsForm, start: &Position, seat: Seat) -> Self {
        let lines = form.lines.replace("\r\n", "\n");
        let lines = ConditionalTree::read(&lines, start, seat).map_or(lines, |tree| tree.to_string());
        let path = form.go.as_deref().unwrap_or(&form.line);
        let line = follow(start, seat, path.split_whitespace());
        let turn = if form.go.is_some() { String::new() } else { form.turn };
        let mut draft = Self { tree: None, lines, line, turn, problems: Problems::default() };
        if !form.remove.is_empty() {
            draft.lines = without(&draft.lines, &form.remove);
        }
        if let Some(step) = Addition::read(&form.step) {
            draft.take(&step);
        }
        draft.read(start, seat);
        draft
    }

    /// The draft as text, where it cannot be continued: the game is over, or it is the writer's own turn.
    pub fn as_text(form: ConditionalsForm, present: &Position, seat: Seat) -> Self {
        let ConditionalsForm { lines, line, turn, .. } = form;
        let line = format!("{line} {}", turn.trim()).trim().to_owned();
        let mut lines = lines.replace("\r\n", "\n");
        if !line.is_empty() && !lines.lines().any(|remaining| remaining.starts_with(&line)) {
            // It still lacks its reply, and the board to enter that on is no longer shown.
            lines = format!("{}\n{line}", lines.trim_end()).trim_start().to_owned();
        }
        let line = ConditionalLine::new(present.clone(), seat);
        Self { tree: None, lines, line, turn: String::new(), problems: Problems::default() }
    }

    /// Adds a word to the line, and the line to the tree if it now ends with a reply.
    fn take(&mut self, step: &Addition) {
        let Some(word) = step.word(&self.turn) else {
            let (theirs, example) = (self.line.is_theirs_next(), examples::turn(self.line.position()));
            self.problems.add("turn", &GameFormError::NoTurnToAdd { theirs, example });
            return;
        };
        match self.line.add(&word) {
            Ok(()) => {
                self.turn.clear();
                if self.line.words().len().is_multiple_of(2) {
                    self.lines = with(&self.lines, self.line.words());
                }
            }
            Err(wrong) => self.problems.add("turn", &wrong),
        }
    }

    /// Reads the lines, and cuts the line on the board where the tree ends.
    fn read(&mut self, start: &Position, seat: Seat) {
        match ConditionalTree::read(&self.lines, start, seat) {
            Ok(tree) => {
                self.lines = tree.to_string();
                let words = self.line.words();
                let within = replies_within(&tree, words);
                // After the last reply that is in the tree, several others may move before the next reply.
                let mut replies = words[within..].iter().skip(1).step_by(2);
                if replies.any(|reply| reply != Reply::WAIT) {
                    self.line = follow(start, seat, words[..within].iter().map(String::as_str));
                }
                self.tree = Some(tree);
            }
            Err(wrong) => self.problems.add("lines", &wrong),
        }
    }
}

/// The line made of these words, as far as they are legal.
fn follow<'a>(start: &Position, seat: Seat, mut words: impl Iterator<Item = &'a str>) -> ConditionalLine {
    let mut line = ConditionalLine::new(start.clone(), seat);
    while words.next().is_some_and(|word| line.add(word).is_ok()) {}
    line
}

/// How many words of a line lead from reply to reply inside a tree.
fn replies_within(tree: &ConditionalTree, words: &[String]) -> usize {
    let is_in = |pairs: &usize| {
        let (reply, prefix) = (&words[2 * pairs - 1], &words[..2 * pairs - 1]);
        tree.reply_to(prefix).is_some_and(|known| known.word() == reply)
    };
    2 * (1..=words.len() / 2).take_while(is_in).count()
}

/// The lines with one more, from its first turn to its last reply. Its replies replace different ones to the same turns.
pub fn with_line(lines: &str, words: &[String]) -> String {
    let replies = (2..=words.len()).step_by(2);
    replies.fold(lines.to_owned(), |lines, end| with(&lines, &words[..end]))
}

/// The lines with one more. It replaces those with a different reply to its last turn, and everything after them.
fn with(lines: &str, words: &[String]) -> String {
    let (prefix, added) = (&words[..words.len() - 1], words.join(" "));
    let (mut remaining, mut is_in) = (Vec::new(), false);
    for line in lines.lines() {
        let others: Vec<&str> = line.split_whitespace().collect();
        let has_same_prefix =
            others.len() > prefix.len() && prefix.iter().zip(&others).all(|(one, other)| one == other);
        match has_same_prefix && others[prefix.len()] != words[prefix.len()] {
            true if is_in => {}
            true => {
                remaining.push(added.as_str());
                is_in = true;
            }
            false => remaining.push(line),
        }
    }
    if !is_in {
        remaining.push(&added);
    }
    remaining.join("\n")
}

/// The lines without a reply: those that lead to it end before the turn that it answers.
fn without(lines: &str, reply: &str) -> String {
    let removed: Vec<&str> = reply.split_whitespace().collect();
    let remaining = lines.lines().filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.starts_with(&removed) {
            false => Some(line.to_owned()),
            true if removed.len() > 2 => Some(removed[..removed.len() - 2].join(" ")),
            true => None,
        }
    });
    remaining.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use domain::rules::position::Position;
    use domain::rules::seat::Seat;
    use domain::rules::variant::Variant;

    use super::{Addition, ConditionalsDraft, ConditionalsForm, with, without};

    const LINES: &str = "e4@c6 e6@e2 d4@d6 Nf6@e2\ne4@c6 e6@e2 Nc3@d6 resign\nd4@* e6@e3\n";

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn draft(form: ConditionalsForm) -> ConditionalsDraft {
        ConditionalsDraft::of(form, &Position::start(Variant::Duck), Seat::BLACK)
    }

    #[test]
    fn a_reply_takes_the_place_of_another() {
        assert_eq!(with("", &words("e4@c6 e6@e2")), "e4@c6 e6@e2");
        assert_eq!(with("d4@* e6@e3\n", &words("e4@c6 resign")), "d4@* e6@e3\ne4@c6 resign");
        assert_eq!(with(LINES, &words("e4@c6 e5@e2")), "e4@c6 e5@e2\nd4@* e6@e3");
    }

    #[test]
    fn a_reply_goes_with_all_that_is_behind_it() {
        assert_eq!(without(LINES, "e4@c6 e6@e2 d4@d6 Nf6@e2"), "e4@c6 e6@e2\ne4@c6 e6@e2 Nc3@d6 resign\nd4@* e6@e3");
        assert_eq!(without(LINES, "e4@c6 e6@e2"), "d4@* e6@e3");
    }

    #[test]
    fn a_line_is_kept_when_it_has_come_to_a_reply() {
        let add = |line: &str, turn: &str| {
            draft(ConditionalsForm {
                line: line.into(),
                turn: turn.into(),
                step: "add".into(),
                ..ConditionalsForm::default()
            })
        };
        assert_eq!(add("", "e2e4@c6").lines, "");
        assert_eq!(add("e2e4@c6", "e6@e2").lines, "e4@c6 e6@e2\n");
        let codes: Vec<_> = add("", " ").problems.iter().map(|problem| problem.code).collect();
        assert_eq!(codes, ["no-turn-to-add"]);
        let refused = add("e4@c6", "quack");
        assert_eq!((refused.turn.as_str(), refused.line.words().len()), ("quack", 1));
    }

    #[test]
    fn what_waits_for_a_reply_is_kept_as_text() {
        let remaining = |lines: &str, line: &str, turn: &str| {
            let form = ConditionalsForm {
                lines: lines.into(),
                line: line.into(),
                turn: turn.into(),
                ..ConditionalsForm::default()
            };
            ConditionalsDraft::as_text(form, &Position::start(Variant::Duck), Seat::BLACK).lines
        };
        assert_eq!(remaining("Nf6@e2 Nc3@e7\r\n", "Nf6@e2", ""), "Nf6@e2 Nc3@e7\n");
        assert_eq!(remaining("Nf6@e2 Nc3@e7\n", "a6@*", ""), "Nf6@e2 Nc3@e7\na6@*");
        assert_eq!(remaining("", "Nf6@e2", "Nc3@"), "Nf6@e2 Nc3@");
    }

    #[test]
    fn a_line_ends_where_the_tree_does_not_go_on() {
        let go = |path: &str, remove: &str| {
            let form = ConditionalsForm {
                lines: LINES.into(),
                go: Some(path.into()),
                remove: remove.into(),
                ..ConditionalsForm::default()
            };
            draft(form).line.into_words().join(" ")
        };
        assert_eq!(go("e4@c6 e6@e2 Nc3@d6", ""), "e4@c6 e6@e2 Nc3@d6");
        assert_eq!(go("e4@c6 e6@e2 Nc3@d6 resign", "e4@c6 e6@e2 Nc3@d6 resign"), "e4@c6 e6@e2");
        assert_eq!(go("e4@c6 e6@e2 Nc3@d6", "e4@c6 e6@e2"), "");
        assert_eq!(go("e4@c6 quack", ""), "e4@c6");
    }

    #[test]
    fn a_turn_with_any_duck_forgets_the_duck_that_was_chosen() {
        let word = |step: &str, turn: &str| Addition::read(step).and_then(|step| step.word(turn));
        assert_eq!(word("any-duck", "Nf3@e5").as_deref(), Some("Nf3@*"));
        assert_eq!(word("add", "Nf3 @ e5").as_deref(), Some("Nf3@e5"));
        assert_eq!(word("add", "12... Nf3@e5").as_deref(), Some("Nf3@e5"));
        assert_eq!(word("any-duck", ""), None);
        assert_eq!(word("resign", "Nf3@e5").as_deref(), Some("resign"));
    }
}
