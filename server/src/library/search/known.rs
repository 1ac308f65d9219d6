//! [`Known`]: what is asked of the database before a statement is put together, because the right plan depends on it.

use jiff::Timestamp;
use sqlx::{PgConnection, QueryBuilder};

use super::statement::push_facets;
use crate::library::commonness::{self, Commonness};
use crate::library::filter::{GameFilter, Range, Sort};
use crate::library::material;
use crate::library::men::Placed;
use crate::library::men_sets::{
    self, After, ByEnd, ByValue, Candidates, EndOrder, Ended, List, OfPositions, Part, Question, ValueOrder,
};
use crate::library::on_board::OnBoard;
use crate::library::page_key::{PageKey, Phase};
use crate::library::words;
use crate::platform::byte_cache::ByteCache;

/// What is known of one list of a search before its statement is put together.
#[derive(Debug)]
pub(super) struct Known {
    /// Where the games are that have the words which are asked for; `None` if none are.
    pub words: Option<WithWords>,
    /// Whether many games had the men which are asked for.
    pub material: Option<Commonness>,
    /// How the games are found in which the men stood on the squares that are asked for.
    pub placed: Option<WithMen>,
    /// Whether many games ended as is asked for, beside a position.
    pub ending: Option<Commonness>,
}

/// How the games are found in which men stood on some squares. Those that are in no set yet ([`men_sets`]) are looked at beside the candidates.
#[derive(Debug)]
pub(super) enum WithMen {
    /// Each game of the list is asked.
    Any,
    /// The candidates among the games of the list are asked: these numbers.
    Sieve(Vec<i32>),
    /// Each candidate is asked before the list is put in order: these numbers.
    Few(Vec<i32>),
    /// Candidates are asked in the order of the list: that of their ends.
    ByEnd(ByEnd),
    /// The same in the order of their lengths or ratings.
    ByValue(ByValue),
}

impl WithMen {
    async fn of(
        block_cache: &ByteCache,
        connection: &mut PgConnection,
        placed: &Placed,
        filter: &GameFilter,
        after: Option<&PageKey>,
        wanted: usize,
    ) -> anyhow::Result<Self> {
        if let Some(player) = filter.listed_player()
            && commonness::of_player(connection, player, MANY_OF_PLAYER).await? == Commonness::Rare
        {
            return Ok(Self::Any);
        }
        if men_sets::too_many_wait(connection).await? {
            return Ok(Self::Any);
        }
        let question = Question::new(placed, filter);
        let order = match filter.sort {
            Sort::Newest => Some(EndOrder::NewestFirst),
            Sort::Oldest => Some(EndOrder::OldestFirst),
            Sort::Rating | Sort::Longest | Sort::Shortest => None,
        };
        if let Some(order) = order.filter(|_| is_known_to_sets(&without_positions(filter))) {
            let after = after.map(|after| Timestamp::from_microsecond(after.value).unwrap_or_default());
            let ended = Ended { from: filter.from, before: filter.before };
            let keys: Vec<_> = filter.on_board.positions.iter().map(|(_, key)| key.cast_signed()).collect();
            let positions = Some(keys).filter(|keys| !keys.is_empty()).map(OfPositions::new);
            let candidates = ByEnd::new(connection, question, positions, (order, after), ended).await?;
            if candidates.are_positions_rarer(connection).await? {
                return Ok(Self::Any);
            }
            return Ok(Self::ByEnd(candidates));
        }
        if let Some((order, range)) = value_order(filter) {
            let after = after
                .map(|after| After { value: i32::try_from(after.value).unwrap_or(i32::MAX), game: after.game.clone() });
            if let Some(candidates) = ByValue::new(block_cache, connection, &question, (order, after), range).await? {
                return Ok(Self::ByValue(candidates));
            }
        }
        let list = List { wanted, may_be_long: may_be_long(filter), order: order.unwrap_or(EndOrder::NewestFirst) };
        Ok(question.all(connection, list).await?.into())
    }
}

impl From<Candidates> for WithMen {
    fn from(candidates: Candidates) -> Self {
        match candidates {
            Candidates::Few(numbers) => Self::Few(numbers),
            Candidates::Sieve(numbers) => Self::Sieve(numbers),
            Candidates::Many => Self::Any,
        }
    }
}

/// Fewer games of a player are soon asked each for men on squares.
const MANY_OF_PLAYER: i64 = 5000;

/// What is asked for beside positions.
fn without_positions(filter: &GameFilter) -> GameFilter {
    let on_board = OnBoard { positions: Vec::new(), ..filter.on_board.clone() };
    GameFilter { on_board, ..filter.clone() }
}

/// Whether nothing is asked for but what the sets and the ends of their blocks know.
fn is_known_to_sets(filter: &GameFilter) -> bool {
    *filter
        == GameFilter {
            variant: filter.variant,
            result: filter.result.clone(),
            ending: filter.ending,
            rated: filter.rated,
            from: filter.from,
            before: filter.before,
            sort: filter.sort,
            on_board: OnBoard { placed: filter.on_board.placed.clone(), ..OnBoard::default() },
            ..GameFilter::default()
        }
}

