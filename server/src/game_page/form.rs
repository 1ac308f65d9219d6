//! The form of the action bar, read into an action of the domain.

use domain::correspondence::action::{Action, ActionKind, ActionRequest, UnknownAction};
use domain::correspondence::comment::{Comment, CommentError};
use domain::rules::ply::Ply;
use domain::rules::visible::has_visible;
use serde::{Deserialize, Serialize};

use super::form_error::GameFormError;
use crate::sign_in::ResumableForm;
use crate::web::form::{Problems, is_yes};

/// The form as it was sent.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct ActionForm {
    /// The kind of action.
    pub action: String,
    /// The same from a button that answers an offer, whichever action is chosen.
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
    /// From the page of conditional turns: the line on its board.
    pub line: String,
    /// From the same page: the lines that can no longer occur.
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

/// The action that a form requests.
pub enum RequestedAction {
    /// An action.
    Action(Action),
    /// An action that needs a confirmation.
    Unconfirmed(Action),
}

/// The most characters of a turn: no notation needs a quarter of that.
const MAX_TURN_CHARS: usize = 100;

impl ActionForm {
    /// Whether a draw is offered with the turn.
    pub fn offers_draw(&self) -> bool {
        is_yes(&self.offer_draw)
    }

    /// Whether the player has confirmed it.
    pub fn is_confirmed(&self) -> bool {
        is_yes(&self.confirm)
    }

    /// Whether it was sent by the page of conditional turns.
    pub fn is_of_conditionals(&self) -> bool {
        self.kind() == Ok(ActionKind::Conditional)
    }

    /// The unsent input of the action bar when another form of the page is sent: the turn, the message and so on.
    pub fn begun(&self) -> Option<Self> {
        (self.has_turn() || has_visible(&self.message)).then(|| Self {
            answer: String::new(),
            confirm: String::new(),
            ..self.clone()
        })
    }

    /// Whether a turn has been entered.
    pub fn has_turn(&self) -> bool {
        !self.turn.trim().is_empty() || !self.lines.trim().is_empty()
    }

    /// The input left after another action: the turn that has been entered, with what belongs to it.
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
    pub fn read(&self) -> Result<RequestedAction, Problems> {
        let mut problems = Problems::default();
        let kind = problems.note("action", self.kind());
        let ply = problems.note("ply", self.ply());
        let message = problems.note("message", self.message());
        if kind == Some(ActionKind::Move) && self.turn.chars().count() > MAX_TURN_CHARS {
            problems.add("turn", &GameFormError::TurnTooLong { max: MAX_TURN_CHARS });
        }
        if kind == Some(ActionKind::Conditional) && !self.turn.trim().is_empty() {
            problems.add("turn", &GameFormError::ReplyNotAdded { turn: self.turn.trim().to_owned() });
        }
        match (kind, ply, message) {
            (Some(kind), Some(ply), Some(message)) if problems.is_empty() => {
                let action = Action { request: self.request(kind), message, ply };
                let is_sure = !kind.asks_once_more() || self.is_confirmed();
                Ok(if is_sure { RequestedAction::Action(action) } else { RequestedAction::Unconfirmed(action) })
            }
            _ => Err(problems),
        }
    }

    /// The kind of action that is requested.
    ///
    /// # Errors
    /// There is no such kind.
    pub fn kind(&self) -> Result<ActionKind, UnknownAction> {
        if self.answer.is_empty() { self.action.parse() } else { self.answer.parse() }
    }

    fn request(&self, kind: ActionKind) -> ActionRequest {
        match kind {
            ActionKind::Move => ActionRequest::Move {
                turn: self.turn.clone(),
                offer_draw: self.offers_draw(),
                lines: self.lines.clone(),
            },
            ActionKind::Conditional => ActionRequest::Conditional { lines: self.lines.clone() },
            ActionKind::AcceptDraw => ActionRequest::AcceptDraw,
            ActionKind::DeclineDraw => ActionRequest::DeclineDraw,
            ActionKind::Comment => ActionRequest::Comment,
            ActionKind::SideComment => ActionRequest::SideComment,
            ActionKind::Note => ActionRequest::Note,
            ActionKind::OfferDraw => ActionRequest::OfferDraw,
            ActionKind::ClaimDraw => ActionRequest::ClaimDraw,
            ActionKind::Lifeline => ActionRequest::Lifeline,
            ActionKind::Cancel => ActionRequest::Cancel,
            ActionKind::Resign => ActionRequest::Resign,
            ActionKind::KeepPlaying => ActionRequest::KeepPlaying,
            ActionKind::Rematch => ActionRequest::Rematch,
        }
    }

    fn ply(&self) -> Result<Ply, GameFormError> {
        let unreadable = |_| GameFormError::UnreadablePly { sent: self.ply.chars().take(20).collect() };
        self.ply.trim().parse().map(Ply).map_err(unreadable)
    }

    fn message(&self) -> Result<Option<Comment>, CommentError> {
        if has_visible(&self.message) { Comment::new(&self.message).map(Some) } else { Ok(None) }
    }
}
