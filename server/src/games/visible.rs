//! How much of a game's log each may see: so that a page can tell whether it is behind, and learns nothing from it of
//! what is private to others.

use domain::correspondence::audience::Audience;
use domain::correspondence::event::EventKind;
use domain::correspondence::setup::Setup;
use domain::rules::seat::{MAX_SEATS, Seat};
use serde::{Deserialize, Serialize};

/// The events of a log, counted by who may know of them. Servers tell it each other; people are told only the sum that
/// is theirs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisibleEvents {
    everyone: u32,
    players: u32,
    seats: [u32; MAX_SEATS],
    /// For a whole side, counted at each of its seats.
    #[serde(default)]
    sides: [u32; MAX_SEATS],
}

impl VisibleEvents {
    /// A whole log of a game.
    pub fn of<'a>(log: impl Iterator<Item = &'a EventKind>, setup: &Setup) -> Self {
        let mut visible = Self::default();
        log.for_each(|happening| visible.count(happening, setup));
        visible
    }

    /// One more event of a game.
    pub fn count(&mut self, happening: &EventKind, setup: &Setup) {
        match happening.audience(setup.public) {
            Audience::Everyone => self.everyone += 1,
            Audience::Players => self.players += 1,
            Audience::SideOf(seat) => {
                let seating = setup.variant.seating();
                seating.seats_of(seating.side(seat)).for_each(|seat| self.sides[seat.index()] += 1);
            }
            Audience::Seat(seat) => self.seats[seat.index()] += 1,
        }
    }

    /// How many of them one may see who holds these seats, all on one side, or none.
    pub fn seen_from(&self, seats: &[Seat]) -> u32 {
        let players = seats.first().map_or(0, |seat| self.players + self.sides[seat.index()]);
        let own: u32 = seats.iter().map(|seat| self.seats[seat.index()]).sum();
        self.everyone + players + own
    }

    /// How many of them anybody may see.
    pub fn public(&self) -> u32 {
        self.everyone
    }

    /// The figures as the game's row keeps them, of a log of so many events: those of the seats only as far as there are.
    pub fn written(&self, events: u32, seats: usize) -> Vec<i32> {
        let by_seat = self.seats.iter().take(seats).chain(self.sides.iter().take(seats));
        [&events, &self.everyone, &self.players].into_iter().chain(by_seat).map(|&figure| figure as i32).collect()
    }

    /// The figures of a game's row, if they are those of a log of so many events.
    pub fn read(written: &[i32], events: u32) -> Option<Self> {
        let mut figures = written.iter().map(|&figure| u32::try_from(figure).unwrap_or_default());
        figures.next().filter(|&counted| counted == events)?;
        let mut visible = Self { everyone: figures.next()?, players: figures.next()?, ..Self::default() };
        let seats = figures.len() / 2;
        visible.seats.iter_mut().take(seats).zip(&mut figures).for_each(|(seat, figure)| *seat = figure);
        visible.sides.iter_mut().take(seats).zip(figures).for_each(|(side, figure)| *side = figure);
        Some(visible)
    }
}

/// How far a game has come by its row.
pub struct Extent {
    /// How many events it has.
    pub events: u32,
    /// How many of them each may see, if the row tells that: else only the log does.
    pub visible: Option<VisibleEvents>,
}

impl Extent {
    /// As it stands in the row.
    pub fn new(events: i32, visible: Option<&[i32]>) -> Self {
        let events = u32::try_from(events).unwrap_or_default();
        Self { events, visible: visible.and_then(|written| VisibleEvents::read(written, events)) }
    }
}

/// What stands beside a game that those who look at it may see come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisibleBeside {
    /// How often those who look on have written.
    pub kibitzes: u32,
    /// Whether the game was counted for the ratings.
    pub counted: bool,
    /// Whether the game is over: until then its players learn nothing of kibitz.
    pub over: bool,
    /// How many offers of a rematch have become games.
    #[serde(default)]
    pub rematches: u32,
    /// How many were declined or taken back: what the players make of that is theirs alone.
    #[serde(default)]
    pub rematches_off: u32,
}

impl VisibleBeside {
    /// How much of it one may see who plays in the game, or does not.
    pub fn seen(&self, plays: bool) -> u32 {
        let kibitzes = if plays && !self.over { 0 } else { self.kibitzes };
        let rematches_off = if plays { self.rematches_off } else { 0 };
        kibitzes + u32::from(self.counted) + self.rematches + rematches_off
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_private_to_a_seat_counts_for_it_alone() -> serde_json::Result<()> {
        let told: VisibleEvents = serde_json::from_str(r#"{"everyone":7,"players":2,"seats":[3,1,0,0,0,0]}"#)?;
        assert_eq!(told.seen_from(&[]), 7);
        assert_eq!(told.seen_from(&[Seat::WHITE]), 7 + 2 + 3);
        assert_eq!(told.seen_from(&[Seat::BLACK]), 7 + 2 + 1);
        assert_eq!(told.seen_from(&[Seat::WHITE, Seat::BLACK]), 7 + 2 + 3 + 1, "of one who plays both");
        Ok(())
    }

    #[test]
    fn a_row_tells_the_figures_of_its_own_log_alone() -> serde_json::Result<()> {
        let told = r#"{"everyone":7,"players":2,"seats":[3,1,0,0,0,0],"sides":[4,5,0,0,0,0]}"#;
        let told = serde_json::from_str::<VisibleEvents>(told)?;
        let written = told.written(13, 2);
        assert_eq!(written, [13, 7, 2, 3, 1, 4, 5]);
        assert_eq!(VisibleEvents::read(&written, 13), Some(told));
        assert_eq!(VisibleEvents::read(&written, 14), None, "written by one who does not know the column");
        assert_eq!(VisibleEvents::read(&[], 0), None);
        Ok(())
    }

    #[test]
    fn kibitz_counts_for_the_players_after_the_end_alone() {
        let beside = VisibleBeside { kibitzes: 3, ..VisibleBeside::default() };
        assert_eq!((beside.seen(false), beside.seen(true)), (3, 0));
        let beside = VisibleBeside { over: true, counted: true, ..beside };
        assert_eq!((beside.seen(false), beside.seen(true)), (4, 4));
    }

    #[test]
    fn a_rematch_that_was_declined_is_the_players_own_affair() {
        let beside = VisibleBeside { over: true, rematches_off: 1, ..VisibleBeside::default() };
        assert_eq!((beside.seen(false), beside.seen(true)), (0, 1));
        let beside = VisibleBeside { rematches: 1, ..beside };
        assert_eq!((beside.seen(false), beside.seen(true)), (1, 2));
    }
}
