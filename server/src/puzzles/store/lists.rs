//! Which puzzles there are, and which is next.

use domain::rules::position::Position;
use domain::rules::puzzle::Goal;

use super::super::filter::{Filter, Wanted};
use super::{WARM_UP, read_goal};
use crate::accounts::PlayerId;
use crate::boards::BoardView;
use crate::platform::database::Pool;
use crate::ratings::Rating;
use crate::wording::{SeatNames, VariantNames, board_labels, puzzles as words};

/// A puzzle in a list.
pub struct PuzzleLine {
    /// Its number.
    pub id: i32,
    /// Where it begins.
    pub start: Position,
    /// What has to be reached.
    pub goal: Goal,
    /// Its rating.
    pub rating: Rating,
    /// Whether the viewer has solved it; `None` if they have not ended an attempt.
    pub solved: Option<bool>,
}

impl PuzzleLine {
    /// Where it begins, as its solver sees it.
    pub fn board(&self) -> BoardView {
        let solver = self.start.seat_to_move();
        let label = board_labels::at_start(self.start.variant().seating().name(solver));
        BoardView::new(&self.start, None, solver, label)
    }

    /// Of which game it is.
    pub fn variant(&self) -> &'static str {
        self.start.variant().name()
    }

    /// What has to be reached, in short.
    pub fn goal_name(&self) -> String {
        words::goal_in_list(self.goal)
    }

    /// How hard it is: `Rating 1320`, or that it is for warming up.
    pub fn level(&self) -> String {
        if self.id == WARM_UP { words::WARM_UP.to_owned() } else { words::rated(self.rating.points()) }
    }
}

/// The puzzles that fit, in their order: at most `limit` after the first `offset`.
///
/// # Errors
/// The database fails.
pub async fn list(
    pool: &Pool,
    filter: &Filter,
    viewer: Option<PlayerId>,
    (limit, offset): (i64, i64),
) -> anyhow::Result<Vec<PuzzleLine>> {
    let Wanted { variant, theme, from, below } = filter.wanted();
    let rows = sqlx::query!(
        r#"select id, variant, content::json->>'fen' as "fen!", goal, rating, deviation, volatility, a.solved as "solved?"
        from puzzles
        left join puzzle_attempts a on a.puzzle_id = id and a.player_id = $5
        where ($1::text is null or variant = $1) and ($2::text is null or $2 = any(themes))
            and rating >= $3 and rating < $4 and retired_at is null
        order by id offset $6 limit $7"#,
        variant,
        theme,
        from,
        below,
        viewer.map(|viewer| viewer.0),
        offset,
        limit,
    )
    .fetch_all(pool)
    .await?;
    let lines = rows.into_iter().filter_map(|row| {
        Some(PuzzleLine {
            id: row.id,
            start: Position::from_fen(row.variant.parse().ok()?, &row.fen).ok()?,
            goal: read_goal(&row.goal)?,
            rating: Rating { value: row.rating, deviation: row.deviation, volatility: row.volatility },
            solved: row.solved,
        })
    });
    Ok(lines.collect())
}

/// The puzzles that a player has not tried and that fit, those nearest to a rating first.
///
/// # Errors
/// The database fails.
pub async fn nearest(
    pool: &Pool,
    filter: &Filter,
    player: PlayerId,
    rating: f64,
    most: i64,
) -> anyhow::Result<Vec<i32>> {
    let Wanted { variant, theme, from, below } = filter.wanted();
    let rows = sqlx::query_scalar!(
        "select id from puzzles
        where ($1::text is null or variant = $1) and ($2::text is null or $2 = any(themes))
            and rating >= $3 and rating < $4 and retired_at is null
            and not exists (select from puzzle_attempts where puzzle_id = id and player_id = $5)
        order by abs(rating - $6), id limit $7",
        variant,
        theme,
        from,
        below,
        player.0,
        rating,
        most,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows)
}

/// The first puzzle after this one that fits, or the first of all that do.
///
/// # Errors
/// The database fails.
pub async fn next_after(pool: &Pool, filter: &Filter, id: i32) -> anyhow::Result<Option<i32>> {
    let Wanted { variant, theme, from, below } = filter.wanted();
    let next = sqlx::query_scalar!(
        "select id from puzzles
        where ($1::text is null or variant = $1) and ($2::text is null or $2 = any(themes))
            and rating >= $3 and rating < $4 and retired_at is null
        order by id <= $5, id limit 1",
        variant,
        theme,
        from,
        below,
        id,
    )
    .fetch_optional(pool)
    .await?;
    Ok(next)
}
