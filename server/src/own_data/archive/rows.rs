//! What an archive has of tables, row by row as JSON. Rows are counted off, which reads those before again: of most kinds a player has
//! some thousands. Games of collections may be many more, and large: they are read by key. Instants are in UTC.

use futures_util::future::BoxFuture;

use crate::accounts::PlayerId;
use crate::platform::database::Pool;

/// How many rows are read at once.
pub const A_PART: usize = 200;
/// How many games of collections are: one may have dozens of kilobytes.
pub const A_PART_OF_TEXTS: usize = 50;

/// A function that reads one JSON object of a player.
macro_rules! one {
    ($(#[$doc:meta])* $name:ident, $sql:literal) => {
        $(#[$doc])*
        pub fn $name(pool: &Pool, player: PlayerId) -> BoxFuture<'_, anyhow::Result<String>> {
            Box::pin(async move {
                let object = sqlx::query_scalar!($sql, player.0).fetch_one(pool).await?;
                Ok(format!("{object}\n"))
            })
        }
    };
}

/// A function that reads the next rows of a player, by a query of the player, how many at most, and after how many.
macro_rules! rows {
    ($(#[$doc:meta])* $name:ident, $sql:literal) => {
        $(#[$doc])*
        pub fn $name(pool: &Pool, player: PlayerId, before: i64) -> BoxFuture<'_, anyhow::Result<Vec<String>>> {
            Box::pin(async move {
                Ok(sqlx::query_scalar!($sql, player.0, A_PART as i64, before).fetch_all(pool).await?)
            })
        }
    };
}

one! {
    /// The account.
    account,
    r#"select jsonb_pretty(jsonb_build_object('name', p.name, 'name as a guest', p.guest_name, 'signed up', p.created_at,
        'email', p.email, 'email confirmed', p.email_confirmed_at, 'new email', p.email_wanted, 'about', p.about, 'country', p.country,
        'to be deleted', (select due_at from account_deletions d where d.player_id = p.id))) as "object!"
    from players p where p.id = $1"#
}

one! {
    /// What was chosen. Preferences are stored as far as they differ from the usual.
    settings,
    r#"select jsonb_pretty(jsonb_build_object('preferences', p.preferences,
        'feeds since', (select made_at from feeds f where f.player_id = p.id))) as "object!"
    from players p where p.id = $1"#
}

rows! {
    /// Sessions, and browsers that are known.
    sign_ins,
    r#"select line::text as "line!" from (
        select created_at as at, jsonb_build_object('kind', 'session', 'browser', browser, 'began', created_at,
            'last used', coalesce(seen_at, created_at), 'ends', expires_at) as line from sessions where player_id = $1
        union all
        select logged_in_at, jsonb_build_object('kind', 'known browser', 'last login', logged_in_at)
        from known_devices where player_id = $1) sign_ins
    order by at, line limit $2 offset $3"#
}

rows! {
    /// What was written as a spectator.
    kibitz,
    r#"select jsonb_build_object('game', game_id, 'at', at, 'ply', ply, 'text', text)::text as "line!"
    from game_kibitzes where player_id = $1 order by game_id, number limit $2 offset $3"#
}

rows! {
    /// Tags.
    tags,
    r#"select jsonb_build_object('game', game_id, 'tag', tag)::text as "line!"
    from game_tags where player_id = $1 order by key, game_id limit $2 offset $3"#
}

rows! {
    /// Saved searches.
    searches,
    r#"select jsonb_build_object('name', name, 'address', coalesce('/collections/' || collection_id, '/games') || '?' || query,
        'saved', saved_at)::text as "line!"
    from saved_searches where player_id = $1 order by number limit $2 offset $3"#
}

rows! {
    /// Notebooks.
    notebooks,
    r#"select jsonb_build_object('game', nullif(game_id, ''), 'changed', changed_at, 'pgn', pgn)::text as "line!"
    from notebooks where player_id = $1 order by game_id limit $2 offset $3"#
}

