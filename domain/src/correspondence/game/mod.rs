//! A game between players: folded from its events, and the only thing that decides what happens next.
//!
//! [`Game::act`] decides a player's action, [`Game::tick`] what is due by the passing of time; both return events and
//! change nothing. [`Game::apply`] is the fold. So deciding and replaying cannot differ, and everything can be tested
//! without a server.
//!
//! ```
//! use domain::correspondence::action::{Action, ActionRequest};
//! use domain::correspondence::game::Game;
//! use domain::rules::ply::Ply;
//! use domain::rules::seat::Seat;
//! use domain::correspondence::setup::GameSetup;
//! use domain::correspondence::time_control::TimeControl;
//! use domain::rules::variant::Variant;
//! use jiff::SignedDuration;
//!
//! let begun_at: jiff::Timestamp = "2026-03-02T12:00:00Z".parse().unwrap();
//! let (variant, time_control) = (Variant::Duck, TimeControl::STANDARD);
//! let setup = GameSetup { variant, time_control, rated: false, public: false, start: None, begun_at };
//! let mut game = Game::new(setup).unwrap();
//! let request = ActionRequest::Move { turn: "e2e4@c6".to_owned(), offer_draw: false, lines: String::new() };
//! let action = Action { request, message: None, ply: Ply::START };
//! for event in game.act(Seat::WHITE, &action, begun_at)? {
//!     game.apply(&event).unwrap();
//! }
//! assert_eq!(game.turns()[0].text, "e4@c6");
//! assert_eq!(game.seat_to_move(), Some(Seat::BLACK));
//! assert!(game.tick(begun_at + SignedDuration::from_hours(24)).is_empty(), "the calendar has nothing to say yet");
//! # Ok::<(), domain::correspondence::refusal::Refusal>(())
//! ```

mod act;
mod actions;
mod apply;
mod conditionals;
mod leave;
mod memory;
mod outage;
mod record;
mod repeated;
mod tick;
mod waiting;

use jiff::{SignedDuration, Timestamp};

use crate::correspondence::clock::Clock;
use crate::correspondence::conditional::ConditionalTree;
use crate::correspondence::event::{Event, EventKind};
use crate::correspondence::leave::Leave;
use crate::correspondence::offers::DrawOffers;
use crate::correspondence::resignation::ResignationVotes;
use crate::correspondence::setup::GameSetup;
use crate::rules::draw::DrawClaim;
use crate::rules::entry::Entry;
use crate::rules::ply::Ply;
use crate::rules::position::Position;
use crate::rules::seat::{BySeat, Seat, SeatSet, Seating};
use conditionals::PendingConditionals;
pub use record::{BrokenLog, Conclusion, LogEntry, LogEntryKind, MadeTurn, Visibility};
use waiting::Lifeline;

/// The state of a game after its last event.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    setup: GameSetup,
    start: Position,
    turns: Vec<MadeTurn>,
    log_entries: Vec<LogEntry>,
    clocks: BySeat<Clock>,
    leaves: BySeat<Leave>,
    /// The lifeline given in the present turn.
    lifeline: Option<Lifeline>,
    offers: DrawOffers,
    votes: ResignationVotes,
    /// The seats that have made or missed their first turn.
    begun: SeatSet,
    clocks_started: Option<(Ply, Timestamp)>,
    /// When the clock of the last seat to go out ran out.
    last_out_at: Option<Timestamp>,
    /// Each player's conditional turns, at the first of their seats; visible to that player only.
    pending_conditionals: BySeat<PendingConditionals>,
    conclusion: Option<Conclusion>,
    /// The seats that have offered a rematch.
    rematch: BySeat<bool>,
    /// How many comments, notes and conditional turns each seat has written.
    writings: BySeat<usize>,
    /// How many messages each seat has sent since the last turn.
    messages_since_turn: BySeat<usize>,
    last_event_at: Timestamp,
}

