//! [`Highlights`]: what is worth showing of a player's finished games.

use anyhow::Context;
use domain::rules::outcome::Outcome;
use domain::rules::seat::{Seat, Side};
use domain::rules::variant::Variant;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use serde::Deserialize;

use super::record::Tally;
use crate::games::GameId;
use crate::platform::day::day_of;
use crate::ratings::Rating;
use crate::web::moment::Moment;
use crate::wording::{VariantNames, library as words, ratings};

/// How many months are shown.
const MONTHS: i32 = 24;
/// How many openings are shown.
pub const OPENINGS: i64 = 5;
/// In how many games each of them was played at least.
pub const LEAST_GAMES: i64 = 2;
/// How many wins.
pub const WINS: i64 = 5;

/// What is worth showing of a player's finished games.
#[derive(Debug, Default)]
pub struct Highlights {
    /// The games of each month, the last month at the end.
    pub months: Vec<Month>,
    /// The first turns they have most often been part of, from each seat.
    pub openings: Vec<Opening>,
    /// Those of the strongest opponents they have beaten, the highest rating first; provisional ones come last.
    pub best_wins: Vec<Win>,
}

/// A month, and how many games ended in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Month {
    /// Its first day.
    pub first: Date,
    /// How many games.
    pub games: i64,
}

impl Month {
    /// `November 2026: 3 games`
    pub fn words(&self) -> String {
        words::in_month(self.first, self.games)
    }

    /// `Nov 2026`
    fn short(&self) -> String {
        words::short_month(self.first)
    }
}

/// A month in the picture of them, in its units.
#[derive(Debug)]
pub struct Bar {
    /// Which month it is, and how many games ended in it.
    pub words: String,
    /// Where it begins from the left.
    pub left: i64,
    /// Where it begins from above.
    pub top: i64,
    /// How high it is.
    pub height: i64,
}

/// The first turns of games, and how these went.
#[derive(Debug)]
pub struct Opening {
    /// Of which game.
    pub variant: Variant,
    /// The first turn of each of two players, without the duck: `e4 e6`.
    pub turns: String,
    /// The player's seat in them; the first of several.
    pub seat: Seat,
    /// How the games went for the player.
    pub tally: Tally,
}

impl Opening {
    /// What a search for it adds to the address.
    pub fn query(&self) -> String {
        let seat = self.variant.seating().key(self.seat);
        let pairs = [("variant", self.variant.key()), ("turns", &self.turns), ("seat", seat)];
        form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
    }

    /// The name of its game, and where the player sat: `Duck Chess as White`.
    pub fn words(&self) -> String {
        words::variant_as_seat(self.variant, self.seat)
    }
}

/// A game that was won against a strong opponent.
#[derive(Debug)]
pub struct Win {
    /// Which.
    pub game: GameId,
    /// Of which variant.
    pub variant: Variant,
    /// The strongest of the opponents.
    pub against: String,
    /// What they were rated before it.
    pub rating: Rating,
    /// When it ended.
    pub ended: Moment,
}

impl Win {
    /// The name of its game.
    pub fn variant(&self) -> &'static str {
        self.variant.name()
    }

    /// `kwik (1623)`
    pub fn opponent(&self) -> String {
        ratings::beside(&self.against, self.rating)
    }
}

/// What the database says of a player's games.
#[derive(Debug, Deserialize)]
pub struct FoundHighlights {
    months: Vec<MonthRow>,
    /// The commonest first.
    openings: Vec<OpeningRow>,
    /// Against the highest rating first, provisional ones last.
    wins: Vec<WinRow>,
}

#[derive(Debug, Deserialize)]
struct MonthRow {
    first: Date,
    games: i64,
}

#[derive(Debug, Deserialize)]
struct OpeningRow {
    variant: String,
    turns: String,
    /// A bit for each of the player's seats.
    seats: i16,
    won: i64,
    drawn: i64,
    games: i64,
}

