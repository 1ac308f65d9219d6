//! What the database says of players: all of one at once, and who is called so.

use jiff::Timestamp;
use jiff_sqlx::ToSqlx;
use sqlx::types::Json;

use super::published::{FoundPublished, Published};
use crate::accounts::{Player, PlayerId, PlayerName, PublicProfile};
use crate::computers::Level;
use crate::library::highlights::{self, FoundHighlights, Highlights};
use crate::library::{CountedGames, PlayerRecord};
use crate::platform::database::Pool;
use crate::platform::day::beginning_of;
use crate::ratings::{self, MAX_CHARTED_GAMES, MAX_LISTED_GAMES, PlayerRatings, StoredRating};
use crate::web::moment::Moment;

/// What a player's page shows but for the games.
pub struct Profile {
    /// Who it is.
    pub player: Player,
    /// What they say of themselves.
    pub says: PublicProfile,
    /// Whether they play without an account.
    pub is_guest: bool,
    /// Since when they are here.
    pub since: Moment,
    /// Until when they are on leave, if they are.
    pub on_leave_until: Option<Moment>,
    /// How well it plays, if it is a computer.
    pub level: Option<Level>,
    /// How strong they are.
    pub ratings: PlayerRatings,
    /// How their games went.
    pub record: PlayerRecord,
    /// The best of them.
    pub highlights: Highlights,
    /// What else they show to everybody.
    pub published: Published,
}