impl Game {
    /// A game before its first event.
    ///
    /// # Errors
    /// The position that it starts from cannot be read.
    pub fn new(setup: GameSetup) -> Result<Self, BrokenLog> {
        let seating = setup.variant.seating();
        let start =
            setup.start().map_err(|error| BrokenLog::Start { fen: setup.start.clone().unwrap_or_default(), error })?;
        Ok(Self {
            start,
            turns: Vec::new(),
            log_entries: Vec::new(),
            clocks: BySeat::new(seating, |_| Clock::new(setup.time_control)),
            leaves: BySeat::new(seating, |_| Leave::default()),
            lifeline: None,
            offers: DrawOffers::new(seating),
            votes: ResignationVotes::default(),
            begun: SeatSet::default(),
            clocks_started: None,
            last_out_at: None,
            pending_conditionals: BySeat::new(seating, |_| PendingConditionals::default()),
            conclusion: None,
            rematch: BySeat::new(seating, |_| false),
            writings: BySeat::new(seating, |_| 0),
            messages_since_turn: BySeat::new(seating, |_| 0),
            last_event_at: setup.begun_at,
            setup,
        })
    }

    /// Folds a log.
    ///
    /// # Errors
    /// The log is damaged.
    pub fn fold<'a>(setup: GameSetup, events: impl IntoIterator<Item = &'a Event>) -> Result<Self, BrokenLog> {
        let mut game = Self::new(setup)?;
        for event in events {
            game.apply(event)?;
        }
        Ok(game)
    }

    /// The setup.
    pub fn setup(&self) -> &GameSetup {
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

    /// The turns that were made, oldest first.
    pub fn turns(&self) -> &[MadeTurn] {
        &self.turns
    }

    /// The turn that led to a ply; none at the start and beyond the last turn.
    pub fn turn_before(&self, ply: Ply) -> Option<&MadeTurn> {
        self.turns.get(ply.previous()?.turns())
    }

    /// The log entries in chronological order, as a player or a spectator (`None`) may see them: nobody sees another's
    /// private notes or what became of their conditional turns, and only in a public game does everyone see the
    /// players' messages. Of each leave there is one entry, the last.
    pub fn log_entries(&self, viewer: Option<Seat>) -> impl DoubleEndedIterator<Item = &LogEntry> {
        let entries = self.log_entries.iter().enumerate();
        let shown = entries.filter(move |(index, log_entry)| {
            log_entry.is_visible_to(viewer, self.seating(), self.setup.public)
                && !self.log_entries[index + 1..].iter().any(|later| log_entry.is_superseded_by(later, self.seating()))
        });
        shown.map(|(_, log_entry)| log_entry)
    }

    /// Whether a viewer may read and write kibitz: nobody unless the game is public, and its players (`Some`) only
    /// after the end, because before that it could be help.
    pub fn shows_kibitz(&self, viewer: Option<Seat>) -> bool {
        self.setup.public && (viewer.is_none() || self.conclusion.is_some())
    }

    /// The entries from the start to a ply: turns, and clocks that ran out after them.
    pub fn entries(&self, until: Ply) -> impl Iterator<Item = (Ply, Entry)> {
        let went_out = |log_entry: &&LogEntry| log_entry.kind == LogEntryKind::RanOutOfTime;
        self.turns.iter().zip(1..).take(until.turns()).flat_map(move |(made, number)| {
            let ply = Ply(number);
            let out = self.log_entries.iter().filter(went_out).filter(move |log_entry| log_entry.ply == ply);
            std::iter::once((ply, Entry::Turn(made.turn))).chain(out.map(move |_| (ply, Entry::DropOut)))
        })
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

    /// Every position of the game, the start first.
    fn positions(&self) -> impl Iterator<Item = &Position> {
        std::iter::once(&self.start).chain(self.turns.iter().map(|turn| &turn.position))
    }

    /// What a draw can be claimed for in the present position, by any player.
    pub fn claimable_draw(&self) -> Option<DrawClaim> {
        self.conclusion.is_none().then(|| self.position().claimable_draw(self.positions())).flatten()
    }

    /// The time of the last event; before the first one, of the beginning.
    pub fn last_event_at(&self) -> Timestamp {
        self.last_event_at
    }

    /// How the game ended, if it has.
    pub fn conclusion(&self) -> Option<Conclusion> {
        self.conclusion
    }

    /// Who is to move; nobody after the end.
    pub fn seat_to_move(&self) -> Option<Seat> {
        self.conclusion.is_none().then(|| self.position().seat_to_move())
    }

    /// The seat with an open draw offer.
    pub fn draw_offered_by(&self) -> Option<Seat> {
        self.offers.offered_by().filter(|_| self.conclusion.is_none())
    }

    /// The seats that have not answered the offer yet.
    pub fn draw_awaits(&self) -> impl Iterator<Item = Seat> + use<> {
        let goes_on = self.conclusion.is_none();
        self.offers.awaited().filter(move |_| goes_on)
    }

    /// Whether a seat has resigned, even if the rest of its side has not.
    pub fn has_resigned(&self, seat: Seat) -> bool {
        self.votes.has_resigned(seat)
    }

    /// Whether a viewer may know that a seat has resigned while the rest of its side has not: only players on that side.
    pub fn shows_resignation(&self, seat: Seat, viewer: Option<Seat>) -> bool {
        let is_partner = |viewer: Seat| self.seating().side(viewer) == self.seating().side(seat);
        self.has_resigned(seat) && viewer.is_some_and(is_partner)
    }

    /// A seat's resignation, which is pending until the rest of its side has resigned too.
    fn resignation(&self, seat: Seat, conditional: bool) -> EventKind {
        let mut votes = self.votes;
        self.seating().seats_with(seat).for_each(|seat| votes.resign(seat));
        EventKind::Resigned { seat, conditional, pending: votes.result(self.position()).is_none() }
    }

    /// Whether a seat's clock has run out and the others play on.
    pub fn is_out(&self, seat: Seat) -> bool {
        self.position().has_dropped_out(seat)
    }

    /// The ply at which the clocks started, and when: once every seat had made its first turn, or missed it.
    pub fn clocks_started(&self) -> Option<(Ply, Timestamp)> {
        self.clocks_started
    }

    /// Since when the clock of the seat to move has been running, leave aside; `None` while the clocks are frozen, and
    /// after the end.
    pub fn running_since(&self) -> Option<Timestamp> {
        self.clocks_started()?;
        self.seat_to_move()?;
        self.turn_began()
    }

    /// Since when it is the turn of the seat to move: from the beginning of the game, if nothing has been played.
    pub fn turn_since(&self) -> Timestamp {
        self.turn_began().unwrap_or(self.setup.begun_at)
    }

    /// When the present turn began: with the turn before, or when the clock of the seat before ran out.
    fn turn_began(&self) -> Option<Timestamp> {
        self.turns.last().map(|turn| turn.at).max(self.last_out_at)
    }

    /// What a seat's clock shows at an instant; after the end, what it showed then.
    pub fn time_left(&self, seat: Seat, now: Timestamp) -> SignedDuration {
        let clock = self.clocks[seat];
        let runs = self.clocks_started().is_some() && self.position().seat_to_move() == seat;
        let Some(began) = self.turn_began().filter(|_| runs) else { return clock.left() };
        clock.left_at(self.conclusion.map_or(now, |end| end.at), began, &self.leaves[seat])
    }

    /// A seat's leave in this game.
    pub fn leave(&self, seat: Seat) -> &Leave {
        &self.leaves[seat]
    }

    /// A seat's conditional turns. Show them to its player only: nothing else reveals anything about them.
    pub fn conditionals(&self, seat: Seat) -> &ConditionalTree {
        &self.pending_conditionals[self.conditionals_seat(seat)].tree
    }
}
