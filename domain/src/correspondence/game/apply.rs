//! The fold: the effect of each event.

use jiff::{SignedDuration, Timestamp};

use super::conditionals::PendingConditionals;
use super::waiting::Lifeline;
use super::{BrokenLog, Conclusion, Game, LogEntry, LogEntryKind, MadeTurn};
use crate::correspondence::clock::Clock;
use crate::correspondence::conditional::ConditionalTree;
use crate::correspondence::event::{Event, EventKind};
use crate::correspondence::leave::LeavePeriod;
use crate::correspondence::outage::Outage;
use crate::correspondence::result::{Ending, GameResult};
use crate::rules::outcome::Outcome;
use crate::rules::ply::Ply;
use crate::rules::position::Position;
use crate::rules::seat::{BySeat, Seat};

impl Game {
    /// Applies one more event.
    ///
    /// # Errors
    /// The event does not follow from those before it; the game is as it was.
    pub fn apply(&mut self, event: &Event) -> Result<(), BrokenLog> {
        let at = event.at;
        if self.conclusion.is_some() && !may_follow_the_end(&event.what) {
            return Err(BrokenLog::AfterTheEnd { ply: self.ply() });
        }
        match &event.what {
            EventKind::Played { seat, turn, conditional } => self.turn_made(*seat, turn, *conditional, at)?,
            EventKind::Commented { .. } | EventKind::SaidToSide { .. } | EventKind::NoteWritten { .. } => {}
            EventKind::DrawOffered { seat } => self.offers.offer(*seat),
            EventKind::DrawDeclined { .. } => self.offers.decline(),
            EventKind::DrawAccepted { seat, conditional } => {
                self.draw_accepted(*seat, at);
                self.mark_conclusion_conditional(*conditional);
            }
            EventKind::DrawClaimed { reason, .. } => self.conclude(Outcome::Draw, reason.ending().into(), at),
            EventKind::ConditionalsSet { seat, lines } => {
                let seat_of_player = self.conditionals_seat(*seat);
                self.pending_conditionals[seat_of_player] =
                    PendingConditionals { tree: ConditionalTree::stored(lines), answer: None };
            }
            EventKind::ConditionalStopped { seat, .. } => {
                let seat_of_player = self.conditionals_seat(*seat);
                self.pending_conditionals[seat_of_player] = PendingConditionals::default();
            }
            EventKind::LifelineGiven { seat, to, granted } => {
                self.clocks[*to] = self.clocks[*to].given(*granted);
                self.lifeline = Some(Lifeline { by: *seat, at });
            }
            EventKind::LeaveTaken { seat, from, until } => {
                let reckoned = self.settled_until();
                self.leaves[*seat].take(LeavePeriod { from: *from, until: *until }, reckoned);
            }
            EventKind::LeaveEnded { seat, from, until } => self.leave_ended(*seat, *from, *until, at),
            EventKind::Resigned { seat, conditional, .. } => {
                self.resigned(*seat, at);
                self.mark_conclusion_conditional(*conditional);
            }
            EventKind::ResignationTakenBack { seat } => {
                self.seating().seats_with(*seat).for_each(|seat| self.votes.withdraw(seat));
            }
            EventKind::SiteDown { from, until } => self.site_down(Outage { from: *from, until: *until }, at),
            EventKind::FlagFell { seat } => self.flag_fell(*seat, at),
            EventKind::Cancelled => self.conclude(Outcome::Void, Ending::Cancelled, at),
            EventKind::CalledOff { .. } => self.conclude(Outcome::Void, Ending::CalledOff, at),
            EventKind::RematchOffered { seat } => self.rematch[*seat] = true,
        }
        if let Some(seat) = event.what.writer() {
            self.writings[seat] += 1;
        }
        match &event.what {
            EventKind::Played { .. } => self.seating().seats().for_each(|seat| self.messages_since_turn[seat] = 0),
            EventKind::Commented { seat, .. } | EventKind::SaidToSide { seat, .. } => {
                self.messages_since_turn[*seat] += 1;
            }
            _ => {}
        }
        self.log_entries.extend(LogEntry::of(event, self.ply()));
        self.last_event_at = at;
        Ok(())
    }

    fn turn_made(&mut self, seat: Seat, text: &str, conditional: bool, at: Timestamp) -> Result<(), BrokenLog> {
        let ply = self.ply();
        if self.seat_to_move() != Some(seat) {
            return Err(BrokenLog::OutOfTurn { seat, ply });
        }
        let before = self.position();
        let turn = before.read_turn(text).map_err(|error| BrokenLog::Turn { turn: text.to_owned(), ply, error })?;
        let position = before.play(turn);
        let missed: Vec<Seat> = before.missed_until(&position).collect();
        let mut spent = SignedDuration::ZERO;
        if let Some(since) = self.running_since() {
            spent = self.leaves[seat].ran(since, at);
            self.clocks[seat] = self.clocks[seat].after_turn(spent, self.setup.time_control);
        }
        let left = self.clocks[seat].left();
        self.lifeline = None;
        self.offers.turn_made(seat);
        self.begun.insert(seat);
        self.turns_missed(&missed);
        let has_begun = self.seating().seats().all(|seat| self.begun.contains(seat));
        self.clocks_started = self.clocks_started.or(has_begun.then_some((ply.next(), at)));
        match position.result() {
            Some(result) => self.end(result.into(), at),
            None => self.advance_conditionals(seat, turn, conditional, at),
        }
        self.turns.push(MadeTurn { seat, turn, text: text.to_owned(), at, spent, left, conditional, missed, position });
        Ok(())
    }

