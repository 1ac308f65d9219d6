//! Puzzles in the database.

mod attempts;
mod daily;
mod found;
mod lists;
mod retired;

use anyhow::Context;
use domain::rules::ply::Ply;
use domain::rules::puzzle::{Goal, Puzzle};
use domain::rules::variant::Variant;

pub use attempts::{Attempt, Ended, Standing, attempt_of, record, standing};
pub use daily::{choose, daily, latest};
pub use found::{Origin, Progress, add, give_up, note_progress, progress, queue_games};
pub use lists::{PuzzleLine, list, nearest, next_after};
pub use retired::{Report, Retired, has_reported, reinstate, report, reports, retire};

use crate::accounts::PlayerId;
use crate::games::GameId;
use crate::platform::database::Pool;
use crate::ratings::Rating;

/// The variants that there are puzzles of.
pub const VARIANTS: [Variant; 2] = [Variant::Duck, Variant::ThreeCheckDuck];

/// How unsure the rating of a puzzle is that nobody has tried, in points.
const DEVIATION: f64 = 200.0;

/// The number of the warm-up puzzle. It comes first, and no try at it moves a rating: whoever has just come may miss it.
pub const WARM_UP: i32 = 1;
/// What stands for its rating in lists: it is among the easiest.
const WARM_UP_RATING: f64 = 900.0;

/// A puzzle, and what has come of it.
pub struct StoredPuzzle {
    /// What it is.
    pub puzzle: Puzzle,
    /// Its rating.
    pub rating: Rating,
    /// How many players have tried it.
    pub tried: i32,
    /// How many of them found the solution at once.
    pub solved: i32,
    /// Whether it is not offered any more.
    pub retired: Option<Retired>,
    /// Where it was found; `None` if it is shipped.
    pub origin: Option<Origin>,
}

impl StoredPuzzle {
    /// Whether tries at it are counted: for players, as long as it is offered.
    pub fn counts_tries_of(&self, player: Option<PlayerId>) -> bool {
        player.is_some() && self.retired.is_none()
    }
}

/// Puts puzzles there, with the line of a file that each is. What is there already keeps its rating.
///
/// # Errors
/// The database fails.
pub async fn put(pool: &Pool, puzzles: &[(Puzzle, &str)]) -> anyhow::Result<()> {
    let ids: Vec<i32> = puzzles.iter().map(|(puzzle, _)| puzzle.number() as i32).collect();
    let contents: Vec<String> = puzzles.iter().map(|&(_, line)| line.to_owned()).collect();
    let variants: Vec<String> = puzzles.iter().map(|(puzzle, _)| puzzle.start().variant().key().to_owned()).collect();
    let goals: Vec<String> = puzzles.iter().map(|(puzzle, _)| goal_key(puzzle.goal())).collect();
    // An array of arrays has as many elements in each: so these are words of a text.
    let themes: Vec<String> = puzzles
        .iter()
        .map(|(puzzle, _)| puzzle.themes().iter().map(|theme| theme.key()).collect::<Vec<_>>().join(" "))
        .collect();
    let ratings: Vec<f64> = puzzles.iter().map(|(puzzle, _)| first_rating(puzzle)).collect();
    sqlx::query!(
        "insert into puzzles (id, content, variant, goal, themes, rating, deviation, volatility)
        select id, content, variant, goal, string_to_array(themes, ' '), rating, $7, $8
        from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::double precision[])
            as shipped (id, content, variant, goal, themes, rating)
        order by id
        on conflict (id) do update set
            content = excluded.content, variant = excluded.variant, goal = excluded.goal, themes = excluded.themes
        where puzzles.content <> excluded.content",
        &ids,
        &contents,
        &variants,
        &goals,
        &themes,
        &ratings,
        DEVIATION,
        Rating::NEW.volatility,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// The rating of a puzzle that nobody has tried.
fn first_rating(puzzle: &Puzzle) -> f64 {
    if puzzle.number() as i32 == WARM_UP { WARM_UP_RATING } else { f64::from(puzzle.rating()) }
}

/// A goal in the database: `win-2`.
fn goal_key(goal: Goal) -> String {
    match goal {
        Goal::Win { turns } => format!("win-{turns}"),
        Goal::Save { turns } => format!("save-{turns}"),
    }
}

fn read_goal(key: &str) -> Option<Goal> {
    let (kind, turns) = key.split_once('-')?;
    let turns = turns.parse().ok()?;
    match kind {
        "win" => Some(Goal::Win { turns }),
        "save" => Some(Goal::Save { turns }),
        _ => None,
    }
}

/// The puzzle of this number.
///
/// # Errors
/// The database fails.
pub async fn load(pool: &Pool, id: i32) -> anyhow::Result<Option<StoredPuzzle>> {
    let row = sqlx::query!(
        r#"select content, rating, deviation, volatility, tried, solved,
            retired_at as "retired_at: jiff_sqlx::Timestamp", retired_because, game_id, ply
        from puzzles where id = $1"#,
        id,
    )
    .fetch_optional(pool)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(StoredPuzzle {
        puzzle: serde_json::from_str(&row.content).context("a puzzle in the database")?,
        rating: Rating { value: row.rating, deviation: row.deviation, volatility: row.volatility },
        tried: row.tried,
        solved: row.solved,
        retired: row.retired_at.map(|at| Retired { at: at.to_jiff(), because: row.retired_because }),
        origin: row
            .game_id
            .zip(row.ply)
            .map(|(game, ply)| Origin { game: GameId::stored(game), ply: Ply(ply.unsigned_abs()) }),
    }))
}
