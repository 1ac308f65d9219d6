//! Conditional turns in a game: setting them, following them, and playing the replies.

use jiff::Timestamp;

use super::{Game, LogEntryKind};
use crate::correspondence::conditional::{ConditionalTree, Reply};
use crate::correspondence::event::{Event, EventKind};
use crate::correspondence::refusal::Refusal;
use crate::rules::ply::Ply;
use crate::rules::seat::Seat;
use crate::rules::turn::Turn;

/// A seat's conditional turns.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PendingConditionals {
    /// Replies to the next turn of the other side.
    pub tree: ConditionalTree,
    /// A reply that is due now, because the other side has just played its turn.
    pub answer: Option<Reply>,
}

impl Game {
    /// Whether a seat may set conditional turns: while another is to move.
    pub(super) fn may_set_conditionals(&self, seat: Seat) -> Result<(), Refusal> {
        let is_own = |to_move| self.seating().is_same_player(seat, to_move);
        if self.seat_to_move().is_some_and(is_own) { Err(Refusal::YourTurnFirst) } else { Ok(()) }
    }

    /// The seat under which this seat's player's conditional turns are stored.
    pub(super) fn conditionals_seat(&self, seat: Seat) -> Seat {
        self.seating().seats_with(seat).next().unwrap_or(seat)
    }

    pub(super) fn decide_conditionals(&self, seat: Seat, lines: &str) -> Result<Vec<EventKind>, Refusal> {
        self.may_set_conditionals(seat)?;
        let tree = ConditionalTree::read(lines, self.position(), seat)?;
        if tree == *self.conditionals(seat) {
            return Ok(Vec::new());
        }
        Ok(vec![EventKind::ConditionalsSet { seat, lines: tree.to_string() }])
    }

    /// The conditional replies that follow from some events, all at the same instant, until a player has none. Replies
    /// consume their tree, so there are never more of them than turns in the trees.
    pub(super) fn replies_after(&self, events: &[Event], at: Timestamp) -> Vec<Event> {
        let mut replies = Vec::new();
        if self.pending_conditionals.iter().all(|(_, pending)| pending.tree.is_empty()) {
            return replies;
        }
        let most = self.seating().len() * ConditionalTree::MAX_DEPTH;
        let mut game = self.clone();
        let mut fits = events.iter().all(|event| game.apply(event).is_ok());
        while let (true, Some(what)) = (fits && replies.len() <= most, game.reply()) {
            let event = Event { at, what };
            fits = game.apply(&event).is_ok();
            replies.push(event);
        }
        replies
    }

    /// The conditional reply of the seat to move; its tree ends if the reply is not possible.
    fn reply(&self) -> Option<EventKind> {
        let seat = self.seat_to_move()?;
        let answer = self.pending_conditionals[self.conditionals_seat(seat)].answer.as_ref()?;
        let stopped = || EventKind::ConditionalStopped { seat, ply: self.ply(), turn: answer.word().to_owned() };
        Some(match answer {
            Reply::Resign => self.resignation(seat, true),
            Reply::AcceptDraw if self.offers.can_answer(seat) => EventKind::DrawAccepted { seat, conditional: true },
            Reply::AcceptDraw => stopped(),
            Reply::Wait { .. } => return None,
            Reply::Turn { text, .. } => match self.position().read_turn(text) {
                Ok(turn) => EventKind::Played { seat, turn: self.position().write_turn(turn), conditional: true },
                Err(_) => stopped(),
            },
        })
    }

    /// Updates the trees for a turn: those of the others advance to their reply or end, and the mover's own continues
    /// only if the turn was a reply from it.
    pub(super) fn advance_conditionals(&mut self, mover: Seat, turn: Turn, conditional: bool, at: Timestamp) {
        for seat in self.conditionals_seats() {
            let pending = std::mem::take(&mut self.pending_conditionals[seat]);
            if self.seating().is_same_player(seat, mover) {
                if let (true, Some(Reply::Turn { then, .. })) = (conditional, pending.answer) {
                    self.pending_conditionals[seat].tree = then;
                }
            } else if !pending.tree.is_empty() {
                match pending.tree.into_reply(self.position(), turn) {
                    None => self.log_entry(self.ply().next(), at, seat, LogEntryKind::ConditionalsLeft),
                    Some(Reply::Wait { then }) => self.pending_conditionals[seat].tree = then,
                    // The player has done it already; where several have to, the others are awaited.
                    Some(Reply::Resign) if self.has_resigned(seat) => {}
                    Some(Reply::AcceptDraw) if self.offers.has_accepted(seat) => {}
                    answer => self.pending_conditionals[seat].answer = answer,
                }
            }
        }
    }

    /// A seat whose turn was awaited has dropped out: the trees of the others end, because they begin with that turn.
    pub(super) fn end_conditionals(&mut self, ply: Ply, gone: Seat, at: Timestamp) {
        for seat in self.conditionals_seats() {
            let pending = std::mem::take(&mut self.pending_conditionals[seat]);
            if !pending.tree.is_empty() && !self.seating().is_same_player(seat, gone) {
                self.log_entry(ply, at, seat, LogEntryKind::ConditionalsLeft);
            }
        }
    }

    /// The first seat of each player.
    fn conditionals_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        let seating = self.seating();
        (0..seating.players()).filter_map(move |player| seating.seats_of_player(player).next())
    }
}
