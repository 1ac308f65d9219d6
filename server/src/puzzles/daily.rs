//! `/puzzles/daily`: the puzzle of the day, which is the same for everybody until midnight UTC.

use std::time::Duration;

use axum::response::Redirect;
use domain::rules::puzzle::Puzzle;
use domain::rules::seat::Seat;
use jiff::{Span, Timestamp};
use tokio_util::sync::CancellationToken;

use super::store;
use crate::boards::BoardView;
use crate::platform::database::Pool;
use crate::platform::database::listen::Hub;
use crate::platform::day::day_of;
use crate::platform::error::Error;
use crate::platform::now::Now;
use crate::platform::queue;
use crate::state::App;
use crate::web::reading::Reading;
use crate::wording::puzzles as words;
use crate::wording::{SeatNames, VariantNames, board_labels};

/// How many days have a puzzle before they begin, today's among them: at midnight the next is there already, on a replica too.
const DAYS_AHEAD: usize = 2;
/// How often it is looked whether one is to be chosen.
const CHOOSE_EVERY: Duration = Duration::from_secs(60);

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

/// Chooses the puzzles of today and of the days ahead that have none yet. Pages only read what was chosen: returns how many were.
///
/// # Errors
/// The database fails.
pub async fn choose(pool: &Pool, now: Timestamp) -> anyhow::Result<usize> {
    let mut chosen = 0;
    for day in day_of(now).series(Span::new().days(1)).take(DAYS_AHEAD) {
        chosen += usize::from(store::choose(pool, day).await?);
    }
    Ok(chosen)
}

/// Chooses the puzzles of the days until the server stops. It goes on every server, and each day has one puzzle.
pub async fn run(pool: Pool, hub: Hub, now: Now, stop: CancellationToken) {
    queue::every(CHOOSE_EVERY, stop, &hub, "puzzles of the day chosen", || choose(&pool, now.get())).await;
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
