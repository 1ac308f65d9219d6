//! Random games, played turn by turn through the rules, with their continuations: the content of a benchmark database.

use anyhow::{Context, ensure};
use domain::correspondence::action::{Action, ActionRequest};
use domain::correspondence::event::Event;
use domain::correspondence::game::Game;
use domain::correspondence::setup::GameSetup;
use domain::correspondence::time_control::TimeControl;
use domain::rules::position::Position;
use domain::rules::seat::Seat;
use domain::rules::turn::Turn;
use domain::rules::variant::Variant;
use jiff::{SignedDuration, Timestamp};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// How far a game has come.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The turns that were made.
    pub plies: usize,
    /// Whether it was given up then.
    pub resigned: bool,
    /// The turns to make in the continuation.
    pub to_come: usize,
}

/// A game and its continuation.
pub struct Played {
    /// The game so far.
    pub game: Game,
    /// How it came so far.
    pub log: Vec<Event>,
    /// The turns that may follow, one after the other, the next first.
    pub next: Vec<String>,
}

impl Played {
    /// A game that came so far not long before `now`. The same number gives the same turns.
    pub fn by_lot(number: u64, course: Course, now: Timestamp) -> anyhow::Result<Self> {
        // Few games drawn by lot lose a king within some dozen turns; those are drawn again.
        (0..100)
            .find_map(|attempt| Self::attempt(number * 100 + attempt, course, now).transpose())
            .context("every game ended too soon")?
    }

    fn attempt(seed: u64, course: Course, now: Timestamp) -> anyhow::Result<Option<Self>> {
        let mut lot = StdRng::seed_from_u64(seed);
        let pause = SignedDuration::from_mins(lot.random_range(60..2000));
        let begun_at = now - pause * i32::try_from(course.plies + 1)?;
        let variant = if lot.random_range(0..5) == 0 { Variant::ThreeCheckDuck } else { Variant::Duck };
        let setup = GameSetup {
            variant,
            time_control: TimeControl::STANDARD,
            rated: true,
            public: false,
            start: None,
            begun_at,
        };
        let mut played = Self { game: Game::new(setup)?, log: Vec::new(), next: Vec::new() };
        for made in 1..=course.plies {
            let Some(turn) = draw_turn(played.game.position(), &mut lot) else { return Ok(None) };
            let request = ActionRequest::Move { turn, offer_draw: false, lines: String::new() };
            played.act(request, begun_at + pause * i32::try_from(made)?)?;
        }
        if course.resigned {
            played.act(ActionRequest::Resign, begun_at + pause * i32::try_from(course.plies + 1)?)?;
            return Ok(Some(played));
        }
        let mut position = played.game.position().clone();
        for _ in 0..course.to_come {
            let Some(turn) = draw_turn(&position, &mut lot) else { return Ok(None) };
            position = position.play(position.read_turn(&turn)?);
            played.next.push(turn);
        }
        Ok((position.result().is_none() && played.game.conclusion().is_none()).then_some(played))
    }

    /// A game that came so far in peace not long before `now`: no turn that ends it is made.
    pub fn in_peace(variant: Variant, plies: usize, now: Timestamp) -> anyhow::Result<Self> {
        let mut lot = StdRng::seed_from_u64(plies as u64);
        let pause = SignedDuration::from_hours(1);
        let begun_at = now - pause * i32::try_from(plies + 1)?;
        let setup = GameSetup {
            variant,
            time_control: TimeControl::STANDARD,
            rated: true,
            public: false,
            start: None,
            begun_at,
        };
        let mut played = Self { game: Game::new(setup)?, log: Vec::new(), next: Vec::new() };
        for made in 1..=plies {
            let position = played.game.position().clone();
            let goes_on =
                |turn: &String| position.read_turn(turn).is_ok_and(|turn| position.play(turn).result().is_none());
            let mut drawn = (0..100).filter_map(|_| draw_turn(&position, &mut lot));
            let turn = drawn.find(goes_on).context("every turn ends the game")?;
            let request = ActionRequest::Move { turn, offer_draw: false, lines: String::new() };
            played.act(request, begun_at + pause * i32::try_from(made)?)?;
        }
        Ok(played)
    }

    fn act(&mut self, request: ActionRequest, now: Timestamp) -> anyhow::Result<()> {
        let seat = self.game.seat_to_move().context("the game is over")?;
        let events = self.game.act(seat, &Action { request, message: None, ply: self.game.ply() }, now)?;
        ensure!(self.game.tick(now).is_empty(), "a flag has fallen");
        for event in &events {
            self.game.apply(event)?;
        }
        self.log.extend(events);
        Ok(())
    }

    /// The seat that makes the turn after so many more.
    pub fn seat_after(&self, turns: usize) -> Option<Seat> {
        let seating = self.game.seating();
        seating.seat((self.game.ply().turns() + turns) % seating.len())
    }
}

/// One of the legal turns, each equally likely; none if the game is over.
pub fn draw_turn(position: &Position, lot: &mut StdRng) -> Option<String> {
    if position.result().is_some() {
        return None;
    }
    let chosen = lot.random_range(0..position.count_turns());
    let (mut number, mut turn) = (0, None::<Turn>);
    position.for_each_turn(|legal| {
        if number == chosen {
            turn = Some(legal);
        }
        number += 1;
    });
    turn.map(|turn| position.write_turn(turn))
}