/// What a list is sorted by other than ends, and what range of it is asked for, if nothing is asked for but that and what the sets know.
fn value_order(filter: &GameFilter) -> Option<(ValueOrder, Option<Range>)> {
    let (order, range) = match filter.sort {
        Sort::Newest | Sort::Oldest => return None,
        // 0 is no rating, as all games that are not rated have.
        Sort::Rating if filter.rated == Some(false) => (ValueOrder::Rating, Some(Range { from: 0, to: 0 })),
        Sort::Rating => (ValueOrder::Rating, filter.ratings.map(|range| Range { from: range.from.max(1), ..range })),
        Sort::Longest => (ValueOrder::Longest, filter.length),
        Sort::Shortest => (ValueOrder::Shortest, filter.length),
    };
    let others = match order {
        ValueOrder::Rating => GameFilter { ratings: None, ..filter.clone() },
        ValueOrder::Longest | ValueOrder::Shortest => GameFilter { length: None, ..filter.clone() },
    };
    let has_days = filter.from.is_some() || filter.before.is_some();
    (is_known_to_sets(&others) && !has_days).then_some((order, range))
}

/// Whether much of a list may have to be gone through before candidates fill a page: something is asked for that the sets do not know. The games of
/// a position or a player are fewer, and in the order of their ends by an index of theirs.
fn may_be_long(filter: &GameFilter) -> bool {
    let is_of_some = filter.listed_player().is_some() || !filter.on_board.positions.is_empty();
    let is_by_end = matches!(filter.sort, Sort::Newest | Sort::Oldest);
    let has_days = filter.from.is_some() || filter.before.is_some();
    !(is_of_some && is_by_end) && (has_days || !is_known_to_sets(filter))
}

/// Games of the viewer that have the words which are asked for.
#[derive(Debug)]
pub(super) enum WithWords {
    /// All of them.
    These(Vec<String>),
    /// The games of the list are asked.
    Many,
}

impl Known {
    pub async fn of(
        block_cache: &ByteCache,
        connection: &mut PgConnection,
        filter: &GameFilter,
        phase: Phase,
        after: Option<&PageKey>,
        wanted: usize,
    ) -> anyhow::Result<Self> {
        let words = match filter.own.as_ref().filter(|own| own.has_words()) {
            Some(own) if phase == Phase::Running => {
                Some(WithWords::These(words::running_games(connection, own).await?))
            }
            Some(own) => {
                let listed = filter.listed_player().unwrap_or(own.viewer);
                let games = words::finished_games(connection, own, listed, filter.sort).await?;
                Some(games.map_or(WithWords::Many, WithWords::These))
            }
            None => None,
        };
        let material = match &filter.on_board.material {
            Some(key) => Some(material::commonness(connection, key).await?),
            None => None,
        };
        let ending = match filter.ending {
            Some(_) if !filter.on_board.positions.is_empty() && filter.listed_player().is_none() => {
                Some(commonness_of_ending(connection, filter).await?)
            }
            _ => None,
        };
        let known = Self { words, material, placed: None, ending };
        let placed = match &filter.on_board.placed {
            Some(_) if known.are_few(filter) => Some(WithMen::Any),
            Some(placed) => Some(WithMen::of(block_cache, connection, placed, filter, after, wanted).await?),
            None => None,
        };
        Ok(Self { placed, ..known })
    }

    /// The candidates with which a search begins: `enough` for the games that are wanted, if they are in its order. `None`: it begins with the
    /// games of the list.
    pub async fn part(
        &mut self,
        block_cache: &ByteCache,
        connection: &mut PgConnection,
        enough: usize,
    ) -> anyhow::Result<Option<Part>> {
        Ok(match &mut self.placed {
            Some(WithMen::ByEnd(candidates)) => Some(candidates.part(block_cache, connection, enough).await?),
            Some(WithMen::ByValue(candidates)) => Some(candidates.part(block_cache, connection, enough).await?),
            Some(WithMen::Few(numbers)) => Some(Part::of(numbers.clone(), None)),
            Some(WithMen::Any | WithMen::Sieve(_)) | None => None,
        })
    }

    /// Whether candidates are asked in the order of the list.
    pub const fn is_in_order(&self) -> bool {
        matches!(self.placed, Some(WithMen::ByEnd(_) | WithMen::ByValue(_)))
    }

    /// Whether so few games have one of the others that all of them can be looked at.
    pub fn are_few(&self, filter: &GameFilter) -> bool {
        let has_tag = filter.own.as_ref().is_some_and(|own| own.tag.is_some());
        let has_few_words = matches!(self.words, Some(WithWords::These(_)));
        has_tag || has_few_words || [self.material, self.ending].contains(&Some(Commonness::Rare))
    }
}

/// From so many games on that ended in one way, a position's games are soon found among those that came to it.
const MANY_ENDED_SO: i64 = 1000;

/// How common games are of the variant that is asked for, with that result and ending.
async fn commonness_of_ending(connection: &mut PgConnection, filter: &GameFilter) -> anyhow::Result<Commonness> {
    // What the indexes begin with: of more, no index might lead to few.
    let facets = GameFilter {
        variant: filter.variant,
        result: filter.result.clone(),
        ending: filter.ending,
        ..GameFilter::default()
    };
    let mut sql =
        QueryBuilder::new("select count(*) from (select from library_games l where l.is_first and not l.is_running");
    push_facets(&mut sql, &facets);
    sql.push(" limit ").push_bind(MANY_ENDED_SO).push(") few");
    let games: i64 = sql.build_query_scalar().persistent(false).fetch_one(connection).await?;
    Ok(Commonness::of(games, MANY_ENDED_SO))
}