/// The profile of a player, as seen by a viewer, if one is logged in. One question: each of its parts is small, and the way to the
/// database and back would take longer than most of them.
///
/// # Errors
/// The database fails.
pub async fn profile(
    pool: &Pool,
    name: &PlayerName,
    viewer: Option<PlayerId>,
    now: Timestamp,
) -> anyhow::Result<Option<Profile>> {
    // Ratings by the primary keys, their changes by rating_changes_by_player or rating_changes_with_computers; games by
    // library_of_player, and some of them by the primary keys; collections and studies by collections_of_owner and studies_of_owner. The openings of the last games are read so, because they are not in the
    // index: else all games of a computer would be read and sorted. For the same reason games against the viewer are looked for among those of
    // the two who has fewer, each in the index of the other (`offset 0`): the planner takes either for an ordinary player.
    let row = sqlx::query!(
        r#"with asked as materialized (
            select id, name, is_guest, created_at, about, country from players where lower(name) = lower($1)
        ), stored as (
            select 'people' as pool, r.* from ratings r where r.player_id = (select id from asked)
            union all select 'computers', c.* from ratings_with_computers c where c.player_id = (select id from asked)
        ), rated as (
            select s.*, (
                select coalesce(jsonb_agg(to_jsonb(h) order by h.ended_at desc, h.game_id desc), '[]') from (
                    select c.game_id, c.seat, c.ended_at, c.rating_before, c.deviation_before, c.rating_after, c.deviation_after,
                        case when row_number() over (order by c.ended_at desc, c.game_id desc) <= $3
                            then array(select p.name from game_seats g join players p on p.id = g.player_id
                                where g.game_id = c.game_id order by g.seat)
                            else '{}' end as players
                    from rating_changes c where c.player_id = s.player_id and c.variant = s.variant and c.pool = s.pool
                    order by c.ended_at desc, c.game_id desc limit $4
                ) h) as changes
            from stored s
        ), met as (
            select f.variant, case when f.player_id = $2 then o.side else f.side end as side,
                case when f.player_id = $2 then o.seats else f.seats end as seats, f.result, f.ending, count(*) as games
            from (
                select array_agg(player_id order by games) as ids from (
                    select player_id, sum(games) as games from library_totals
                    where player_id in ((select id from asked), $2) and games > 0 group by player_id
                ) p
            ) both_of cross join lateral (
                select * from library_games where player_id = ids[1] and cardinality(ids) = 2 and not is_running
            ) f cross join lateral (
                select side, seats from library_games
                where player_id = ids[2] and not is_running and at = f.at and game_id = f.game_id offset 0
            ) o
            where o.side <> f.side
            group by 1, 2, 3, 4, 5
        ), counted as (
            select c.*, coalesce(m.games, 0) as met from (
                select variant, side, seats, result, ending, games
                from library_totals where player_id = (select id from asked) and games > 0
            ) c left join met m using (variant, side, seats, result, ending)
        ), last as materialized (
            select l.*, (select opening from library_games o where o.game_id = l.game_id and o.player_id = (select id from asked)) as opening
            from (
                select game_id, at, variant, side, seats, result from library_games
                where player_id = (select id from asked) and not is_running order by at desc, game_id desc limit $5
            ) l
        ), gone as (
            select l.*, concat_ws(' ', variant, side, result) = any($6::text[]) as won from last l
        ), months as (
            select month as first, games from library_months
            where player_id = (select id from asked) and month >= ($7::timestamptz at time zone 'UTC')::date and games > 0
        ), openings as (
            select variant, seats, regexp_replace(split_part(opening, ' ', 1) || ' ' || split_part(opening, ' ', 2), '@..', '', 'g') as turns,
                count(*) filter (where won) as won, count(*) filter (where result like '1/%') as drawn, count(*) as games
            from gone where opening like '% % %' and result <> '*' group by 1, 2, 3 having count(*) >= $8
            order by games desc, variant, turns, seats limit $9
        ), beaten as (
            select distinct on (g.game_id) g.game_id, g.variant, g.at, p.name, c.rating_before as rating, c.deviation_before as deviation
            from gone g join rating_changes c on c.game_id = g.game_id and c.pool = 'people'
                join library_games o on o.game_id = g.game_id and o.player_id = c.player_id and o.side <> g.side
                join players p on p.id = c.player_id
            where g.won order by g.game_id, c.deviation_before > $13, c.rating_before desc
        )
        select a.id, a.name, a.is_guest, a.created_at, a.about, a.country,
            (select ends_at from leaves where player_id = a.id and begins_at <= $10 and ends_at > $10) as "on_leave_until?",
            (select level from computers where player_id = a.id) as "level?",
            (select coalesce(jsonb_agg(to_jsonb(r) order by r.games desc, r.variant), '[]') from rated r)
                as "ratings!: Json<Vec<StoredRating>>",
            (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from counted c) as "counted!: Json<Vec<CountedGames>>",
            jsonb_build_object(
                'months', (select coalesce(jsonb_agg(to_jsonb(m)), '[]') from months m),
                'openings', (select coalesce(jsonb_agg(to_jsonb(o) order by games desc, variant, turns, seats), '[]') from openings o),
                'wins', (select coalesce(jsonb_agg(to_jsonb(b) order by deviation > $13, rating desc, at desc), '[]')
                    from (select * from beaten order by deviation > $13, rating desc, at desc limit $11) b)
            ) as "highlights!: Json<FoundHighlights>",
            jsonb_build_object(
                'collections', (select coalesce(jsonb_agg(to_jsonb(c) order by made_at desc, id), '[]') from (
                    select id, name, games as size, made_at from collections
                    where owner_id = a.id and visibility = 'public' and is_ready and games > 0
                    order by made_at desc, id limit $12) c),
                'studies', (select coalesce(jsonb_agg(to_jsonb(s) order by changed_at desc, id), '[]') from (
                    select id, name, (select count(*) from study_chapters where study_id = t.id) as size, changed_at from studies t
                    where owner_id = a.id and visibility = 'public' and exists (select from study_chapters where study_id = t.id)
                    order by changed_at desc, id limit $12) s)
            ) as "published!: Json<FoundPublished>"
        from asked a"#,
        name.as_str(),
        viewer.map(|viewer| viewer.0),
        MAX_LISTED_GAMES as i64,
        MAX_CHARTED_GAMES,
        Highlights::LAST_GAMES,
        &highlights::wins(),
        beginning_of(Highlights::since(now)).to_sqlx() as _,
        highlights::LEAST_GAMES,
        highlights::OPENINGS,
        now.to_sqlx() as _,
        highlights::WINS,
        Published::SHOWN as i64 + 1,
        ratings::PROVISIONAL,
    )
    .fetch_optional(pool)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(Profile {
        player: Player { id: PlayerId(row.id), name: PlayerName::stored(row.name) },
        says: PublicProfile::stored(&row.about, &row.country),
        is_guest: row.is_guest,
        since: Moment(row.created_at.to_jiff()),
        on_leave_until: row.on_leave_until.map(|until| Moment(until.to_jiff())),
        level: row.level.and_then(Level::new),
        ratings: PlayerRatings::of(row.ratings.0, now)?,
        record: PlayerRecord::of(row.counted.0)?,
        highlights: Highlights::of(row.highlights.0, now)?,
        published: Published::of(row.published.0),
    }))
}
