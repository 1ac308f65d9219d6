//! [`GameFilter`]: which games are searched for, and in which order they are listed.

use anyhow::Context;
use domain::correspondence::result::Ending;
use domain::rules::outcome::Outcome;
use domain::rules::position::Position;
use domain::rules::seat::{Colour, Seating, Side};
use domain::rules::variant::Variant;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::asked::Asked;
use super::on_board::OnBoard;
use super::own::{MAX_WORDS_CHARS, OwnFilter};
use super::words::fields_without_words;
use crate::accounts::PlayerId;
use crate::platform::database::Pool;
use crate::web::form::Problems;
use crate::web::search::{chosen, named};
use crate::web::search_error::SearchError;
use crate::wording::library as words;

/// The order of a list. Finished games come before running ones, which are always in the order of their beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// The last that ended first.
    #[default]
    Newest,
    /// The first that ended first.
    Oldest,
    /// Those of the strongest players first.
    Rating,
    /// Those with the most turns first.
    Longest,
    /// Those with the fewest turns first.
    Shortest,
}

impl Sort {
    /// Every order.
    pub const ALL: [Self; 5] = [Self::Newest, Self::Oldest, Self::Rating, Self::Longest, Self::Shortest];

    /// Its name in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Oldest => "oldest",
            Self::Rating => "rating",
            Self::Longest => "longest",
            Self::Shortest => "shortest",
        }
    }

    /// What a person reads.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Newest => words::NEWEST,
            Self::Oldest => words::OLDEST,
            Self::Rating => words::BY_RATING,
            Self::Longest => words::LONGEST,
            Self::Shortest => words::SHORTEST,
        }
    }
}

/// The seat of the player who is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatChoice {
    /// The seat that moves first, or second, whatever its colour.
    InOrder(usize),
    /// The seat of a colour, in the variants that have it.
    Of(Colour),
}

impl SeatChoice {
    /// The one that is asked for.
    ///
    /// # Errors
    /// There is no such seat, or no player is named.
    pub fn read(asked: &Asked) -> Result<Option<Self>, SearchError> {
        match chosen(&asked.seat, |key| Self::all().find(|seat| seat.key() == key))? {
            Some(_) if asked.player.trim().is_empty() => Err(SearchError::SeatOfNobody),
            seat => Ok(seat),
        }
    }

    /// What a form offers: the names in addresses, and what a person reads.
    pub fn choices() -> Vec<(&'static str, &'static str)> {
        Self::all().map(|seat| (seat.key(), seat.name())).collect()
    }

    /// What can be chosen.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::InOrder(0), Self::InOrder(1)].into_iter().chain(Colour::ALL.map(Self::Of))
    }

    /// Its name in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Self::InOrder(0) => "first",
            Self::InOrder(_) => "second",
            Self::Of(colour) => colour.key(),
        }
    }

    /// What a person reads.
    pub const fn name(self) -> &'static str {
        match self {
            Self::InOrder(0) => words::MOVES_FIRST,
            Self::InOrder(_) => words::MOVES_SECOND,
            Self::Of(colour) => crate::wording::seats::colour(colour),
        }
    }

    /// The index of the seat that is meant in a variant, if it has one.
    pub fn in_variant(self, variant: Variant) -> Option<usize> {
        let seating = variant.seating();
        match self {
            Self::InOrder(index) => seating.seat(index).map(|_| index),
            Self::Of(colour) => seating.seats().find(|&seat| seating.colour(seat) == colour).map(|seat| seat.index()),
        }
    }

    /// The variants in which the seat with an index is meant.
    pub fn variants_with(self, index: usize) -> Vec<Variant> {
        Variant::ALL.into_iter().filter(|&variant| self.in_variant(variant) == Some(index)).collect()
    }
}

/// How a game ended for the player who is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerOutcome {
    /// Their side won.
    Won,
    /// Nobody won.
    Drawn,
    /// Another side won.
    Lost,
}

