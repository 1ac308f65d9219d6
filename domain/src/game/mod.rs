//! A game between players: folded from its events, and the only thing that decides what happens next.
//!
//! [`Game::act`] answers a player, [`Game::tick`] answers the calendar; both return events and change nothing.
//! [`Game::apply`] is the fold. So deciding and replaying cannot differ, and all of it is tested without a server.

mod act;
mod actions;
mod tick;

use jiff::{SignedDuration, Timestamp};

use crate::clock::{Clock, elapsed};
use crate::comment::Comment;
use crate::draw::Offers;
use crate::event::{Event, Happening};
use crate::outcome::{Ending, GameResult, Outcome};
use crate::ply::Ply;
use crate::position::Position;
use crate::seat::{BySeat, Seat, Seating, Side};
use crate::setup::Setup;
use crate::turn::{Turn, TurnError};

/// A game as it stands after its last event.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    setup: Setup,
    start: Position,
    turns: Vec<MadeTurn>,
    remarks: Vec<Remark>,
    clocks: BySeat<Clock>,
    offers: Offers,
    conclusion: Option<Conclusion>,
    last_event_at: Timestamp,
}

/// A turn that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct MadeTurn {
    /// Who made it.
    pub seat: Seat,
    /// The turn.
    pub turn: Turn,
    /// The turn in standard notation.
    pub text: String,
    /// When it was made.
    pub at: Timestamp,
    /// What it took of the seat's clock; zero while the clocks were frozen.
    pub spent: SignedDuration,
    /// What the seat's clock showed after it.
    pub left: SignedDuration,
    /// The position after it.
    pub position: Position,
}

/// Something of the record that is not a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The ply it belongs to.
    pub ply: Ply,
    /// When it happened.
    pub at: Timestamp,
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub kind: RemarkKind,
}

/// What stands in the record beside the turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemarkKind {
    /// A text.
    Comment(Comment),
    /// A draw was offered.
    DrawOffered,
    /// A draw was declined in words.
    DrawDeclined,
}

/// How and when a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conclusion {
    /// For whom and why.
    pub result: GameResult,
    /// When.
    pub at: Timestamp,
}

/// An event that does not follow from those in front of it: the log is damaged, or was written under other rules.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BrokenLog {
    /// A turn that is not legal where it stands.
    #[error("the turn '{turn}' at ply {ply} cannot be made: {error}")]
    Turn {
        /// The turn's text.
        turn: String,
        /// The ply it was to be made at.
        ply: Ply,
        /// Why it is not legal.
        error: TurnError,
    },
    /// A turn of a seat that was not to move.
    #[error("seat {} made a turn at ply {ply} out of turn", seat.index())]
    OutOfTurn {
        /// Who made it.
        seat: Seat,
        /// The ply it was made at.
        ply: Ply,
    },
}

impl Game {
    /// A game before its first event.
    pub fn new(setup: Setup) -> Self {
        let seating = setup.variant.seating();
        Self {
            start: Position::start(setup.variant),
            turns: Vec::new(),
            remarks: Vec::new(),
            clocks: BySeat::new(seating, |_| Clock::new(setup.time_control)),
            offers: Offers::new(seating),
            conclusion: None,
            last_event_at: setup.begun_at,
            setup,
        }
    }

