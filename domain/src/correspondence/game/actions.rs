//! What a seat may do now: the action bar shows these and no others.

use jiff::Timestamp;

use super::Game;
use crate::correspondence::action::ActionKind;
use crate::correspondence::refusal::Refusal;
use crate::rules::seat::Seat;

impl Game {
    /// The kinds of action that [`Game::act`] would not refuse this seat for their kind, the likeliest first.
    pub fn actions(&self, seat: Seat, now: Timestamp) -> Vec<ActionKind> {
        ActionKind::ALL.into_iter().filter(|&kind| self.is_offered(seat, kind, now)).collect()
    }

    fn is_offered(&self, seat: Seat, kind: ActionKind, now: Timestamp) -> bool {
        let is_done = match kind {
            ActionKind::Rematch => self.rematch[seat],
            ActionKind::Resign => self.has_resigned(seat),
            _ => false,
        };
        !is_done && self.check_kind(kind).is_ok() && self.check_now(seat, kind, now).is_ok()
    }

    /// Whether a kind of action belongs before, or after, the end.
    pub(super) fn check_kind(&self, kind: ActionKind) -> Result<(), Refusal> {
        match (kind, self.conclusion()) {
            (ActionKind::Comment | ActionKind::SideComment | ActionKind::Note, _) | (ActionKind::Rematch, Some(_)) => {
                Ok(())
            }
            (ActionKind::Rematch, None) => Err(Refusal::NotOver),
            (_, Some(conclusion)) => Err(Refusal::GameOver(conclusion.result)),
            (_, None) => Ok(()),
        }
    }

    /// Whether a seat may request a kind of action now, whatever its parameters.
    pub(super) fn check_now(&self, seat: Seat, kind: ActionKind, now: Timestamp) -> Result<(), Refusal> {
        let needs_its_turn = !kind.is_writing() && kind != ActionKind::Rematch;
        if needs_its_turn && self.is_out(seat) {
            return Err(Refusal::ClockRanOut);
        }
        match kind {
            ActionKind::Comment | ActionKind::Note | ActionKind::Resign | ActionKind::Rematch => Ok(()),
            ActionKind::SideComment if self.seating().has_partners(seat) => Ok(()),
            ActionKind::SideComment => Err(Refusal::NoPartners),
            ActionKind::KeepPlaying if self.has_resigned(seat) => Ok(()),
            ActionKind::KeepPlaying => Err(Refusal::NotResigned),
            ActionKind::Move => self.may_move(seat),
            ActionKind::Conditional => self.may_set_conditionals(seat),
            ActionKind::OfferDraw if self.offers.can_answer(seat) => Err(Refusal::OfferedToYou),
            ActionKind::OfferDraw if !self.offers.may_offer(seat) => Err(Refusal::OfferedAlready),
            ActionKind::OfferDraw => Ok(()),
            ActionKind::AcceptDraw | ActionKind::DeclineDraw if !self.offers.can_answer(seat) => {
                Err(Refusal::NothingOffered)
            }
            ActionKind::AcceptDraw | ActionKind::DeclineDraw => Ok(()),
            ActionKind::ClaimDraw => self.claimable_draw().map(|_| ()).ok_or(Refusal::NothingToClaim),
            ActionKind::Lifeline => self.lifeline(seat, now).map(|_| ()),
            ActionKind::Cancel => self.may_call_off(seat, now),
        }
    }

    fn may_move(&self, seat: Seat) -> Result<(), Refusal> {
        let to_move = self.position().seat_to_move();
        if to_move == seat { Ok(()) } else { Err(Refusal::NotYourTurn { to_move: self.seating().colour(to_move) }) }
    }
}
