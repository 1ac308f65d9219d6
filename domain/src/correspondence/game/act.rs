//! Deciding actions.

use jiff::Timestamp;

use super::Game;
use crate::correspondence::action::{Action, ActionRequest};
use crate::correspondence::audience::Audience;
use crate::correspondence::conditional::ConditionalTree;
use crate::correspondence::event::{Event, EventKind};
use crate::correspondence::limits::{MAX_MESSAGES_AFTER_END, MAX_MESSAGES_BETWEEN_TURNS, MAX_WRITINGS};
use crate::correspondence::refusal::Refusal;
use crate::rules::seat::Seat;

impl Game {
    /// Decides a seat's action at an instant. Returns its events, conditional replies included; for a repeated request
    /// none, except a message that was not sent the first time. Events of [`Game::tick`] for that instant have to be
    /// applied first: fallen flags are not checked here.
    ///
    /// # Errors
    /// A [`Refusal`] says what to do instead; nothing has changed.
    pub fn act(&self, seat: Seat, action: &Action, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        let mut events = self.own_events(seat, action, now)?;
        if let Some(last) = events.last() {
            let at = last.at;
            events.extend(self.replies_after(&events, at));
        }
        Ok(events)
    }

    /// Whether [`Game::act`] would do something new now. Others' conditional turns are not examined, so that not even
    /// the response time reveals anything about them.
    pub fn would_change(&self, seat: Seat, action: &Action, now: Timestamp) -> bool {
        !self.is_repeated(seat, action) && self.own_events(seat, action, now).is_ok_and(|events| !events.is_empty())
    }

    /// Whether [`Game::act`] would accept it now, or why not; others' conditional turns are not examined either.
    ///
    /// # Errors
    /// The refusal that `act` would give.
    pub fn may_act(&self, seat: Seat, action: &Action, now: Timestamp) -> Result<(), Refusal> {
        self.own_events(seat, action, now).map(drop)
    }

    /// The events of the action itself, without replies.
    fn own_events(&self, seat: Seat, action: &Action, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        let kind = action.request.kind();
        if self.is_repeated(seat, action) {
            return self.dated(seat, self.unsent_message(seat, action).into_iter().collect(), now);
        }
        if action.ply > self.ply() {
            return Err(Refusal::NoSuchPly);
        }
        self.check_kind(kind)?;
        if action.ply < self.ply() && !kind.is_writing() {
            return Err(Refusal::StalePly);
        }
        self.check_now(seat, kind, now)?;
        let mut happened = self.decide(seat, &action.request, now)?;
        happened.extend(written(seat, action, &happened)?);
        self.dated(seat, happened, now)
    }

    /// The action as events, unless a limit on messages is exceeded.
    fn dated(&self, seat: Seat, happened: Vec<EventKind>, now: Timestamp) -> Result<Vec<Event>, Refusal> {
        // Conditional turns can always be cleared.
        let takes_back =
            |what: &EventKind| matches!(what, EventKind::ConditionalsSet { lines, .. } if lines.is_empty());
        let writings = happened.iter().filter(|what| what.writer().is_some() && !takes_back(what)).count();
        if writings > 0 && self.writings[seat] + writings > MAX_WRITINGS {
            return Err(Refusal::TooManyMessagesInGame);
        }
        self.check_message_limit(seat, &happened)?;
        let at = now.max(self.last_event_at);
        Ok(happened.into_iter().map(|what| Event { at, what }).collect())
    }

    /// Refuses a message to others if there have been too many since the last turn. A message sent with a turn starts a
    /// new count.
    fn check_message_limit(&self, seat: Seat, happened: &[EventKind]) -> Result<(), Refusal> {
        let says = |what: &EventKind| matches!(what, EventKind::Commented { .. } | EventKind::SaidToSide { .. });
        let plays = |what: &EventKind| matches!(what, EventKind::Played { .. });
        if !happened.iter().any(says) || happened.iter().any(plays) {
            return Ok(());
        }
        match self.conclusion {
            None if self.messages_since_turn[seat] >= MAX_MESSAGES_BETWEEN_TURNS => {
                Err(Refusal::TooManyMessagesSinceTurn)
            }
            Some(_) if self.messages_since_turn[seat] >= MAX_MESSAGES_AFTER_END => {
                Err(Refusal::TooManyMessagesAfterEnd)
            }
            _ => Ok(()),
        }
    }

