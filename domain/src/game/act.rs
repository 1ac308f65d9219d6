//! Deciding what a seat asks for.

use jiff::Timestamp;

use super::{Game, RemarkKind};
use crate::action::{Action, Ask};
use crate::event::{Event, Happening};
use crate::outcome::{Ending, Outcome};
use crate::ply::Ply;
use crate::refusal::Refusal;
use crate::seat::{Seat, Side};

impl Game {
    /// Decides what a seat asks for at an instant: the events that follow from it, none if it was done already (the
    /// same request sent twice), or why not. A flag that has fallen by then decides first: see [`Game::tick`].
    ///
    /// # Errors
    /// A [`Refusal`] says what to do instead; nothing has changed.
    pub fn act(&self, seat: Seat, action: &Action, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        if self.has_done(seat, action) {
            return Ok(Vec::new());
        }
        if action.ply > self.ply() {
            return Err(Refusal::NotThere);
        }
        if let (Some(conclusion), false) = (self.conclusion(), action.ask == Ask::Comment) {
            return Err(Refusal::GameOver(conclusion.result));
        }
        if action.ply < self.ply() && action.ask != Ask::Comment {
            return Err(Refusal::MovedOn);
        }
        let mut happened = self.decide(seat, &action.ask)?;
        if let Some(text) = &action.message {
            let ply = happened_at(action, &happened);
            happened.push(Happening::Commented { seat, ply, text: text.clone() });
        } else if action.ask == Ask::Comment {
            return Err(Refusal::NothingSaid);
        }
        let at = now.max(self.last_event_at);
        Ok(happened.into_iter().map(|what| Event { at, what }).collect())
    }

    fn decide(&self, seat: Seat, ask: &Ask) -> Result<Vec<Happening>, Refusal> {
        match ask {
            Ask::Move { turn, offer_draw } => self.decide_move(seat, turn, *offer_draw),
            Ask::Comment => Ok(Vec::new()),
            Ask::OfferDraw if self.offers.can_answer(seat) => Err(Refusal::OfferedToYou),
            Ask::OfferDraw if !self.offers.may_offer(seat) => Err(Refusal::OfferedAlready),
            Ask::OfferDraw => Ok(vec![Happening::DrawOffered { seat }]),
            Ask::AcceptDraw | Ask::DeclineDraw if !self.offers.can_answer(seat) => Err(Refusal::NothingOffered),
            Ask::AcceptDraw => Ok(vec![Happening::DrawAccepted { seat }]),
            Ask::DeclineDraw => Ok(vec![Happening::DrawDeclined { seat }]),
            Ask::Resign => Ok(vec![Happening::Resigned { seat }]),
        }
    }

    fn decide_move(&self, seat: Seat, typed: &str, offer_draw: bool) -> Result<Vec<Happening>, Refusal> {
        let to_move = self.position().seat_to_move();
        if to_move != seat {
            return Err(Refusal::NotYourTurn { to_move: self.seating().name(to_move) });
        }
        let position = self.position();
        let turn = position.read_turn(typed)?;
        let mut happened = vec![Happening::Played { seat, turn: position.write_turn(turn) }];
        let offer_stands = self.draw_offered_by() == Some(seat);
        if offer_draw && !offer_stands && position.play(turn).result().is_none() {
            happened.push(Happening::DrawOffered { seat });
        }
        Ok(happened)
    }

    /// Whether this very request was done before: a form sent twice, by a double click or by a browser that lost the
    /// first answer, must not be done twice and is no mistake of the player's.
    fn has_done(&self, seat: Seat, action: &Action) -> bool {
        match &action.ask {
            Ask::Move { turn, .. } => self.has_made(seat, turn, action.ply),
            Ask::Comment => self.has_just_said(seat, action),
            Ask::OfferDraw => action.ply == self.ply() && self.draw_offered_by() == Some(seat),
            Ask::AcceptDraw => self.ended_by(Ending::Agreed),
            Ask::Resign => self.ended_by(Ending::Resigned) && !self.was_won_by(self.seating().side(seat)),
            Ask::DeclineDraw => false,
        }
    }

    fn has_made(&self, seat: Seat, typed: &str, ply: Ply) -> bool {
        let (Some(before), Some(made)) = (self.position_at(ply), self.turns.get(ply.turns())) else { return false };
        made.seat == seat && before.read_turn(typed) == Ok(made.turn)
    }

    fn ended_by(&self, ending: Ending) -> bool {
        self.conclusion().is_some_and(|conclusion| conclusion.result.ending == ending)
    }

    fn was_won_by(&self, side: Side) -> bool {
        self.conclusion().is_some_and(|conclusion| conclusion.result.outcome == Outcome::Win(side))
    }

    fn has_just_said(&self, seat: Seat, action: &Action) -> bool {
        let last = self.remarks.iter().rfind(|remark| remark.ply == action.ply);
        last.is_some_and(|last| {
            last.seat == seat
                && matches!(&last.kind, RemarkKind::Comment(text) if Some(text) == action.message.as_ref())
        })
    }
}

/// A message belongs to the turn it was sent with, else to the ply its writer saw.
fn happened_at(action: &Action, happened: &[Happening]) -> Ply {
    let turn_made = happened.iter().any(|what| matches!(what, Happening::Played { .. }));
    if turn_made { action.ply.next() } else { action.ply }
}
