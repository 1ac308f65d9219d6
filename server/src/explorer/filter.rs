//! [`ExplorerFilter`]: which finished games are looked at.

use std::ops::RangeInclusive;

use domain::rules::seat::Colour;
use domain::rules::variant::Variant;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::asked::Asked;
use super::collected::Collected;
use crate::accounts::PlayerId;
use crate::platform::database::Pool;
use crate::web::form::Problems;
use crate::web::search::{chosen, named};
use crate::web::search_error::SearchError;
use crate::wording::{self, library as library_words};

/// The lowest rating of each band but the first, which has all that are lower; the last has all from there on. `explorer_band` in the
/// database makes the same bands.
pub const BANDS: [i32; 6] = [1200, 1400, 1600, 1800, 2000, 2200];

/// The years that can be asked for: collections have games of long ago.
const YEARS: RangeInclusive<i16> = 1000..=9000;

/// Which games are looked at: those that are all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplorerFilter {
    /// The mean of the players' ratings, from the beginning of a band to the end of one; all games, rated or not, without it.
    pub ratings: Option<RangeInclusive<i32>>,
    /// The years in which they ended, in UTC.
    pub years: Option<RangeInclusive<i16>>,
    /// Whose games they are.
    pub source: Source,
    /// The seats that the player may have had, if one is asked for, one bit each; all of them if it does not matter.
    pub seats: i16,
}

/// Where the games were played, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Here.
    Here {
        /// One who played.
        player: Option<PlayerId>,
    },
    /// Elsewhere.
    Collection {
        /// The collection that they are in, which the viewer may look at.
        collection: Collected,
        /// A part of the name of one who played, as it was typed; empty if it does not matter.
        player: String,
    },
}

impl Default for Source {
    fn default() -> Self {
        Self::Here { player: None }
    }
}

impl Default for ExplorerFilter {
    fn default() -> Self {
        Self { ratings: None, years: None, source: Source::default(), seats: i16::MAX }
    }
}

impl ExplorerFilter {
    /// What is asked for of a variant's games, or all that is wrong with it. `collection` is the one that is asked for, if the viewer may
    /// look at it.
    ///
    /// # Errors
    /// The database fails.
    pub async fn read(
        asked: &Asked,
        variant: Variant,
        collection: Option<&Collected>,
        pool: &Pool,
    ) -> anyhow::Result<Result<Self, Problems>> {
        let mut problems = Problems::default();
        let least = problems.note("rating-from", rating(&asked.rating_from, &BANDS)).flatten();
        let highest = problems.note("rating-to", rating(&asked.rating_to, &BANDS.map(|rating| rating - 1))).flatten();
        let first = problems.note("from-year", year(&asked.from_year)).flatten();
        let last = problems.note("to-year", year(&asked.to_year)).flatten();
        if least.zip(highest).is_some_and(|(least, highest)| highest < least) {
            problems.add("rating-to", &SearchError::EndsBefore);
        }
        if first.zip(last).is_some_and(|(first, last)| last < first) {
            problems.add("to-year", &SearchError::EndsBefore);
        }
        let source = match collection {
            Some(collection) => Source::Collection {
                collection: collection.clone(),
                player: asked.player.trim().replace('\0', "\u{fffd}"),
            },
            None if asked.collection.trim().is_empty() => {
                Source::Here { player: problems.note("player", named(pool, &asked.player).await?).flatten() }
            }
            None => {
                problems.add("collection", &SearchError::NoCollection);
                Source::default()
            }
        };
        let seats = problems.note("seat", seats(&asked.seat, &asked.player, variant));
        if !problems.is_empty() {
            return Ok(Err(problems));
        }
        let is_rated = least.is_some() || highest.is_some();
        let is_dated = first.is_some() || last.is_some();
        Ok(Ok(Self {
            ratings: is_rated.then(|| least.unwrap_or(1)..=highest.unwrap_or(i32::MAX)),
            years: is_dated.then(|| first.unwrap_or(*YEARS.start())..=last.unwrap_or(*YEARS.end())),
            source,
            seats: seats.unwrap_or(i16::MAX),
        }))
    }

    /// The player of this site whose games are asked for.
    pub const fn player(&self) -> Option<PlayerId> {
        match self.source {
            Source::Here { player } => player,
            Source::Collection { .. } => None,
        }
    }

    /// The collection that is looked through.
    pub const fn collection(&self) -> Option<&Collected> {
        match &self.source {
            Source::Here { .. } => None,
            Source::Collection { collection, .. } => Some(collection),
        }
    }

