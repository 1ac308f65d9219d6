//! [`PlayerRecord`]: how a player's finished games went, counted from the rows that are searched.

use std::cmp::Reverse;

use domain::correspondence::result::Ending;
use domain::rules::outcome::Outcome;
use domain::rules::seat::Seat;
use domain::rules::variant::Variant;
use serde::Deserialize;

use crate::wording::{SeatNames, VariantNames, library as words};

/// How many games were won, drawn and lost. Games without a result do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won by the player's side.
    pub won: i64,
    /// Drawn.
    pub drawn: i64,
    /// Won by another side.
    pub lost: i64,
}

impl Tally {
    /// All of them.
    pub const fn games(self) -> i64 {
        self.won + self.drawn + self.lost
    }

    /// A bar of them, a hundred wide: where the part of the drawn games begins, and where that of the lost ones does.
    pub fn bar(self) -> [i64; 2] {
        let games = self.games().max(1);
        [100 * self.won / games, 100 * (self.won + self.drawn) / games]
    }

    fn add(&mut self, outcome: Outcome, side: i16, games: i64) {
        match outcome {
            Outcome::Win(winner) if winner.index() == usize::from(side.unsigned_abs()) => self.won += games,
            Outcome::Win(_) => self.lost += games,
            Outcome::Draw => self.drawn += games,
            Outcome::Void => {}
        }
    }
}

/// How the games of one variant went.
#[derive(Debug, PartialEq, Eq)]
pub struct VariantRecord {
    /// Which.
    pub variant: Variant,
    /// All of them.
    pub all: Tally,
    /// Those from each of its two seats; nothing where there are more.
    seats: Vec<(Seat, Tally)>,
}

impl VariantRecord {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.variant.name()
    }

    /// What each seat is called in addresses and by people, with its games.
    pub fn seats(&self) -> impl Iterator<Item = (&'static str, &'static str, Tally)> {
        let seating = self.variant.seating();
        self.seats.iter().map(move |&(seat, tally)| (seating.key(seat), seating.name(seat), tally))
    }
}

/// Games of a player that are alike: how many there are.
#[derive(Debug, Deserialize)]
pub struct CountedGames {
    variant: String,
    side: i16,
    seats: i16,
    result: String,
    ending: Option<String>,
    games: i64,
    /// Those against the viewer.
    met: i64,
}

/// How a player's games went. A game is in it some seconds after its end.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PlayerRecord {
    /// By variant, the one with most games first.
    pub variants: Vec<VariantRecord>,
    /// By their ending, the commonest first.
    pub endings: Vec<(Ending, Tally)>,
    /// Those against the viewer.
    pub against_viewer: Tally,
}

impl PlayerRecord {
    /// The record of a player, of their games as they are counted in the database.
    ///
    /// # Errors
    /// A variant is unknown.
    pub fn of(counted: Vec<CountedGames>) -> anyhow::Result<Self> {
        let mut record = Self::default();
        for row in counted {
            let variant: Variant = row.variant.parse()?;
            let seating = variant.seating();
            let ending = row.ending.as_deref().and_then(Ending::by_key);
            let Some((outcome, ending)) = Outcome::read(&row.result, seating).zip(ending) else { continue };
            if outcome == Outcome::Void {
                continue;
            }
            let of_variant = entry(
                &mut record.variants,
                |known| known.variant == variant,
                || VariantRecord {
                    variant,
                    all: Tally::default(),
                    seats: seating
                        .seats()
                        .filter(|_| !seating.has_many_seats())
                        .map(|seat| (seat, Tally::default()))
                        .collect(),
                },
            );
            of_variant.all.add(outcome, row.side, row.games);
            let seats = row.seats;
            for (_, tally) in of_variant.seats.iter_mut().filter(|(seat, _)| seats & (1 << seat.index()) != 0) {
                tally.add(outcome, row.side, row.games);
            }
            let of_ending = entry(&mut record.endings, |known| known.0 == ending, || (ending, Tally::default()));
            of_ending.1.add(outcome, row.side, row.games);
            record.against_viewer.add(outcome, row.side, row.met);
        }
        record.variants.sort_by_key(|variant| (Reverse(variant.all.games()), variant.variant.key()));
        record.endings.sort_by_key(|(ending, tally)| (Reverse(tally.games()), ending.key()));
        Ok(record)
    }

    /// Whether no game with a result has been counted.
    pub fn is_empty(&self) -> bool {
        self.variants.is_empty()
    }

    /// The endings: their keys in addresses, and what they are called.
    pub fn endings(&self) -> impl Iterator<Item = (&'static str, &'static str, Tally)> {
        self.endings.iter().map(|&(ending, tally)| (ending.key(), words::ending(ending), tally))
    }

    /// How the games against the viewer went, in a sentence.
    pub fn against_viewer(&self, player: &str) -> Option<String> {
        let Tally { won, drawn, lost } = self.against_viewer;
        (self.against_viewer.games() > 0).then(|| words::against_you(player, won, drawn, lost))
    }
}

/// The entry that fits, made if there is none.
fn entry<T>(entries: &mut Vec<T>, fits: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> &mut T {
    let at = entries.iter().position(fits).unwrap_or(entries.len());
    if at == entries.len() {
        entries.push(make());
    }
    &mut entries[at]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_has_a_part_for_each_and_none_for_nothing() {
        assert_eq!(Tally { won: 1, drawn: 1, lost: 2 }.bar(), [25, 50]);
        assert_eq!(Tally { won: 3, drawn: 0, lost: 0 }.bar(), [100, 100]);
        assert_eq!(Tally::default().bar(), [0, 0]);
    }
}