rows! {
    /// The same as they are.
    notebook_pgns,
    r#"select pgn from notebooks where player_id = $1 order by game_id limit $2 offset $3"#
}

rows! {
    /// Collections of games from elsewhere.
    collections,
    r#"select jsonb_build_object('collection', id, 'name', name, 'description', description, 'visibility', visibility, 'made', made_at,
        'games', games,
        'files', (select coalesce(jsonb_agg(jsonb_build_object('file', file_name, 'sent', begun_at, 'bytes', bytes, 'taken', taken,
            'there already', repeated, 'refused', refused) order by number), '[]')
            from collection_imports i where i.collection_id = c.id))::text as "line!"
    from collections c where owner_id = $1 order by made_at, id limit $2 offset $3"#
}

/// A game of a collection: the key and the name of the collection, the game's number in it, and its text.
pub struct CollectedGame {
    pub collection: String,
    pub name: String,
    pub number: i32,
    pub pgn: String,
}

/// The next games of a player's collections after one, by collection and number: of one collection.
pub async fn collected_games(
    pool: &Pool,
    player: PlayerId,
    (collection, number): (&str, i32),
) -> anyhow::Result<Vec<CollectedGame>> {
    let games = sqlx::query_as!(
        CollectedGame,
        r#"select c.id as collection, c.name, t.number, t.pgn from collections c join collection_texts t on t.collection_id = c.id
        where c.id = (
            select min(n.id) from collections n where n.owner_id = $1 and n.id >= $2 and exists (
                select from collection_texts o where o.collection_id = n.id and (n.id > $2 or o.number > $3)))
            and (c.id > $2 or t.number > $3)
        order by t.number limit $4"#,
        player.0,
        collection,
        number,
        A_PART_OF_TEXTS as i64,
    )
    .fetch_all(pool)
    .await?;
    Ok(games)
}

rows! {
    /// Studies, with who edits them beside their owner.
    studies,
    r#"select jsonb_build_object('study', s.id, 'name', s.name, 'description', s.description, 'owner', p.name,
        'visibility', s.visibility, 'made', s.made_at, 'changed', s.changed_at,
        'editors', (select coalesce(jsonb_agg(jsonb_build_object('editor', e.name, 'invited', i.invited_at, 'accepted', i.accepted_at)
            order by i.invited_at), '[]')
            from study_editors i join players e on e.id = i.player_id
            where i.study_id = s.id and (i.accepted_at is not null or $1 in (s.owner_id, i.player_id))),
        'chapters', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'changed', c.changed_at) order by c.position), '[]')
            from study_chapters c where c.study_id = s.id))::text as "line!"
    from studies s join players p on p.id = s.owner_id
    where s.owner_id = $1 or exists (select from study_editors i where i.study_id = s.id and i.player_id = $1)
    order by s.made_at, s.id limit $2 offset $3"#
}

/// The next chapters of a player's own studies after so many, as the studies' pages give them.
pub fn study_pgns(pool: &Pool, player: PlayerId, before: i64) -> BoxFuture<'_, anyhow::Result<Vec<String>>> {
    Box::pin(async move {
        let rows = sqlx::query!(
            "select s.name as study, c.name, c.pgn from studies s join study_chapters c on c.study_id = s.id
            where s.owner_id = $1 order by s.made_at, s.id, c.position limit $2 offset $3",
            player.0,
            A_PART as i64,
            before,
        );
        let rows = rows.fetch_all(pool).await?.into_iter();
        Ok(rows.map(|row| crate::studies::exported(&row.study, &row.name, &row.pgn)).collect())
    })
}