impl PlayerOutcome {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Won, Self::Drawn, Self::Lost];

    /// The one that is asked for.
    ///
    /// # Errors
    /// There is no such outcome, or no player is named.
    pub fn read(asked: &Asked) -> Result<Option<Self>, SearchError> {
        match chosen(&asked.outcome, |key| Self::ALL.into_iter().find(|outcome| outcome.key() == key))? {
            Some(_) if asked.player.trim().is_empty() => Err(SearchError::OutcomeOfNobody),
            outcome => Ok(outcome),
        }
    }

    /// Its name in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
        }
    }

    /// What a person reads.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won => words::WON,
            Self::Drawn => words::DRAWN,
            Self::Lost => words::LOST,
        }
    }

    /// The results, as PGN writes them, that are this outcome for a side.
    pub fn results(self, seating: Seating, side: Side) -> Vec<String> {
        let outcomes: Vec<_> = match self {
            Self::Won => vec![Outcome::Win(side)],
            Self::Drawn => vec![Outcome::Draw],
            Self::Lost => seating.sides().filter(|&other| other != side).map(Outcome::Win).collect(),
        };
        outcomes.into_iter().map(|outcome| outcome.text(seating)).collect()
    }
}

/// From one number to another, both included; 0 and the greatest where one is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub from: i32,
    /// The greatest.
    pub to: i32,
}

/// Which games are searched for: those that are all of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// One who plays.
    pub player: Option<PlayerId>,
    /// One who plays against them; with nobody to be against, one who plays.
    pub opponent: Option<PlayerId>,
    /// Where the player sits.
    pub seat: Option<SeatChoice>,
    /// How it ended for the player.
    pub outcome: Option<PlayerOutcome>,
    /// The game.
    pub variant: Option<Variant>,
    /// The result as PGN writes it.
    pub result: Option<String>,
    /// How it ended.
    pub ending: Option<Ending>,
    /// Whether it is rated.
    pub rated: Option<bool>,
    /// The mean of the players' ratings before it.
    pub ratings: Option<Range>,
    /// When it ended: not before.
    pub from: Option<Timestamp>,
    /// And before this.
    pub before: Option<Timestamp>,
    /// How many turns it has.
    pub length: Option<Range>,
    /// Whether only those are wanted that the computer has looked through.
    pub is_analysed: bool,
    /// What happened on the board.
    pub on_board: OnBoard,
    /// What is the viewer's own.
    pub own: Option<OwnFilter>,
    /// The order.
    pub sort: Sort,
}

/// The text of a game without a result.
pub const NO_RESULT: &str = "*";

impl GameFilter {
    /// What a viewer asks for, or all that is wrong with it.
    ///
    /// # Errors
    /// The database fails.
    pub async fn read(asked: &Asked, viewer: Option<PlayerId>, pool: &Pool) -> anyhow::Result<Result<Self, Problems>> {
        let mut problems = Problems::default();
        let player = problems.note("player", named(pool, &asked.player).await?).flatten();
        let opponent = problems.note("opponent", named(pool, &asked.opponent).await?).flatten();
        let variant = chosen(&asked.variant, |key| key.parse().ok());
        let variant = problems.note("variant", variant).flatten();
        let result = chosen(&asked.result, |text| results().into_iter().find(|result| result == text));
        let result = problems.note("result", result).flatten();
        let seat = problems.note("seat", SeatChoice::read(asked)).flatten();
        let outcome = problems.note("outcome", PlayerOutcome::read(asked)).flatten();
        let ending = problems.note("ending", chosen(&asked.ending, Ending::by_key)).flatten();
        let rated = problems.note("rated", chosen(&asked.rated, yes_or_no)).flatten();
        let ratings = range(&mut problems, ("rating-from", &asked.rating_from), ("rating-to", &asked.rating_to));
        let (from, before) = instants(days(&mut problems, &asked.from, &asked.to));
        let length = range(&mut problems, ("length-from", &asked.length_from), ("length-to", &asked.length_to));
        let is_analysed = chosen(&asked.analysis, |key| (key == "yes").then_some(true));
        let is_analysed = problems.note("analysis", is_analysed).flatten().unwrap_or_default();
        let variants = variant.map_or(Variant::ALL.to_vec(), |variant| vec![variant]);
        let on_board = OnBoard::read(asked, &variants, &mut problems);
        let own = OwnFilter::read(asked, viewer, &mut problems);
        if let Some(own) = &own {
            for field in fields_without_words(pool, own).await? {
                problems.add(field, &SearchError::Words(MAX_WORDS_CHARS));
            }
        }
        let sort = chosen(&asked.sort, |key| Sort::ALL.into_iter().find(|sort| sort.key() == key));
        let sort = problems.note("sort", sort).flatten().unwrap_or_default();
        if !problems.is_empty() {
            return Ok(Err(problems));
        }
        Ok(Ok(Self {
            player,
            opponent,
            seat,
            outcome,
            variant,
            result,
            ending,
            rated,
            ratings,
            from,
            before,
            length,
            is_analysed,
            on_board,
            own,
            sort,
        }))
    }