    /// The game that a log tells of.
    ///
    /// # Errors
    /// The log is damaged.
    pub fn fold<'a>(setup: Setup, events: impl IntoIterator<Item = &'a Event>) -> Result<Self, BrokenLog> {
        let mut game = Self::new(setup);
        for event in events {
            game.apply(event)?;
        }
        Ok(game)
    }

    /// Takes one more event into account.
    ///
    /// # Errors
    /// The event does not follow from those before it; the game is as it was.
    pub fn apply(&mut self, event: &Event) -> Result<(), BrokenLog> {
        match &event.what {
            Happening::Played { seat, turn } => self.turn_made(*seat, turn, event.at)?,
            Happening::Commented { seat, ply, text } => {
                self.remark(*ply, event.at, *seat, RemarkKind::Comment(text.clone()));
            }
            Happening::DrawOffered { seat } => {
                self.offers.offer(*seat);
                self.remark(self.ply(), event.at, *seat, RemarkKind::DrawOffered);
            }
            Happening::DrawAccepted { seat } => {
                if self.offers.accept(*seat) {
                    self.conclude(Outcome::Draw, Ending::Agreed, event.at);
                }
            }
            Happening::DrawDeclined { seat } => {
                self.offers.decline();
                self.remark(self.ply(), event.at, *seat, RemarkKind::DrawDeclined);
            }
            Happening::Resigned { seat } => {
                self.conclude(Outcome::Win(self.other_side(*seat)), Ending::Resigned, event.at);
            }
            Happening::FlagFell { seat } => {
                self.conclude(Outcome::Win(self.other_side(*seat)), Ending::Flag, event.at);
            }
            Happening::Cancelled => self.conclude(Outcome::Void, Ending::Cancelled, event.at),
        }
        self.last_event_at = event.at;
        Ok(())
    }

    fn turn_made(&mut self, seat: Seat, text: &str, at: Timestamp) -> Result<(), BrokenLog> {
        let ply = self.ply();
        if self.seat_to_move() != Some(seat) {
            return Err(BrokenLog::OutOfTurn { seat, ply });
        }
        let before = self.position();
        let turn = before.read_turn(text).map_err(|error| BrokenLog::Turn { turn: text.to_owned(), ply, error })?;
        let position = before.play(turn);
        let mut spent = SignedDuration::ZERO;
        if let Some(since) = self.running_since() {
            spent = elapsed(since, at);
            self.clocks[seat] = self.clocks[seat].after_turn(since, at, self.setup.time_control);
        }
        let left = self.clocks[seat].left();
        self.offers.turn_made(seat);
        if let Some(result) = position.result() {
            self.conclusion = Some(Conclusion { result, at });
        }
        self.turns.push(MadeTurn { seat, turn, text: text.to_owned(), at, spent, left, position });
        Ok(())
    }

    fn remark(&mut self, ply: Ply, at: Timestamp, seat: Seat, kind: RemarkKind) {
        self.remarks.push(Remark { ply, at, seat, kind });
    }

    fn conclude(&mut self, outcome: Outcome, ending: Ending, at: Timestamp) {
        self.conclusion = Some(Conclusion { result: GameResult { outcome, ending }, at });
    }

    /// The side that wins when this seat's side loses, in a game of two sides.
    fn other_side(&self, seat: Seat) -> Side {
        let seating = self.seating();
        let opponent = seating.opponents(seat).next();
        opponent.map_or(seating.side(seat), |opponent| seating.side(opponent))
    }

    /// What was settled before the first turn.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The seats and sides.
    pub fn seating(&self) -> Seating {
        self.setup.variant.seating()
    }

    /// How many turns have been made.
    pub fn ply(&self) -> Ply {
        Ply::after(self.turns.len())
    }

    /// The turns that were made, the first first.
    pub fn turns(&self) -> &[MadeTurn] {
        &self.turns
    }

    /// The turn that led to a ply; none at the start and beyond the last turn.
    pub fn turn_before(&self, ply: Ply) -> Option<&MadeTurn> {
        self.turns.get(ply.previous()?.turns())
    }

    /// Comments and offers, in the order they were made.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// The position before the first turn.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.turns.last().map_or(&self.start, |turn| &turn.position)
    }

    /// The position after so many turns, `None` beyond the last.
    pub fn position_at(&self, ply: Ply) -> Option<&Position> {
        match ply.previous() {
            None => Some(&self.start),
            Some(last) => self.turns.get(last.turns()).map(|turn| &turn.position),
        }
    }

    /// How the game ended, if it has.
    pub fn conclusion(&self) -> Option<Conclusion> {
        self.conclusion
    }

    /// Who is to move; nobody after the end.
    pub fn seat_to_move(&self) -> Option<Seat> {
        self.conclusion.is_none().then(|| self.position().seat_to_move())
    }

    /// The seat whose offer of a draw stands.
    pub fn draw_offered_by(&self) -> Option<Seat> {
        self.offers.offered_by().filter(|_| self.conclusion.is_none())
    }

    /// The ply at which the clocks started, and when: once every seat had made its first turn.
    pub fn clocks_started(&self) -> Option<(Ply, Timestamp)> {
        let round = self.seating().len();
        self.turns.get(round - 1).map(|turn| (Ply::after(round), turn.at))
    }

    /// Since when the clock of the seat to move runs; `None` while the clocks are frozen, and after the end.
    pub fn running_since(&self) -> Option<Timestamp> {
        self.clocks_started()?;
        self.seat_to_move()?;
        self.turns.last().map(|turn| turn.at)
    }

    /// What a seat's clock shows at an instant.
    pub fn time_left(&self, seat: Seat, now: Timestamp) -> SignedDuration {
        match self.running_since() {
            Some(since) if self.seat_to_move() == Some(seat) => self.clocks[seat].left_at(now, since),
            _ => self.clocks[seat].left(),
        }
    }
}
