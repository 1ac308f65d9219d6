//! Repeated requests: by a double click, or by a browser that lost the first response.

use super::{Game, LogEntry, LogEntryKind, Visibility};
use crate::correspondence::action::{Action, ActionRequest};
use crate::correspondence::event::EventKind;
use crate::correspondence::result::Ending;
use crate::rules::outcome::{Outcome, RulesEnding};
use crate::rules::ply::Ply;
use crate::rules::seat::{Seat, Side};

impl Game {
    /// Whether this request was carried out before: a form sent twice must not take effect twice, and is no mistake of
    /// the player's.
    pub(super) fn is_repeated(&self, seat: Seat, action: &Action) -> bool {
        match &action.request {
            ActionRequest::Move { turn, .. } => self.has_made(seat, turn, action.ply),
            ActionRequest::Comment | ActionRequest::SideComment | ActionRequest::Note => {
                self.has_just_written(seat, action)
            }
            ActionRequest::OfferDraw => action.ply == self.ply() && self.draw_offered_by() == Some(seat),
            ActionRequest::AcceptDraw => {
                let accepted = action.ply == self.ply() && self.offers.has_accepted(seat);
                (self.ended_by(Ending::Agreed) || accepted) && self.has_said(seat, action)
            }
            ActionRequest::Resign => match self.conclusion() {
                Some(end) => end.result.ending == Ending::Resigned && !self.was_won_by(self.seating().side(seat)),
                None => self.has_resigned(seat),
            },
            ActionRequest::KeepPlaying => !self.has_resigned(seat) && self.has_kept_playing(seat, action.ply),
            ActionRequest::ClaimDraw => {
                let claimed = [RulesEnding::Repetition, RulesEnding::FiftyMoves, RulesEnding::HundredTurns];
                claimed.into_iter().any(|ending| self.ended_by(ending.into())) && self.has_said(seat, action)
            }
            ActionRequest::Cancel => self.ended_by(Ending::CalledOff) && self.has_said(seat, action),
            ActionRequest::Lifeline => {
                action.ply == self.ply() && self.lifeline.is_some_and(|lifeline| lifeline.by == seat)
            }
            ActionRequest::Rematch => self.rematch[seat],
            // Setting the same again changes nothing; only its message must not be repeated.
            ActionRequest::Conditional { lines } => {
                self.has_just_written(seat, action) && self.decide_conditionals(seat, lines) == Ok(Vec::new())
            }
            ActionRequest::DeclineDraw => self.has_just_declined(seat, action.ply),
        }
    }

    /// The message of an action that was carried out before without it: it is sent now, so that it is not lost.
    pub(super) fn unsent_message(&self, seat: Seat, action: &Action) -> Option<EventKind> {
        let text = action.message.clone().filter(|_| !action.request.kind().is_writing())?;
        let ply = if matches!(action.request, ActionRequest::Move { .. }) { action.ply.next() } else { action.ply };
        let is_sent = |log_entry: &LogEntry| {
            log_entry.seat == seat
                && log_entry.ply == ply
                && matches!(&log_entry.kind, LogEntryKind::Comment(said) | LogEntryKind::SideComment(said) if *said == text)
        };
        let for_side = match action.request {
            ActionRequest::Resign => self.conclusion().is_none(),
            ActionRequest::KeepPlaying => true,
            _ => false,
        };
        (!self.log_entries.iter().any(is_sent)).then_some(match for_side {
            true => EventKind::SaidToSide { seat, ply, text },
            false => EventKind::Commented { seat, ply, text },
        })
    }

    /// Whether an action can count as done, by this seat or by the other that wanted the same, without losing its
    /// message.
    fn has_said(&self, seat: Seat, action: &Action) -> bool {
        action.message.is_none() || self.has_just_written(seat, action)
    }

    fn has_just_declined(&self, seat: Seat, ply: Ply) -> bool {
        let about_draws =
            |log_entry: &&LogEntry| matches!(log_entry.kind, LogEntryKind::DrawOffered | LogEntryKind::DrawDeclined);
        let last = self.log_entries.iter().rfind(about_draws);
        last.is_some_and(|last| last.kind == LogEntryKind::DrawDeclined && last.seat == seat && last.ply == ply)
    }

    fn has_kept_playing(&self, seat: Seat, ply: Ply) -> bool {
        let is_recorded = |log_entry: &LogEntry| {
            log_entry.kind == LogEntryKind::ResignationTakenBack && log_entry.seat == seat && log_entry.ply == ply
        };
        self.log_entries.iter().any(is_recorded)
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

    /// Whether this seat's last message, or note, at the ply is this text. Others' private entries are skipped, because
    /// nobody must find out about them.
    fn has_just_written(&self, seat: Seat, action: &Action) -> bool {
        let Some(text) = &action.message else { return false };
        let written = |log_entry: &&LogEntry| log_entry.ply == action.ply;
        if action.request == ActionRequest::Note {
            let mut own = self.log_entries.iter().filter(written).filter(|log_entry| log_entry.seat == seat).rev();
            return own.find_map(|log_entry| log_entry.note()) == Some(text);
        }
        let visibility =
            if action.request == ActionRequest::SideComment { Visibility::Side } else { Visibility::Players };
        let mut among =
            self.log_entries.iter().filter(written).filter(|log_entry| log_entry.visibility() >= visibility);
        let last = among.rfind(|log_entry| log_entry.is_visible_to(Some(seat), self.seating(), false));
        last.is_some_and(|last| last.seat == seat && last.message_for(visibility) == Some(text))
    }
}
