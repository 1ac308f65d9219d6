//! The fold: what each event means for the game.

use jiff::{SignedDuration, Timestamp};

use super::conditionals::Plan;
use super::waiting::Lifeline;
use super::{BrokenLog, Conclusion, Game, MadeTurn, Remark, RemarkKind};
use crate::conditional::ConditionalTree;
use crate::event::{Event, Happening};
use crate::leave::Spell;
use crate::outcome::{Ending, GameResult, Outcome};
use crate::ply::Ply;
use crate::seat::{BySeat, Seat, Side};

impl Game {
    /// Takes one more event into account.
    ///
    /// # Errors
    /// The event does not follow from those before it; the game is as it was.
    pub fn apply(&mut self, event: &Event) -> Result<(), BrokenLog> {
        let at = event.at;
        if self.conclusion.is_some() && !may_follow_the_end(&event.what) {
            return Err(BrokenLog::AfterTheEnd { ply: self.ply() });
        }
        match &event.what {
            Happening::Played { seat, turn, conditional } => self.turn_made(*seat, turn, *conditional, at)?,
            Happening::Commented { .. } | Happening::NoteWritten { .. } => {}
            Happening::DrawOffered { seat } => self.offers.offer(*seat),
            Happening::DrawDeclined { .. } => self.offers.decline(),
            Happening::DrawAccepted { seat, conditional } => {
                self.draw_accepted(*seat, at);
                self.note_condition(*conditional);
            }
            Happening::DrawClaimed { reason, .. } => self.conclude(Outcome::Draw, reason.ending(), at),
            Happening::ConditionalsSet { seat, lines } => {
                self.plans[*seat] = Plan { tree: ConditionalTree::stored(lines), answer: None };
            }
            Happening::ConditionalStopped { seat, .. } => self.plans[*seat] = Plan::default(),
            Happening::LifelineGiven { seat, to, granted } => {
                self.clocks[*to] = self.clocks[*to].given(*granted);
                self.lifeline = Some(Lifeline { by: *seat, at });
            }
            Happening::LeaveTaken { seat, from, until } => {
                let reckoned = self.reckoned_until();
                self.leaves[*seat].take(Spell { from: *from, until: *until }, reckoned);
            }
            Happening::LeaveEnded { seat, from, until } => self.leaves[*seat].end(*from, *until),
            Happening::Resigned { seat, conditional } => {
                self.lose(*seat, Ending::Resigned, at);
                self.note_condition(*conditional);
            }
            Happening::FlagFell { seat } => self.lose(*seat, Ending::Flag, at),
            Happening::Cancelled => self.conclude(Outcome::Void, Ending::Cancelled, at),
            Happening::CalledOff { .. } => self.conclude(Outcome::Void, Ending::CalledOff, at),
            Happening::RematchOffered { seat } => self.rematch[*seat] = true,
        }
        if let Some(seat) = event.what.writer() {
            self.writings[seat] += 1;
        }
        self.remarks.extend(Remark::of(event, self.ply()));
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
        let mut spent = SignedDuration::ZERO;
        if let Some(since) = self.running_since() {
            spent = self.leaves[seat].ran(since, at);
            self.clocks[seat] = self.clocks[seat].after_turn(spent, self.setup.time_control);
        }
        let left = self.clocks[seat].left();
        self.lifeline = None;
        self.offers.turn_made(seat);
        match position.result() {
            Some(result) => self.end(result, at),
            None => self.follow_plans(seat, turn, conditional, at),
        }
        self.turns.push(MadeTurn { seat, turn, text: text.to_owned(), at, spent, left, conditional, position });
        Ok(())
    }

    fn draw_accepted(&mut self, seat: Seat, at: Timestamp) {
        self.plans[seat].answer = None;
        if self.offers.accept(seat) {
            self.conclude(Outcome::Draw, Ending::Agreed, at);
        }
    }

    /// Adds what has no event of its own, because it follows from a turn.
    pub(super) fn remark(&mut self, ply: Ply, at: Timestamp, seat: Seat, kind: RemarkKind) {
        self.remarks.push(Remark { ply, at, seat, kind });
    }

    fn lose(&mut self, seat: Seat, ending: Ending, at: Timestamp) {
        self.conclude(Outcome::Win(self.other_side(seat)), ending, at);
    }

    fn conclude(&mut self, outcome: Outcome, ending: Ending, at: Timestamp) {
        self.end(GameResult { outcome, ending }, at);
    }

    fn end(&mut self, result: GameResult, at: Timestamp) {
        self.conclusion = Some(Conclusion { result, at, conditional: false });
        self.plans = BySeat::new(self.seating(), |_| Plan::default());
    }

    /// Whether what ended the game, if it did, was prepared.
    fn note_condition(&mut self, conditional: bool) {
        if let Some(conclusion) = &mut self.conclusion {
            conclusion.conditional = conditional;
        }
    }

    /// The side that wins when this seat's side loses, in a game of two sides.
    fn other_side(&self, seat: Seat) -> Side {
        let seating = self.seating();
        let opponent = seating.opponents(seat).next();
        opponent.map_or(seating.side(seat), |opponent| seating.side(opponent))
    }
}

/// What players write, and the wish to play again; all else is done while the game goes on.
fn may_follow_the_end(what: &Happening) -> bool {
    matches!(what, Happening::Commented { .. } | Happening::NoteWritten { .. } | Happening::RematchOffered { .. })
}
