-- What one turn sends to the database, as pgbench reads it, but for the announcement to open pages. The statements are the
-- server's, word for word: they were taken from pg_stat_statements, and `turns.rs` compares them with what the server
-- sends before it measures. Only the parameters are put differently, for pgbench has numbers and constants alone: an array
-- is built where it is used.
--
-- The server of these turns is asked by one player about one of their games, in this order: whose session is it, whether
-- the game is still as it is remembered, and then all that is written, in one statement.

-- Each client makes a turn in each of its games, and then the next turn in the first. Names and players are reckoned as
-- in stock.sql; the session of a player has its number as the hash of its token.
\set turn :turn + 1
\set number :first + :client_id * :games + :turn % :games
\set ply :turn / :games
\set game 1000000000 + :number * 7654321 % 8999999993
\set white 1 + :number % :players
\set black 1 + (:number + 1 + :number / :players % (:players - 1)) % :players
\set mover case when :ply % 2 = 0 then :white else :black end
\set next case when :ply % 2 = 0 then :black else :white end
\set mark 1800000000 + :ply

select p.id, p.name, p.preferences as "preferences: Json<Preferences>",
    (select count(*) from games g where g.player_to_move = p.id) as "turns_waiting!",
    (select count(*) from waiting_challenges c where c.player_id = p.id) as "challenges_waiting!",
    coalesce(s.seen_at, s.created_at) as "seen_at!"
from sessions s join players p on p.id = s.player_id
where s.token_hash = :mover and s.expires_at > :now;
select events, revision, exists (select from game_leave_words where game_id = id) as leave,
    exists (select from outages where ends_at > coalesce(turn_since, begun_at)) as outage,
    exists (select from heartbeat where beat_at < :earlier) as silence
from games where id = :game \gset before_
\set events :before_events + 1
\set revision random(0, 9223372036854775806)
with written as (
    update games set events = :events, revision = :revision, ply = :ply, fen = :fen, player_to_move = :next, deadline = :later,
        ended_at = null, result = null, ending = null, draw_offered_by = null, planned = '{}', visible = :visible,
        countdown_after = :events, turn_since = :now, clocks_started = 'true', paused_from = null, paused_until = null
    where id = :game and events = :before_events and revision = :before_revision returning id
), logged as (
    insert into recent_events (game_id, number, at, body)
    select id, log.* from written, unnest(array[:events]::integer[], array[:now]::timestamptz[], array[:body]::jsonb[]) log
), queued as (
    insert into letters (about, kind, player_id, mark, due_at, queued_at)
    select email.*, :now from written,
        unnest(array[:game, :game, :game]::text[], array['your-turn', 'fifth-left', 'day-left']::text[],
            array[:next, :next, :next]::bigint[], array[:ply, :mark, :mark]::bigint[],
            array[:later, :later, :later]::timestamptz[]) email
    on conflict do nothing
)
select exists (select from written) as "written!";