#[derive(Debug, Deserialize)]
struct WinRow {
    game_id: String,
    variant: String,
    at: Timestamp,
    name: String,
    rating: f64,
    deviation: f64,
}

impl Highlights {
    /// The highlights of a player, of what the database says since [`Self::since`].
    ///
    /// # Errors
    /// A variant is unknown.
    pub fn of(found: FoundHighlights, now: Timestamp) -> anyhow::Result<Self> {
        Ok(Self {
            months: months(Self::since(now), &found.months),
            openings: found.openings.into_iter().map(Opening::read).collect::<anyhow::Result<_>>()?,
            best_wins: found.wins.into_iter().map(Win::read).collect::<anyhow::Result<_>>()?,
        })
    }

    /// The first day of the months that are shown.
    pub fn since(now: Timestamp) -> Date {
        day_of(now).first_of_month().saturating_sub((MONTHS - 1).months())
    }

    /// The most games of a month: what the highest bar stands for.
    pub fn busiest(&self) -> i64 {
        self.months.iter().map(|month| month.games).max().unwrap_or_default()
    }

    /// Whether nothing has ended in any of the months.
    pub fn is_idle(&self) -> bool {
        self.busiest() == 0
    }

    /// A bar for each month that has games.
    pub fn bars(&self) -> impl Iterator<Item = Bar> {
        let busiest = self.busiest().max(1);
        (0..).zip(&self.months).filter(|(_, month)| month.games > 0).map(move |(number, month)| {
            let height = (Self::HEIGHT * month.games / busiest).max(1);
            let left = number * Self::WIDTH / i64::from(MONTHS);
            Bar { words: month.words(), left, top: Self::HEIGHT - height, height }
        })
    }

    /// The first month, the one in the middle and the last, for below the bars.
    pub fn axis(&self) -> impl Iterator<Item = String> {
        let last = self.months.len().saturating_sub(1);
        [0, self.months.len() / 2, last].into_iter().filter_map(|place| self.months.get(place)).map(Month::short)
    }

    /// Openings and wins are those of so many of the last games: a computer has played a hundred thousand.
    pub const LAST_GAMES: i64 = 500;

    /// The width of the picture of the months, in its own units.
    pub const WIDTH: i64 = 24 * 12;
    /// Its height.
    pub const HEIGHT: i64 = 48;
}

/// The results that the seats of a side have won by: `duck 0 1-0`, by variant, side and text.
pub fn wins() -> Vec<String> {
    let of_variant = |variant: Variant| {
        let seating = variant.seating();
        let won = move |side: Side| Outcome::Win(side).text(seating);
        seating.sides().map(move |side| format!("{} {} {}", variant.key(), side.index(), won(side)))
    };
    Variant::ALL.into_iter().flat_map(of_variant).collect()
}

/// Every month since a day, those without games too.
fn months(since: Date, rows: &[MonthRow]) -> Vec<Month> {
    let games = |first| rows.iter().find(|row| row.first == first).map_or(0, |row| row.games);
    since.series(1.month()).take(MONTHS as usize).map(|first| Month { first, games: games(first) }).collect()
}

impl Opening {
    fn read(row: OpeningRow) -> anyhow::Result<Self> {
        let tally = Tally { won: row.won, drawn: row.drawn, lost: row.games - row.won - row.drawn };
        let seat = Seat::new(row.seats.trailing_zeros() as usize).context("an opening was played from no seat")?;
        Ok(Self { variant: row.variant.parse()?, turns: row.turns, seat, tally })
    }
}

impl Win {
    fn read(row: WinRow) -> anyhow::Result<Self> {
        Ok(Self {
            game: GameId::stored(row.game_id),
            variant: row.variant.parse()?,
            against: row.name,
            rating: Rating { value: row.rating, deviation: row.deviation, ..Rating::NEW },
            ended: Moment(row.at),
        })
    }
}