    /// The player whose games the list is made of: the one who is searched for, or else the viewer, if the search is for words that they may read. `None`: it
    /// is made of everybody's.
    pub fn listed_player(&self) -> Option<PlayerId> {
        let viewer = || self.own.as_ref().filter(|own| own.has_words()).map(|own| own.viewer);
        self.player.or(self.opponent).or_else(viewer)
    }

    /// Whether a running game can be among what is found: what is said of an end it has not.
    pub fn finds_running(&self) -> bool {
        self.result.as_deref().is_none_or(|result| result == NO_RESULT)
            && self.outcome.is_none()
            && self.ending.is_none()
            && self.from.is_none()
            && self.before.is_none()
            && self.ratings.is_none()
            && self.length.is_none()
            && !self.is_analysed
            && self.on_board.is_any()
    }
}

/// Every text of a result: those of two sides first, then those of three.
pub fn results() -> Vec<String> {
    let mut results = Vec::new();
    for variant in Variant::ALL {
        let seating = variant.seating();
        let outcomes = seating.sides().map(Outcome::Win).chain([Outcome::Draw, Outcome::Void]);
        for text in outcomes.map(|outcome| outcome.text(seating)) {
            if !results.contains(&text) {
                results.push(text);
            }
        }
    }
    results
}

fn yes_or_no(typed: &str) -> Option<bool> {
    match typed {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// From one number to another.
pub fn range(problems: &mut Problems, from: (&'static str, &str), to: (&'static str, &str)) -> Option<Range> {
    let number = |typed: &str| match typed.trim() {
        "" => Ok(None),
        typed => typed
            .parse::<u16>()
            .map(|number| Some(i32::from(number)))
            .map_err(|_| SearchError::NoNumber(typed.to_owned())),
    };
    let least = problems.note(from.0, number(from.1)).flatten();
    let greatest = problems.note(to.0, number(to.1)).flatten();
    if least.zip(greatest).is_some_and(|(least, greatest)| greatest < least) {
        problems.add(to.0, &SearchError::EndsBefore);
    }
    let is_bounded = least.is_some() || greatest.is_some();
    is_bounded.then(|| Range { from: least.unwrap_or(0), to: greatest.unwrap_or(i32::MAX) })
}

/// The years that a day can be of.
const YEARS: std::ops::RangeInclusive<i16> = 1000..=9000;

/// From one day to another, both included.
pub fn days(problems: &mut Problems, from: &str, to: &str) -> (Option<Date>, Option<Date>) {
    let day = |typed: &str| match typed.trim() {
        "" => Ok(None),
        typed => {
            // As a field for days has it, so that it can be shown there again.
            let is_plain = |day: &Date| YEARS.contains(&day.year()) && day.to_string() == typed;
            let day = typed.parse::<Date>().ok().filter(is_plain);
            day.map(Some).ok_or_else(|| SearchError::NoDay(typed.to_owned()))
        }
    };
    let first = problems.note("from", day(from)).flatten();
    let last = problems.note("to", day(to)).flatten();
    if first.zip(last).is_some_and(|(first, last)| last < first) {
        problems.add("to", &SearchError::EndsBefore);
    }
    (first, last)
}

/// The same as instants: days are those of UTC.
fn instants((first, last): (Option<Date>, Option<Date>)) -> (Option<Timestamp>, Option<Timestamp>) {
    let begins =
        |day: Date| day.to_zoned(TimeZone::UTC).context("a day has no beginning").map(|begins| begins.timestamp());
    let from = first.and_then(|day| begins(day).ok());
    let before = last.and_then(|day| begins(day.tomorrow().ok()?).ok());
    (from, before)
}

/// The keys of a position, by the variants that have it.
///
/// # Errors
/// It is one of none.
pub fn read_positions(fen: &str, variants: &[Variant]) -> Result<Vec<(Variant, u64)>, SearchError> {
    let mut positions = Vec::new();
    let mut first_error = None;
    for &variant in variants {
        match Position::from_fen(variant, fen) {
            Ok(position) => positions.push((variant, position.key())),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    match first_error {
        Some(error) if positions.is_empty() => Err(SearchError::Fen(error)),
        _ => Ok(positions),
    }
}