    /// The events of a request that is allowed in this state.
    fn decide(&self, seat: Seat, request: &ActionRequest, now: Timestamp) -> Result<Vec<EventKind>, Refusal> {
        Ok(vec![match request {
            ActionRequest::Move { turn, offer_draw, lines } => return self.decide_move(seat, turn, *offer_draw, lines),
            ActionRequest::Conditional { lines } => return self.decide_conditionals(seat, lines),
            ActionRequest::Comment | ActionRequest::SideComment | ActionRequest::Note => return Ok(Vec::new()),
            ActionRequest::OfferDraw => EventKind::DrawOffered { seat },
            ActionRequest::AcceptDraw => EventKind::DrawAccepted { seat, conditional: false },
            ActionRequest::DeclineDraw => EventKind::DrawDeclined { seat },
            ActionRequest::ClaimDraw => {
                let reason = self.claimable_draw().ok_or(Refusal::NothingToClaim)?;
                EventKind::DrawClaimed { seat, reason }
            }
            ActionRequest::Lifeline => self.lifeline(seat, now)?,
            ActionRequest::Cancel => EventKind::CalledOff { seat },
            ActionRequest::Resign => self.resignation(seat, false),
            ActionRequest::KeepPlaying => EventKind::ResignationTakenBack { seat },
            ActionRequest::Rematch => EventKind::RematchOffered { seat },
        }])
    }

    /// Whether a draw offered together with this seat's next turn would be an offer: none stands after that turn.
    pub fn may_offer_draw_with_turn(&self, seat: Seat) -> bool {
        let mut offers = self.offers.clone();
        offers.turn_made(seat);
        offers.may_offer(seat)
    }

    fn decide_move(&self, seat: Seat, typed: &str, offer_draw: bool, lines: &str) -> Result<Vec<EventKind>, Refusal> {
        let before = self.position();
        let turn = before.read_turn(typed)?;
        let after = before.play(turn);
        let mut happened = vec![EventKind::Played { seat, turn: before.write_turn(turn), conditional: false }];
        let tree = ConditionalTree::read(lines, &after, seat)?;
        if !tree.is_empty() {
            happened.push(EventKind::ConditionalsSet { seat, lines: tree.to_string() });
        }
        // Another's offer is open until all have answered it: where more than two play, this turn alone does not
        // decline it.
        let mut offers = self.offers.clone();
        offers.turn_made(seat);
        before.missed_until(&after).for_each(|missed| offers.turn_missed(missed));
        if offer_draw && offers.may_offer(seat) && after.result().is_none() {
            happened.push(EventKind::DrawOffered { seat });
        }
        Ok(happened)
    }
}

/// The message of an action: it belongs to the turn it was sent with, otherwise to the ply its writer saw. What it is sent
/// with says who reads it: sent with what only partners are told of, it is for them.
fn written(seat: Seat, action: &Action, happened: &[EventKind]) -> Result<Option<EventKind>, Refusal> {
    let Some(text) = action.message.clone() else {
        return if action.request.kind().is_writing() { Err(Refusal::EmptyMessage) } else { Ok(None) };
    };
    let ply = action.ply;
    let is_for_side = |what: &EventKind| matches!(what.audience(true), Audience::SideOf(_));
    let turn_made = happened.iter().any(|what| matches!(what, EventKind::Played { .. }));
    Ok(Some(match action.request {
        ActionRequest::Note => EventKind::NoteWritten { seat, ply, text },
        ActionRequest::SideComment => EventKind::SaidToSide { seat, ply, text },
        _ if happened.iter().any(is_for_side) => EventKind::SaidToSide { seat, ply, text },
        _ if turn_made => EventKind::Commented { seat, ply: ply.next(), text },
        _ => EventKind::Commented { seat, ply, text },
    }))
}
