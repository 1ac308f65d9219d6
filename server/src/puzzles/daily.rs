//! `/puzzles/daily`: the puzzle of the day, which is the same for everybody until midnight UTC.

use axum::response::Redirect;
use domain::rules::puzzle::Puzzle;
use domain::rules::seat::Seat;
use jiff::Timestamp;

use super::store;
use crate::boards::BoardView;
use crate::platform::database::Pool;
use crate::platform::error::Error;
use crate::state::App;
use crate::web::reading::Reading;
use crate::wording::puzzles as words;
use crate::wording::{SeatNames, VariantNames, board_labels};

const SECONDS_A_DAY: i64 = 24 * 60 * 60;

/// `GET /puzzles/daily`
///
/// # Errors
/// There are no puzzles.
pub async fn show(Reading(app): Reading) -> Result<Redirect, Error> {
    let id = id_of_today(&app).await?.ok_or(Error::NotFound)?;
    Ok(Redirect::to(&format!("/puzzles/{id}")))
}

/// The number of today's puzzle, if there are any.
///
/// # Errors
/// The database fails.
pub async fn id_of_today(app: &App) -> anyhow::Result<Option<i32>> {
    store::daily(&app.pool, day_of(app.now.get())).await
}

/// The day in UTC, counted from 1970.
pub fn day_of(at: Timestamp) -> i64 {
    at.as_second().div_euclid(SECONDS_A_DAY)
}

/// The beginning of a day in UTC.
pub fn beginning_of(day: i64) -> Timestamp {
    Timestamp::from_second(day * SECONDS_A_DAY).unwrap_or(Timestamp::MAX)
}

/// The puzzle of the day for other pages.
pub struct DailyPuzzle {
    puzzle: Puzzle,
}

/// Today's puzzle, if there are any.
///
/// # Errors
/// The database fails.
pub async fn of_today(pool: &Pool, now: Timestamp) -> anyhow::Result<Option<DailyPuzzle>> {
    let Some(id) = store::daily(pool, day_of(now)).await? else { return Ok(None) };
    Ok(store::load(pool, id).await?.map(|stored| DailyPuzzle { puzzle: stored.puzzle }))
}

impl DailyPuzzle {
    fn solver(&self) -> Seat {
        self.puzzle.start().seat_to_move()
    }

    /// Where it begins.
    pub fn board(&self) -> BoardView {
        let start = self.puzzle.start();
        let label = board_labels::at_start(start.variant().seating().name(self.solver()));
        BoardView::new(start, None, self.solver(), label)
    }

    /// Of which game it is.
    pub fn variant(&self) -> &'static str {
        self.puzzle.start().variant().name()
    }

    /// What has to be done.
    pub fn goal(&self) -> String {
        words::goal(self.puzzle.goal(), self.puzzle.start().variant().seating().name(self.solver()))
    }
}
