//! The form of the action bar, read into an action of the domain.

use domain::correspondence::action::{Action, ActionKind, Ask, UnknownAction};
use domain::correspondence::comment::Comment;
use domain::rules::ply::Ply;
use domain::rules::visible::has_visible;
use serde::{Deserialize, Serialize};

use crate::sign_in::ResumableForm;
use crate::web::form::{Problems, is_yes};
use crate::wording;

/// What was sent, as it was typed.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct ActionForm {
    /// The kind of action.
    pub action: String,
    /// The same by a button that answers an offer, whatever else is chosen.
    #[serde(skip_serializing)]
    pub answer: String,
    /// The ply that the page showed.
    pub ply: String,
    /// The turn.
    pub turn: String,
    /// The message.
    pub message: String,
    /// `yes`: offer a draw with the turn.
    pub offer_draw: String,
    /// The conditional turns, a branch a line.
    pub lines: String,
    /// Of the page of conditional turns: the line on its board.
    pub line: String,
    /// Of the same: the lines that cannot come any more.
    pub gone: String,
    /// `yes`: yes, really.
    pub confirm: String,
    /// The tab that was open.
    pub tab: String,
    /// The side from which the board was seen, if it was chosen.
    pub side: String,
}

impl ResumableForm for ActionForm {
    fn page(&self, sent_to: &str) -> String {
        let game = game_of(sent_to, "/actions");
        if self.is_of_conditionals() { game + "/conditionals" } else { game }
    }
}

/// The page of a game, by the path that one of its forms is sent to.
pub fn game_of(sent_to: &str, form: &str) -> String {
    sent_to.strip_suffix(form).unwrap_or(sent_to).to_owned()
}

/// What a form asks for.
pub enum Asked {
    /// An action.
    Action(Action),
    /// An action that has to be asked once more.
    Unconfirmed(Action),
}

/// The most characters of a turn that are looked at: no notation needs a quarter of it.
const MAX_TURN_CHARS: usize = 100;

impl ActionForm {
    /// Whether a draw is offered with the turn.
    pub fn offers_draw(&self) -> bool {
        is_yes(&self.offer_draw)
    }

    /// Whether it was asked once more and is meant.
    pub fn is_confirmed(&self) -> bool {
        is_yes(&self.confirm)
    }

    /// Whether it was sent by the page of conditional turns.
    pub fn is_of_conditionals(&self) -> bool {
        self.kind() == Ok(ActionKind::Conditional)
    }

    /// What was begun here, where something was sent that stands beside the action bar: the turn, the message and all.
    pub fn begun(&self) -> Option<Self> {
        (self.has_turn() || has_visible(&self.message)).then(|| Self {
            answer: String::new(),
            confirm: String::new(),
            ..self.clone()
        })
    }

    /// Whether a turn is in the making.
    pub fn has_turn(&self) -> bool {
        !self.turn.trim().is_empty() || !self.lines.trim().is_empty()
    }

    /// What is left to be sent when something else has been done: the turn in the making, with what goes with it.
    pub fn left_over(&self) -> Option<Self> {
        let kind = self.kind().ok()?;
        let is_done = matches!(kind, ActionKind::Move | ActionKind::Conditional);
        (!is_done && self.has_turn()).then(|| Self {
            action: ActionKind::Move.key().to_owned(),
            answer: String::new(),
            message: String::new(),
            confirm: String::new(),
            ..self.clone()
        })
    }

    /// Reads the form.
    ///
    /// # Errors
    /// What is wrong, by field.
    pub fn read(&self) -> Result<Asked, Problems> {
        let mut problems = Problems::default();
        let kind = problems.note("action", self.kind().map_err(|error| wording::unknown_action(&error)));
        let ply = problems.note("ply", self.ply());
        let message = problems.note("message", self.message().map_err(|error| wording::comment(&error)));
        if kind == Some(ActionKind::Move) && self.turn.chars().count() > MAX_TURN_CHARS {
            problems.add("turn", format!("A turn can have at most {MAX_TURN_CHARS} characters."));
        }
        if kind == Some(ActionKind::Conditional) && !self.turn.trim().is_empty() {
            problems.add(
                "turn",
                format!("{} is not among your replies yet: add it or clear the field, then save.", self.turn.trim()),
            );
        }
        match (kind, ply, message) {
            (Some(kind), Some(ply), Some(message)) if problems.is_empty() => {
                let action = Action { ask: self.ask(kind), message, ply };
                let is_sure = !kind.asks_once_more() || self.is_confirmed();
                Ok(if is_sure { Asked::Action(action) } else { Asked::Unconfirmed(action) })
            }
            _ => Err(problems),
        }
    }

    /// The kind of action that is asked for.
    ///
    /// # Errors
    /// There is no such kind.
    pub fn kind(&self) -> Result<ActionKind, UnknownAction> {
        if self.answer.is_empty() { self.action.parse() } else { self.answer.parse() }
    }

    fn ask(&self, kind: ActionKind) -> Ask {
        match kind {
            ActionKind::Move => {
                Ask::Move { turn: self.turn.clone(), offer_draw: self.offers_draw(), lines: self.lines.clone() }
            }
            ActionKind::Conditional => Ask::Conditional { lines: self.lines.clone() },
            ActionKind::AcceptDraw => Ask::AcceptDraw,
            ActionKind::DeclineDraw => Ask::DeclineDraw,
            ActionKind::Comment => Ask::Comment,
            ActionKind::SideComment => Ask::SideComment,
            ActionKind::Note => Ask::Note,
            ActionKind::OfferDraw => Ask::OfferDraw,
            ActionKind::ClaimDraw => Ask::ClaimDraw,
            ActionKind::Lifeline => Ask::Lifeline,
            ActionKind::Cancel => Ask::Cancel,
            ActionKind::Resign => Ask::Resign,
            ActionKind::KeepPlaying => Ask::KeepPlaying,
            ActionKind::Rematch => Ask::Rematch,
        }
    }

    fn ply(&self) -> Result<Ply, String> {
        let typed: String = self.ply.chars().take(20).collect();
        let out_of_date = || format!("The page sent '{typed}' for the number of turns made. Reload it and try again.");
        self.ply.trim().parse().map(Ply).map_err(|_| out_of_date())
    }

    fn message(&self) -> Result<Option<Comment>, domain::correspondence::comment::CommentError> {
        if has_visible(&self.message) { Comment::new(&self.message).map(Some) } else { Ok(None) }
    }
}