    fn leave_ended(&mut self, seat: Seat, from: Timestamp, until: Timestamp, at: Timestamp) {
        let taken = self.log_entries.iter().rev().find_map(|entry| match entry.kind {
            LogEntryKind::LeaveTaken(period) if entry.seat == seat && period.from == from => Some(period),
            _ => None,
        });
        let taken = taken.unwrap_or(LeavePeriod { from, until });
        self.leaves[seat].end(from, until);
        self.log_entry(self.ply(), at, seat, LogEntryKind::LeaveEnded { taken, until });
    }

    fn turns_missed(&mut self, missed: &[Seat]) {
        for &seat in missed {
            self.begun.insert(seat);
            self.offers.turn_missed(seat);
        }
    }

    fn flag_fell(&mut self, seat: Seat, at: Timestamp) {
        match self.position().drop_out(seat) {
            Err(result) => self.end(result.into(), at),
            Ok(after) => self.goes_on_without(seat, after, at),
        }
    }

    /// A seat's clock has run out, and others play on: conditional turns end, and the seat is not asked for anything
    /// any more.
    fn goes_on_without(&mut self, seat: Seat, after: Position, at: Timestamp) {
        let before = self.position();
        let missed: Vec<Seat> = match before.seat_to_move() == seat {
            true => std::iter::once(seat).chain(before.missed_until(&after)).collect(),
            false => Vec::new(),
        };
        self.log_entry(self.ply(), at, seat, LogEntryKind::RanOutOfTime);
        self.end_conditionals(self.ply(), seat, at);
        self.clocks[seat] = Clock::EMPTY;
        self.last_out_at = Some(at);
        self.lifeline = None;
        self.turns_missed(&missed);
        match self.turns.last_mut() {
            Some(turn) => {
                turn.missed.extend(missed);
                turn.position = after;
            }
            None => self.start = after,
        }
        let all_agree = self.offers.drop_out(seat);
        match self.votes.result(self.position()) {
            Some(result) => self.end(result, at),
            None if all_agree => self.conclude(Outcome::Draw, Ending::Agreed, at),
            None => {}
        }
    }

    fn resigned(&mut self, seat: Seat, at: Timestamp) {
        let seat_of_player = self.conditionals_seat(seat);
        self.pending_conditionals[seat_of_player].answer = None;
        self.seating().seats_with(seat).for_each(|seat| self.votes.resign(seat));
        match self.votes.result(self.position()) {
            Some(result) => self.end(result, at),
            None => self.log_entry(self.ply(), at, seat, LogEntryKind::Resigned),
        }
    }

    fn draw_accepted(&mut self, seat: Seat, at: Timestamp) {
        let seat_of_player = self.conditionals_seat(seat);
        self.pending_conditionals[seat_of_player].answer = None;
        if self.offers.accept(seat) {
            self.conclude(Outcome::Draw, Ending::Agreed, at);
        } else {
            self.log_entry(self.ply(), at, seat, LogEntryKind::DrawAccepted);
        }
    }

    /// Adds log entries that have no event of their own, because they follow from a turn.
    pub(super) fn log_entry(&mut self, ply: Ply, at: Timestamp, seat: Seat, kind: LogEntryKind) {
        self.log_entries.push(LogEntry { ply, at, seat, kind });
    }

    fn conclude(&mut self, outcome: Outcome, ending: Ending, at: Timestamp) {
        self.end(GameResult { outcome, ending }, at);
    }

    fn end(&mut self, result: GameResult, at: Timestamp) {
        self.conclusion = Some(Conclusion { result, at, conditional: false });
        self.pending_conditionals = BySeat::new(self.seating(), |_| PendingConditionals::default());
    }

    /// Whether the game, if it ended, ended by a conditional reply.
    fn mark_conclusion_conditional(&mut self, conditional: bool) {
        if let Some(conclusion) = &mut self.conclusion {
            conclusion.conditional = conditional;
        }
    }
}

/// Messages, notes and rematch offers; everything else happens while the game is running.
fn may_follow_the_end(what: &EventKind) -> bool {
    matches!(
        what,
        EventKind::Commented { .. }
            | EventKind::SaidToSide { .. }
            | EventKind::NoteWritten { .. }
            | EventKind::RematchOffered { .. }
    )
}
