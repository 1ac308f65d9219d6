//! `/games/{id}/conditionals`: the page on which a player makes their conditional turns, on a board or as text.
//!
//! What is being made is in the address and nowhere else: `lines`, the tree so far as text, and `line`, the turns of the
//! line on the board. So every step is a page one can go back from, and nothing holds before it is saved, which is an
//! action of the game like any other.

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use domain::conditional::{ConditionalTree, Line, Reply};
use domain::ply::Ply;
use domain::seat::Seat;
use serde::Deserialize;

use super::GameId;
use super::board::{BoardData, BoardView};
use super::form::ActionForm;
use super::store::{self, StoredGame};
use super::submit::NOT_YOURS;
use super::view::numbered;
use crate::accounts::Viewer;
use crate::app::App;
use crate::error::Error;
use crate::form::Problems;
use crate::page::{Layout, Page};

/// What is being made.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Draft {
    /// The tree, a branch a line; what is saved when it is missing.
    lines: Option<String>,
    /// The turns of the line on the board.
    line: String,
    /// A turn to add to that line.
    turn: String,
    /// `yes`: the turn stands for its piece move with the duck anywhere.
    any_duck: String,
    /// `resign` or `accept-draw`: add that instead of a turn.
    end: String,
    /// A reply to take out of the tree, with all behind it: the line that leads to it.
    remove: String,
}

/// The page.
#[derive(Template)]
#[template(path = "games/conditionals.html")]
pub struct ConditionalsPage {
    layout: Layout,
    stored: StoredGame,
    seat: Seat,
    /// As they are to be saved.
    lines: String,
    /// Whether they differ from what is saved.
    is_changed: bool,
    line: Line,
    /// The turns of the other side that are replied to where the line has come to.
    branches: Vec<BranchView>,
    turn: String,
    problems: Problems,
}

/// A turn of the other side and the reply to it.
struct BranchView {
    theirs: String,
    reply: String,
    /// The line that leads behind the reply.
    line: String,
    can_go_on: bool,
    /// How many more turns there are behind it.
    more: usize,
}

/// A step of the line on the board.
struct Step {
    text: String,
    /// The line up to it.
    line: String,
    theirs: bool,
}

impl ConditionalsPage {
    /// The page with what was saved, or with a draft.
    fn new(layout: Layout, stored: StoredGame, seat: Seat, draft: Draft) -> Self {
        let saved = stored.game.conditionals(seat).to_string();
        let mut problems = Problems::default();
        let mut lines = draft.lines.clone().map_or_else(|| saved.clone(), |lines| lines.replace("\r\n", "\n"));
        if !draft.remove.is_empty() {
            lines = without(&lines, &draft.remove);
        }
        let mut line = Line::new(stored.game.position().clone());
        for word in draft.line.split_whitespace() {
            if let Err(wrong) = line.add(word) {
                problems
                    .add("line", format!("The line cannot be followed beyond {}: {wrong}.", line.words().join(" ")));
                break;
            }
        }
        let turn = draft.addition();
        let mut typed = String::new();
        if !turn.is_empty() {
            match line.add(&turn) {
                Ok(()) => lines = with(&lines, &line),
                Err(wrong) => {
                    problems.add("turn", format!("{}.", capitalised(&wrong.to_string())));
                    typed = draft.turn;
                }
            }
        }
        let tree = ConditionalTree::read(&lines, stored.game.position());
        let branches = match &tree {
            Ok(tree) => branches(tree, line.words()),
            Err(wrong) => {
                problems.add("lines", wrong.to_string());
                Vec::new()
            }
        };
        let lines = tree.map_or(lines, |tree| tree.to_string());
        let is_changed = lines != saved;
        Self { layout, stored, seat, lines, is_changed, line, branches, turn: typed, problems }
    }

    /// The page again with what was sent and why it was not saved.
    pub fn refused(layout: Layout, stored: StoredGame, seat: Seat, form: &ActionForm, problem: String) -> Self {
        let draft = Draft { lines: Some(form.lines.clone()), line: form.line.clone(), ..Draft::default() };
        let mut page = Self::new(layout, stored, seat, draft);
        if page.problems.of("lines") != Some(&problem) {
            page.problems.add("lines", problem);
        }
        page
    }