    /// The fields of a search for the same games, where it is read from what was typed.
    pub fn fields_of_search(&self, asked: &Asked) -> Vec<(&'static str, String)> {
        let (ratings, years) = (self.ratings.as_ref(), self.years.as_ref());
        let rated = |rating: i32| rating.to_string();
        let fields = [
            ("rating-from", ratings.map(|range| *range.start()).filter(|&least| least > 1).map(rated)),
            ("rating-to", ratings.map(|range| *range.end()).filter(|&highest| highest < i32::MAX).map(rated)),
            (
                "from",
                years.filter(|range| range.start() > YEARS.start()).map(|range| format!("{}-01-01", range.start())),
            ),
            ("to", years.filter(|range| range.end() < YEARS.end()).map(|range| format!("{}-12-31", range.end()))),
            ("player", Some(asked.player.trim().to_owned()).filter(|player| !player.is_empty())),
            ("seat", (self.seats != i16::MAX).then(|| asked.seat.trim().to_owned())),
        ];
        fields.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// The instants between which the games ended: from the first on, and before the second.
    pub fn instants(&self) -> [Timestamp; 2] {
        let beginning = |year| {
            let day = Date::new(year, 1, 1).ok()?;
            Some(day.to_zoned(TimeZone::UTC).ok()?.timestamp())
        };
        let years = self.years.clone().unwrap_or(YEARS);
        [*years.start(), years.end() + 1].map(|year| beginning(year).unwrap_or(Timestamp::UNIX_EPOCH))
    }
}

/// The explorer's fields for ratings and days of a search for games, where its bands and years have the same bounds. Of a range both ends have, or
/// none is told.
pub fn fields_of_bounds(ratings: [&str; 2], days: [&str; 2]) -> Vec<(&'static str, String)> {
    let is_bound = |typed: &str, bounds: &[i32]| typed.parse().is_ok_and(|rating| bounds.contains(&rating));
    let year_with = |day: &str, ending: &str| day.strip_suffix(ending).and_then(|typed| year(typed).ok().flatten());
    let of_ratings = [
        ("rating-from", is_bound(ratings[0], &BANDS).then(|| ratings[0].to_owned())),
        ("rating-to", is_bound(ratings[1], &BANDS.map(|rating| rating - 1)).then(|| ratings[1].to_owned())),
    ];
    let of_days = [
        ("from-year", year_with(days[0], "-01-01").map(|year| year.to_string())),
        ("to-year", year_with(days[1], "-12-31").map(|year| year.to_string())),
    ];
    let mut fields = Vec::new();
    for (typed, ends) in [(ratings, of_ratings), (days, of_days)] {
        let has_all = typed.iter().zip(&ends).all(|(typed, (_, bound))| typed.trim().is_empty() || bound.is_some());
        fields.extend(ends.into_iter().filter(|_| has_all).filter_map(|(name, bound)| Some((name, bound?))));
    }
    fields
}

/// The seats that can be asked for in a variant, by their names in addresses, with what a person reads.
pub fn seat_choices(variant: Variant) -> Vec<(&'static str, &'static str)> {
    let seating = variant.seating();
    let in_order = [("first", library_words::MOVES_FIRST), ("second", library_words::MOVES_SECOND)];
    let colours = seating.seats().map(|seat| seating.colour(seat));
    let named = |colour: Colour| (colour.key(), wording::seats::colour(colour));
    if seating.has_many_seats() {
        colours.map(named).collect()
    } else {
        in_order.into_iter().chain(colours.map(named)).collect()
    }
}

fn seats(typed: &str, player: &str, variant: Variant) -> Result<i16, SearchError> {
    let seating = variant.seating();
    let index = match typed.trim() {
        "" => return Ok(i16::MAX),
        _ if player.trim().is_empty() => return Err(SearchError::SeatOfNobody),
        "first" => Some(0),
        "second" => Some(1),
        key => seating.by_key(key).map(|seat| seat.index()),
    };
    index.map(|index| 1 << index).ok_or_else(|| SearchError::NoChoice(typed.to_owned()))
}

fn rating(typed: &str, choices: &[i32]) -> Result<Option<i32>, SearchError> {
    chosen(typed, |typed| typed.parse().ok().filter(|number| choices.contains(number)))
}

fn year(typed: &str) -> Result<Option<i16>, SearchError> {
    match typed.trim() {
        "" => Ok(None),
        typed => {
            let year = typed.parse().ok().filter(|year| YEARS.contains(year));
            year.map(Some).ok_or_else(|| SearchError::NoYear(typed.to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_for_the_same_games_asks_for_days_and_not_for_the_ends_of_everything() {
        let fields = |filter: ExplorerFilter| {
            let player = if filter.player().is_some() { " kwik " } else { "" };
            let fields = filter.fields_of_search(&Asked { player: player.to_owned(), ..Asked::default() });
            fields.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>()
        };
        assert_eq!(fields(ExplorerFilter::default()), [""; 0]);
        let filter =
            ExplorerFilter { ratings: Some(1400..=i32::MAX), years: Some(1000..=2026), ..ExplorerFilter::default() };
        assert_eq!(fields(filter), ["rating-from=1400", "to=2026-12-31"]);
        let filter = ExplorerFilter {
            ratings: Some(1..=1399),
            years: Some(2025..=9000),
            source: Source::Here { player: Some(PlayerId(1)) },
            ..ExplorerFilter::default()
        };
        assert_eq!(fields(filter), ["rating-to=1399", "from=2025-01-01", "player=kwik"]);
    }
}
