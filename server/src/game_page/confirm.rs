//! A turn shown again for confirmation before it is sent, to players who have chosen this: with the resulting board,
//! and room for a message.

use std::sync::Arc;

use askama::Template;
use axum::response::{IntoResponse, Response};
use domain::correspondence::action::{Action, ActionRequest};
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::turn::Turn;
use jiff::Timestamp;

use super::form::ActionForm;
use super::view::message_hint;
use crate::boards::BoardView;
use crate::games::{GameId, StoredGame};
use crate::web::form::form_fields;
use crate::web::page::{Layout, Page};
use crate::wording::{all_of, board_labels};

/// The question whether this turn is meant.
#[derive(Template)]
#[template(path = "games/confirm.html")]
struct ConfirmPage {
    layout: Layout,
    stored: Arc<StoredGame>,
    form: ActionForm,
    seat: Seat,
    turn: Turn,
    /// Before the turn.
    before: Position,
}

/// Asks whether a turn is meant. `None` if there is nothing to ask: it is no turn, or could not be played now. It is
/// then sent on and answered as usual.
pub fn question(
    layout: &Layout,
    stored: Arc<StoredGame>,
    seat: Seat,
    form: &ActionForm,
    action: &Action,
    now: Timestamp,
) -> Option<Response> {
    let ActionRequest::Move { turn, .. } = &action.request else { return None };
    let overdue = !stored.game.tick(now).is_empty();
    if overdue || !stored.game.would_change(seat, action, now) {
        return None;
    }
    // Only the turn itself is shown: what others have prepared for it is not this player's to know before it is sent.
    let before = stored.game.position().clone();
    let turn = before.read_turn(turn).ok()?;
    let (layout, form) = (layout.clone(), form.clone());
    Some(Page::new(ConfirmPage { layout, stored, form, seat, turn, before }).into_response())
}

impl ConfirmPage {
    fn id(&self) -> &GameId {
        &self.stored.id
    }

    /// `7. Ba4@e7`
    fn turn(&self) -> String {
        let dots = if self.before.seat_to_move() == Seat::FIRST { "." } else { "..." };
        format!("{}{dots} {}", self.before.fullmove_number(), self.before.write_turn(self.turn))
    }

    fn opponents(&self) -> String {
        let seating = self.stored.game.seating();
        let others = self.stored.each_player().filter(|&(seat, _)| seating.side(seat) != seating.side(self.seat));
        all_of(&others.map(|(_, player)| player.name.as_str()).collect::<Vec<_>>())
    }

    fn board(&self) -> BoardView {
        let label = board_labels::after(&self.turn());
        let after = self.before.play(self.turn);
        BoardView::new(&after, Some(self.turn), self.layout.lower_seat(after.variant(), self.seat), label)
    }

    /// Whether the turn ends the game.
    fn ends_the_game(&self) -> bool {
        self.before.play(self.turn).result().is_some()
    }

    /// The placeholder of the message field.
    fn message_hint(&self) -> &'static str {
        message_hint(&self.stored)
    }

    /// Every field as it was sent, except the message, which can still be edited.
    fn fields(&self) -> Vec<(String, String)> {
        form_fields(&self.form).into_iter().filter(|(name, _)| name != "confirm" && name != "message").collect()
    }
}
