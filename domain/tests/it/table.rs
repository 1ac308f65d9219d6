//! A table at which the stories of games by correspondence are played: the game, its log, and the time.

use domain::correspondence::action::{Action, ActionRequest};
use domain::correspondence::comment::Comment;
use domain::correspondence::event::{Event, EventKind};
use domain::correspondence::game::Game;
use domain::correspondence::refusal::Refusal;
use domain::correspondence::result::GameResult;
use domain::correspondence::setup::GameSetup;
use domain::correspondence::time_control::TimeControl;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use jiff::{SignedDuration, Timestamp};

/// A game with a time that tests set.
pub struct Table {
    pub game: Game,
    pub log: Vec<Event>,
    pub now: Timestamp,
}

pub fn days(days: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * days)
}

impl Table {
    pub fn new(time_control: TimeControl) -> Self {
        Self::of(Variant::Duck, time_control)
    }

    pub fn of(variant: Variant, time_control: TimeControl) -> Self {
        let now = "2024-05-20T12:00:00Z".parse().unwrap();
        let setup = GameSetup { variant, time_control, rated: false, public: false, start: None, begun_at: now };
        Self { game: Game::new(setup).unwrap(), log: Vec::new(), now }
    }

    pub fn standard() -> Self {
        Self::new(TimeControl::STANDARD)
    }

    pub fn pass(&mut self, time: SignedDuration) {
        self.now += time;
    }

    /// What a server does: the calendar first, then the player.
    pub fn request(&mut self, seat: Seat, action: &Action) -> Result<Vec<Event>, Refusal> {
        self.tick();
        let events = self.game.act(seat, action, self.now)?;
        self.take(&events);
        Ok(events)
    }

    pub fn tick(&mut self) -> Vec<Event> {
        let events = self.game.tick(self.now);
        self.take(&events);
        events
    }

    pub fn take(&mut self, events: &[Event]) {
        for event in events {
            self.game.apply(event).unwrap();
            self.log.push(event.clone());
        }
    }

    pub fn action(&self, request: ActionRequest) -> Action {
        Action { request, message: None, ply: self.game.ply() }
    }

    pub fn turn(&mut self, seat: Seat, text: &str) -> Result<Vec<Event>, Refusal> {
        let action =
            self.action(ActionRequest::Move { turn: text.to_owned(), offer_draw: false, lines: String::new() });
        self.request(seat, &action)
    }

    pub fn does(&mut self, seat: Seat, request: ActionRequest) -> Result<Vec<Event>, Refusal> {
        let action = self.action(request);
        self.request(seat, &action)
    }

    /// Turns of White and Black in order, a line of the game's record.
    pub fn play(&mut self, turns: &str) {
        for text in turns.split_whitespace() {
            let seat = self.game.seat_to_move().unwrap();
            self.turn(seat, text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        }
    }

    pub fn says(&mut self, seat: Seat, words: &str) -> Result<Vec<Event>, Refusal> {
        let mut action = self.action(ActionRequest::Comment);
        action.message = Comment::new(words).ok();
        self.request(seat, &action)
    }

    pub fn result(&self) -> Option<GameResult> {
        self.game.conclusion().map(|end| end.result)
    }
}

pub fn kinds(events: &[Event]) -> Vec<&EventKind> {
    events.iter().map(|event| &event.what).collect()
}
