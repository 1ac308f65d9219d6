//! The strongest players, and those who have won most lately: among people only.

use domain::rules::variant::Variant;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, ToSpan};
use jiff_sqlx::ToSqlx;

use super::rating::{IDLE_PERIOD, POINTS_OF_SCALE, PROVISIONAL, Rating};
use crate::platform::database::Pool;
use crate::platform::day::{beginning_of, day_of};
use crate::wording::ratings as words;

/// Whoever has fewer rated games is in no list: a few lucky ones say little.
const LEAST_GAMES: i32 = 5;
/// Whoever has finished no rated game for so long is left out until they do.
const ACTIVE_FOR: SignedDuration = SignedDuration::from_hours(24 * 180);
/// What one game counts for at most, so that those are not always first who are new.
const MOST_OF_A_GAME: f64 = 30.0;
/// In so many games points must have been won.
const LEAST_GAMES_LATELY: i64 = 3;

/// The strongest players of a variant.
#[derive(Debug)]
pub struct TopList {
    /// Of which.
    pub variant: Variant,
    /// The strongest first.
    pub players: Vec<TopPlayer>,
}

/// A player in the list of a variant.
#[derive(Debug)]
pub struct TopPlayer {
    /// What they are called.
    pub name: String,
    /// Their present rating.
    pub rating: Rating,
    /// How many games have counted.
    pub games: i32,
}

/// A player who has won points lately.
#[derive(Debug)]
pub struct Climber {
    /// What they are called.
    pub name: String,
    /// The points, in all variants.
    pub points: i32,
    /// In how many games.
    pub games: i64,
}

/// The strongest players of all variants.
#[derive(Debug)]
pub struct Strongest {
    /// The first day of this month.
    pub month: Date,
    /// By variant; those without any are left out.
    pub lists: Vec<TopList>,
    /// Who has won most points in this month.
    pub this_month: Vec<Climber>,
    /// And in the last.
    pub last_month: Vec<Climber>,
}

impl Strongest {
    /// At most `limit` players in each list.
    ///
    /// # Errors
    /// The database fails.
    pub async fn load(pool: Pool, limit: i64, now: Timestamp) -> anyhow::Result<Self> {
        let first = day_of(now).first_of_month();
        let [last_month, this_month] = [first.saturating_sub(1.month()), first].map(beginning_of);
        Ok(Self {
            month: first,
            lists: top_lists(&pool, &Variant::ALL, limit, now).await?,
            this_month: climbers(&pool, (this_month, now), limit).await?,
            last_month: climbers(&pool, (last_month, this_month), limit).await?,
        })
    }

    /// Whether there is nobody in this month or in any variant.
    pub fn is_empty(&self) -> bool {
        self.lists.is_empty() && self.this_month.is_empty()
    }
}

impl Climber {
    /// `+74 in 6 games`
    pub fn won(&self) -> String {
        words::won_lately(self.points, self.games)
    }
}

/// The strongest players of some variants, at most `limit` of each: those whose rating is settled and who still play. Variants without
/// any are left out.
///
/// # Errors
/// The database fails.
pub async fn top_lists(pool: &Pool, variants: &[Variant], limit: i64, now: Timestamp) -> anyhow::Result<Vec<TopList>> {
    let keys: Vec<_> = variants.iter().map(|variant| variant.key().to_owned()).collect();
    // Served by ratings_by_strength.
    let rows = sqlx::query!(
        r#"select v.variant as "variant!", p.name, t.rating, t.deviation, t.volatility, t.games, t.rated_at
        from unnest($1::text[]) with ordinality v (variant, place) cross join lateral (
            select * from ratings r
            where r.variant = v.variant and r.games >= $2 and r.rated_at >= $4
                and r.deviation ^ 2 + floor(extract(epoch from $6::timestamptz - r.rated_at)::float8 / $7) * (r.volatility * $8) ^ 2 <= $3 ^ 2
            order by r.rating desc, r.player_id limit $5
        ) t join players p on p.id = t.player_id
        order by v.place, t.rating desc, t.player_id"#,
        &keys,
        LEAST_GAMES,
        PROVISIONAL,
        (now - ACTIVE_FOR).to_sqlx() as _,
        limit,
        now.to_sqlx() as _,
        IDLE_PERIOD.as_secs() as f64,
        POINTS_OF_SCALE,
    )
    .fetch_all(pool)
    .await?;
    let mut lists: Vec<TopList> = Vec::new();
    for row in rows {
        let variant = row.variant.parse()?;
        let stood = Rating { value: row.rating, deviation: row.deviation, volatility: row.volatility };
        let rating = stood.after_idling(row.rated_at.to_jiff(), now);
        let player = TopPlayer { name: row.name, rating, games: row.games };
        match lists.last_mut() {
            Some(list) if list.variant == variant => list.players.push(player),
            _ => lists.push(TopList { variant, players: vec![player] }),
        }
    }
    Ok(lists)
}

/// The players who have won most points by games that ended in a time, the first of them first.
///
/// # Errors
/// The database fails.
async fn climbers(pool: &Pool, (from, before): (Timestamp, Timestamp), limit: i64) -> anyhow::Result<Vec<Climber>> {
    // Served by rating_changes_lately.
    let rows = sqlx::query_as!(
        Climber,
        r#"with won as (
            select player_id, count(*) as games,
                round(sum(greatest(-$3::float8, least($3, rating_after - rating_before))))::integer as points
            from rating_changes where pool = 'people' and ended_at >= $1 and ended_at < $2
            group by player_id having count(*) >= $4
                and not exists (select from account_deletions d where d.player_id = rating_changes.player_id and d.done_at is not null)
        )
        select p.name, w.points as "points!", w.games as "games!" from won w join players p on p.id = w.player_id
        where w.points > 0 order by w.points desc, p.id limit $5"#,
        from.to_sqlx() as _,
        before.to_sqlx() as _,
        MOST_OF_A_GAME,
        LEAST_GAMES_LATELY,
        limit,
    );
    Ok(rows.fetch_all(pool).await?)
}