rows! {
    /// Challenges, with what the others are called.
    challenges,
    r#"select jsonb_build_object('challenge', c.id, 'by', b.name, 'to', o.name, 'variant', c.variant, 'clock', c.clock,
        'seat', c.seat, 'rated', c.rated, 'public', c.public, 'made', c.created_at, 'state', c.state,
        'answered', c.answered_at, 'game', c.game_id, 'rematch of', c.rematch_of)::text as "line!"
    from challenges c join players b on b.id = c.challenger left join players o on o.id = c.opponent
    where c.challenger = $1 or c.opponent = $1
        or exists (select from challenge_places p where p.challenge_id = c.id and p.player_id = $1)
    order by c.created_at, c.id limit $2 offset $3"#
}

rows! {
    /// Leave.
    leave,
    r#"select jsonb_build_object('begins', begins_at, 'ends', ends_at, 'taken', taken_at)::text as "line!"
    from leaves where player_id = $1 order by begins_at limit $2 offset $3"#
}

rows! {
    /// Ratings, and their changes.
    ratings,
    r#"select line::text as "line!" from (
        select rated_at as at, jsonb_build_object('kind', 'rating', 'against', 'people', 'variant', variant,
            'rating', rating, 'deviation', deviation, 'games', games, 'at', rated_at) as line
        from ratings where player_id = $1
        union all
        select rated_at, jsonb_build_object('kind', 'rating', 'against', 'computers', 'variant', variant,
            'rating', rating, 'deviation', deviation, 'games', games, 'at', rated_at)
        from ratings_with_computers where player_id = $1
        union all
        select ended_at, jsonb_build_object('kind', 'change', 'against', pool, 'variant', variant, 'game', game_id,
            'at', ended_at, 'before', rating_before, 'after', rating_after)
        from rating_changes where player_id = $1) ratings
    order by at, line limit $2 offset $3"#
}

rows! {
    /// Puzzles.
    puzzles,
    r#"select line::text as "line!" from (
        select rated_at as at, jsonb_build_object('kind', 'rating', 'rating', rating, 'deviation', deviation,
            'tried', tried, 'solved', solved, 'best row', best_streak, 'at', rated_at) as line
        from puzzle_players where player_id = $1
        union all
        select began_at, jsonb_build_object('kind', 'try', 'puzzle', puzzle_id, 'began', began_at, 'ended', ended_at,
            'solved', solved, 'points', points)
        from puzzle_attempts where player_id = $1
        union all
        select reported_at, jsonb_build_object('kind', 'report', 'puzzle', puzzle_id, 'at', reported_at, 'reason', reason)
        from puzzle_reports where player_id = $1) puzzles
    order by at, line limit $2 offset $3"#
}

rows! {
    /// What the computer was asked.
    analyses,
    r#"select line::text as "line!" from (
        select asked_at as at, jsonb_build_object('kind', 'game', 'game', game_id, 'asked', asked_at) as line
        from game_evaluations where asked_by = $1
        union all
        select q.asked_at, jsonb_build_object('kind', 'position', 'variant', q.variant, 'fen', p.fen, 'asked', q.asked_at)
        from position_questions q left join evaluated_positions p on p.variant = q.variant and p.key = q.key
        where q.player_id = $1) analyses
    order by at, line limit $2 offset $3"#
}

rows! {
    /// When games were looked at.
    looks,
    r#"select jsonb_build_object('game', game_id, 'looked at', looked_at)::text as "line!"
    from game_looks where player_id = $1 order by game_id limit $2 offset $3"#
}

rows! {
    /// What could not be sent.
    drafts,
    r#"select jsonb_build_object('kept', kept_at, 'sent to', sent_to, 'fields', fields)::text as "line!"
    from kept_forms where player_id = $1 order by kept_at, id limit $2 offset $3"#
}

rows! {
    /// Emails.
    emails,
    r#"select jsonb_build_object('kind', kind, 'queued', queued_at, 'due', due_at, 'sent', sent_at, 'note', note)::text as "line!"
    from letters where player_id = $1 order by queued_at, about, kind, mark limit $2 offset $3"#
}
