//! What a seat may do now: the action bar shows these and no others.

use super::Game;
use crate::action::ActionKind;
use crate::seat::Seat;

impl Game {
    /// The kinds of action that [`Game::act`] would not refuse this seat for their kind, the likeliest first.
    pub fn actions(&self, seat: Seat) -> Vec<ActionKind> {
        let mut kinds = Vec::with_capacity(6);
        if self.conclusion().is_none() {
            if self.seat_to_move() == Some(seat) {
                kinds.push(ActionKind::Move);
            }
            if self.offers.can_answer(seat) {
                kinds.extend([ActionKind::AcceptDraw, ActionKind::DeclineDraw]);
            }
        }
        kinds.push(ActionKind::Comment);
        if self.conclusion().is_none() {
            if self.offers.may_offer(seat) {
                kinds.push(ActionKind::OfferDraw);
            }
            kinds.push(ActionKind::Resign);
        }
        kinds
    }
}
