//! How much of a game's log each viewer may see, as counts: a page can tell from them whether it is out of date, and
//! learns nothing about what is private to others.

use domain::correspondence::audience::Audience;
use domain::correspondence::event::EventKind;
use domain::correspondence::setup::GameSetup;
use domain::rules::seat::{MAX_SEATS, Seat};
use serde::{Deserialize, Serialize};

/// The events of a log, counted by audience. Servers send these counts to each other; a viewer is sent only the sum that
/// applies to them.
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
    /// Counts a whole log.
    pub fn of<'a>(log: impl Iterator<Item = &'a EventKind>, setup: &GameSetup) -> Self {
        let mut visible = Self::default();
        log.for_each(|event| visible.count(event, setup));
        visible
    }

    /// Counts one more event.
    pub fn count(&mut self, event: &EventKind, setup: &GameSetup) {
        match event.audience(setup.public) {
            Audience::Everyone => self.everyone += 1,
            Audience::Players => self.players += 1,
            Audience::SideOf(seat) => {
                let seating = setup.variant.seating();
                seating.seats_of(seating.side(seat)).for_each(|seat| self.sides[seat.index()] += 1);
            }
            Audience::Seat(seat) => self.seats[seat.index()] += 1,
        }
    }

    /// How many events a viewer may see, who holds these seats (all on one side) or none.
    pub fn seen_from(&self, seats: &[Seat]) -> u32 {
        let players = seats.first().map_or(0, |seat| self.players + self.sides[seat.index()]);
        let own: u32 = seats.iter().map(|seat| self.seats[seat.index()]).sum();
        self.everyone + players + own
    }

    /// How many events anyone may see.
    pub fn public(&self) -> u32 {
        self.everyone
    }

    /// The counts as the game's row stores them, for a log of this many events; only of the seats that the game has.
    pub fn written(&self, events: u32, seats: usize) -> Vec<i32> {
        let by_seat = self.seats.iter().take(seats).chain(self.sides.iter().take(seats));
        [&events, &self.everyone, &self.players].into_iter().chain(by_seat).map(|&figure| figure as i32).collect()
    }

    /// Reads the counts of a game's row, if they were made for a log of this many events.
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

/// The length of a game's log, according to its row, and what else tells whether a game that is remembered is up to date.
pub struct Extent {
    /// How many events it has.
    pub events: u32,
    /// How many of them each viewer may see, if the row says; otherwise the log has to be counted.
    pub visible: Option<VisibleEvents>,
    /// How often it has changed who sits there, or what they are called.
    pub seated_anew: i32,
}

impl Extent {
    /// Reads the columns of the row.
    pub fn new(events: i32, visible: Option<&[i32]>, seated_anew: i32) -> Self {
        let events = u32::try_from(events).unwrap_or_default();
        Self { events, visible: visible.and_then(|written| VisibleEvents::read(written, events)), seated_anew }
    }
}

/// Counts of what a game's page shows besides the game itself and that can change while the page is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisibleExtras {
    /// How many kibitz messages there are.
    pub kibitzes: u32,
    /// Whether the game was counted for the ratings.
    pub counted: bool,
    /// Whether the game is over: until then its players do not see kibitz.
    pub over: bool,
    /// How many rematch offers have become games.
    #[serde(default)]
    pub rematches: u32,
    /// How many were declined or withdrawn; only the players see that.
    #[serde(default)]
    pub rematches_off: u32,
    /// How often it has changed who sits there, or what they are called.
    #[serde(default)]
    pub seated_anew: u32,
    /// How often something has changed in what the computer says of the game.
    #[serde(default)]
    pub evaluation: u32,
}

impl VisibleExtras {
    /// The sum that a player, or a spectator, may see.
    pub fn seen(&self, plays: bool) -> u32 {
        let kibitzes = if plays && !self.over { 0 } else { self.kibitzes };
        let rematches_off = if plays { self.rematches_off } else { 0 };
        kibitzes + u32::from(self.counted) + self.rematches + rematches_off + self.seated_anew + self.evaluation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_private_to_a_seat_counts_only_for_that_seat() -> serde_json::Result<()> {
        let visible: VisibleEvents = serde_json::from_str(r#"{"everyone":7,"players":2,"seats":[3,1,0,0,0,0]}"#)?;
        assert_eq!(visible.seen_from(&[]), 7);
        assert_eq!(visible.seen_from(&[Seat::WHITE]), 7 + 2 + 3);
        assert_eq!(visible.seen_from(&[Seat::BLACK]), 7 + 2 + 1);
        assert_eq!(visible.seen_from(&[Seat::WHITE, Seat::BLACK]), 7 + 2 + 3 + 1, "of one who plays both");
        Ok(())
    }

    #[test]
    fn a_rows_counts_are_used_only_for_a_log_of_the_same_length() -> serde_json::Result<()> {
        let json = r#"{"everyone":7,"players":2,"seats":[3,1,0,0,0,0],"sides":[4,5,0,0,0,0]}"#;
        let visible = serde_json::from_str::<VisibleEvents>(json)?;
        let written = visible.written(13, 2);
        assert_eq!(written, [13, 7, 2, 3, 1, 4, 5]);
        assert_eq!(VisibleEvents::read(&written, 13), Some(visible));
        assert_eq!(VisibleEvents::read(&written, 14), None, "written by one who does not know the column");
        assert_eq!(VisibleEvents::read(&[], 0), None);
        Ok(())
    }

    #[test]
    fn players_see_kibitz_only_after_the_end() {
        let extras = VisibleExtras { kibitzes: 3, ..VisibleExtras::default() };
        assert_eq!((extras.seen(false), extras.seen(true)), (3, 0));
        let extras = VisibleExtras { over: true, counted: true, ..extras };
        assert_eq!((extras.seen(false), extras.seen(true)), (4, 4));
    }

    #[test]
    fn only_players_see_that_a_rematch_was_declined() {
        let extras = VisibleExtras { over: true, rematches_off: 1, ..VisibleExtras::default() };
        assert_eq!((extras.seen(false), extras.seen(true)), (0, 1));
        let extras = VisibleExtras { rematches: 1, ..extras };
        assert_eq!((extras.seen(false), extras.seen(true)), (1, 2));
    }
}
