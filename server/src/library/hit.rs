//! A game that was found, and the row that it is read from.

use anyhow::Context;
use domain::correspondence::result::GameResult;
use domain::rules::variant::Variant;
use jiff::Timestamp;
use sqlx::FromRow;
use sqlx::postgres::PgRow;

use super::filter::Sort;
use super::page_key::{PageKey, Phase};
use super::search::order;
use crate::games::GameId;

/// A game that was found, as lists show it.
#[derive(Debug)]
pub struct Hit {
    /// Its place in the list.
    pub key: PageKey,
    /// Which game.
    pub variant: Variant,
    /// What its players are called, by seat.
    pub players: Vec<String>,
    /// The position it has come to.
    pub fen: String,
    /// The squares of the turn that led to it, as [`squares_of`](crate::boards::squares_of) writes them, if they are known.
    pub last_squares: Option<String>,
    /// How many turns were made.
    pub turns: u32,
    /// The mean of its players' ratings before it, if it was counted; while it runs, when it began, if it is rated.
    pub rating: Option<i32>,
    /// When it began.
    pub begun_at: Timestamp,
    /// How and when it ended.
    pub end: Option<(GameResult, Timestamp)>,
}

/// A row of the answer.
pub struct HitRow {
    game: String,
    at: Timestamp,
    rating: i32,
    found_turns: i32,
    variant: String,
    fen: String,
    last_squares: Option<String>,
    ply: i32,
    begun_at: Timestamp,
    ended_at: Option<Timestamp>,
    result: Option<String>,
    ending: Option<String>,
    players: Vec<String>,
}

impl FromRow<'_, PgRow> for HitRow {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        use sqlx::Row;
        let instant = |column| row.try_get::<jiff_sqlx::Timestamp, _>(column).map(jiff_sqlx::Timestamp::to_jiff);
        let ended_at: Option<jiff_sqlx::Timestamp> = row.try_get("ended_at")?;
        Ok(Self {
            game: row.try_get("game_id")?,
            at: instant("at")?,
            rating: row.try_get("rating")?,
            found_turns: row.try_get("found_turns")?,
            variant: row.try_get("variant")?,
            fen: row.try_get("fen")?,
            last_squares: row.try_get("last_squares")?,
            ply: row.try_get("ply")?,
            begun_at: instant("begun_at")?,
            ended_at: ended_at.map(jiff_sqlx::Timestamp::to_jiff),
            result: row.try_get("result")?,
            ending: row.try_get("ending")?,
            players: row.try_get("players")?,
        })
    }
}

impl HitRow {
    /// The game, in a list of an order.
    pub fn read(self, sort: Sort, phase: Phase) -> anyhow::Result<Hit> {
        let variant: Variant = self.variant.parse().context("a game is of no variant")?;
        let value = match order(sort, phase).0 {
            "at" => self.at.as_microsecond(),
            "rating" => self.rating.into(),
            _ => self.found_turns.into(),
        };
        let end = self.result.zip(self.ending).zip(self.ended_at);
        Ok(Hit {
            key: PageKey { phase, value, game: GameId::stored(self.game) },
            variant,
            players: self.players,
            fen: self.fen,
            last_squares: self.last_squares,
            turns: self.ply.unsigned_abs(),
            rating: (self.rating > 0).then_some(self.rating),
            begun_at: self.begun_at,
            end: end.and_then(|((outcome, ending), at)| {
                Some((GameResult::read(&outcome, &ending, variant.seating())?, at))
            }),
        })
    }
}