    fn id(&self) -> &GameId {
        &self.stored.id
    }

    fn ply(&self) -> Ply {
        self.stored.game.ply()
    }

    fn opponent(&self) -> String {
        let opponents = self.stored.game.seating().opponents(self.seat);
        opponents.map(|seat| self.stored.players[seat].name.to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Whether they can be saved: the game goes on and the other side is to move.
    fn can_save(&self) -> bool {
        let game = &self.stored.game;
        game.conclusion().is_none() && game.seat_to_move() != Some(self.seat)
    }

    fn is_own_turn(&self) -> bool {
        self.stored.game.seat_to_move() == Some(self.seat)
    }

    fn is_theirs_next(&self) -> bool {
        self.line.is_theirs_next()
    }

    fn can_go_on(&self) -> bool {
        self.can_save() && !self.line.has_ended()
    }

    fn has_branches(&self) -> bool {
        !self.branches.is_empty() && self.is_theirs_next()
    }

    /// What the game has come to, in front of the line.
    fn last_turn(&self) -> Option<String> {
        numbered(&self.stored.game, self.ply())
    }

    fn steps(&self) -> Vec<Step> {
        let words = self.line.words();
        let step =
            |(n, text): (usize, &String)| Step { text: text.clone(), line: words[..=n].join(" "), theirs: n % 2 == 0 };
        words.iter().enumerate().map(step).collect()
    }

    fn line_text(&self) -> String {
        self.line.words().join(" ")
    }

    fn board(&self) -> BoardView {
        let position = self.line.position();
        let to_move = self.stored.game.seating().name(position.seat_to_move());
        let label = match self.line.words().last() {
            Some(turn) => format!("The board if the line goes so far, after {turn}, {to_move} to move"),
            None => format!("The board as it is, {to_move} to move"),
        };
        BoardView::after_pattern(position, self.line.last(), self.layout.seen_from(self.seat), label)
    }

    fn board_data(&self) -> Result<Option<String>, serde_json::Error> {
        let data = || BoardData::new(self.line.position(), self.layout.seen_from(self.seat), self.ply().0).json();
        self.can_go_on().then(data).transpose()
    }

    /// The address of this page with another line on the board.
    fn go_to(&self, line: &str) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("lines", &self.lines).append_pair("line", line);
        format!("/games/{}/conditionals?{}", self.id(), query.finish())
    }

    /// The address of this page without a reply.
    fn without(&self, reply: &str) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("lines", &self.lines).append_pair("line", &self.line_text()).append_pair("remove", reply);
        format!("/games/{}/conditionals?{}", self.id(), query.finish())
    }
}

impl Draft {
    /// The word to add to the line.
    fn addition(&self) -> String {
        let turn: String = self.turn.split_whitespace().collect();
        match self.end.as_str() {
            "" if self.any_duck == "yes" && !turn.is_empty() => {
                format!("{}@*", turn.split_once('@').map_or(turn.as_str(), |(piece, _)| piece))
            }
            "" => turn,
            end => end.to_owned(),
        }
    }
}

/// The lines with one more: only lines that end with a reply are kept, and only once.
fn with(lines: &str, line: &Line) -> String {
    if line.is_theirs_next() || line.has_ended() && line.words().len().is_multiple_of(2) {
        format!("{}\n{}\n", lines.trim_end(), line.words().join(" ")).trim_start().to_owned()
    } else {
        lines.to_owned()
    }
}

/// The lines without a reply: those that lead to it end in front of the turn it replies to.
fn without(lines: &str, reply: &str) -> String {
    let removed: Vec<&str> = reply.split_whitespace().collect();
    let kept = lines.lines().filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.starts_with(&removed) {
            false => Some(line.to_owned()),
            true if removed.len() > 2 => Some(removed[..removed.len() - 2].join(" ")),
            true => None,
        }
    });
    kept.collect::<Vec<_>>().join("\n")
}

/// The branches of a tree behind a line that ends with a reply.
fn branches(tree: &ConditionalTree, words: &[String]) -> Vec<BranchView> {
    let mut tree = tree;
    for pair in words.chunks_exact(2) {
        let branch = tree.branches().iter().find(|branch| branch.theirs == pair[0] && branch.reply.word() == pair[1]);
        match branch.and_then(|branch| branch.reply.then()) {
            Some(then) => tree = then,
            None => return Vec::new(),
        }
    }
    let start = if words.is_empty() { String::new() } else { words.join(" ") + " " };
    let view = |branch: &domain::conditional::Branch| BranchView {
        theirs: branch.theirs.clone(),
        reply: branch.reply.word().to_owned(),
        line: format!("{start}{} {}", branch.theirs, branch.reply.word()),
        can_go_on: matches!(branch.reply, Reply::Turn { .. }),
        more: branch.reply.then().map_or(0, ConditionalTree::turns),
    };
    tree.branches().iter().map(view).collect()
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// `GET /games/{id}/conditionals`
///
/// # Errors
/// Not signed in, not there, or another's game.
pub async fn show(
    State(app): State<App>,
    layout: Layout,
    viewer: Viewer,
    Path(id): Path<String>,
    Query(draft): Query<Draft>,
) -> Result<Response, Error> {
    let id = GameId::read(&id).ok_or(Error::NotFound)?;
    let stored = store::load(&app.pool, &id).await?.ok_or(Error::NotFound)?;
    let seat = stored.seat_of(viewer.id).ok_or(NOT_YOURS)?;
    let page = ConditionalsPage::new(layout, stored, seat, draft);
    let answer = if page.problems.is_empty() { Page::new(page) } else { Page::refused(page) };
    Ok(answer.into_response())
}

#[cfg(test)]
mod tests {
    use domain::position::Position;
    use domain::variant::Variant;

    use super::{ConditionalTree, Draft, Line, branches, with, without};

    fn line(words: &[&str]) -> Line {
        let mut line = Line::new(Position::start(Variant::Duck));
        words.iter().for_each(|word| line.add(word).unwrap());
        line
    }

    #[test]
    fn a_line_is_kept_when_it_has_come_to_a_reply() {
        assert_eq!(with("", &line(&["e4@c6"])), "");
        assert_eq!(with("", &line(&["e4@c6", "e6@e2"])), "e4@c6 e6@e2\n");
        assert_eq!(with("d4@* e6@e3\r\n", &line(&["e4@c6", "resign"])), "d4@* e6@e3\ne4@c6 resign\n");
    }

    #[test]
    fn a_reply_goes_with_all_that_is_behind_it() {
        let lines = "e4@c6 e6@e2 d4@d6 Nf6@e2\ne4@c6 e6@e2 Nc3@d6 resign\nd4@* e6@e3\n";
        assert_eq!(without(lines, "e4@c6 e6@e2 d4@d6 Nf6@e2"), "e4@c6 e6@e2\ne4@c6 e6@e2 Nc3@d6 resign\nd4@* e6@e3");
        assert_eq!(without(lines, "e4@c6 e6@e2"), "d4@* e6@e3");
    }

    #[test]
    fn the_branches_at_a_position_are_those_behind_the_line() {
        let lines = "e4@c6 e6@e2 d4@d6 Nf6@e2\ne4@c6 e6@e2 Nc3@d6 resign\nd4@* e6@e3\n";
        let tree = ConditionalTree::read(lines, &Position::start(Variant::Duck)).unwrap();
        let words = |line: &[&str]| line.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let theirs = |line: &[&str]| {
            branches(&tree, &words(line)).iter().map(|branch| branch.theirs.clone()).collect::<Vec<_>>()
        };
        assert_eq!(theirs(&[]), ["e4@c6", "d4@*"]);
        assert_eq!(theirs(&["e4@c6", "e6@e2"]), ["d4@d6", "Nc3@d6"]);
        assert!(theirs(&["e4@c6", "e5@e2"]).is_empty());
    }

    #[test]
    fn a_turn_with_any_duck_forgets_the_duck_that_was_chosen() {
        let draft = |turn: &str, any: &str, end: &str| {
            Draft { turn: turn.into(), any_duck: any.into(), end: end.into(), ..Draft::default() }.addition()
        };
        assert_eq!(draft("Nf3@e5", "yes", ""), "Nf3@*");
        assert_eq!(draft("Nf3 @ e5", "", ""), "Nf3@e5");
        assert_eq!(draft("", "yes", ""), "");
        assert_eq!(draft("Nf3@e5", "", "resign"), "resign");
    }
}
