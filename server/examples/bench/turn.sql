-- What one turn sends to the database, as pgbench reads it, but for the announcement to open pages. The statements are the
-- server's, word for word: they were taken from pg_stat_statements, and `turns.rs` compares them with what the server
-- sends before it measures. Only the parameters are put differently, for pgbench has numbers and constants alone: an array
-- is built where it is used.
--
-- The server of these turns is asked by one player about one of their games, in this order: whose session is it, begin,
-- the game under lock, its events, the words that were left of leave, the game's row, the event, the emails, commit.

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
BEGIN;
select setup as "setup: Json<GameSetup>",
    array(select player_id from game_seats where game_id = id order by seat) as "player_ids!",
    array(select p.name from game_seats s join players p on p.id = s.player_id
        where s.game_id = g.id order by seat) as "player_names!",
    (select rematch_of from challenges where game_id = g.id) as rematch_of
from games g where id = :game for no key update of g;
select array_agg(at) as "instants: Vec<jiff_sqlx::Timestamp>", array_agg(body) as "happenings: Vec<Json<EventKind>>"
from (select at, body from events where game_id = :game order by number) log;
delete from game_leave_words where game_id = :game returning player_id, begins_at, ends_at;
update games set events = events + :one, ply = :ply, fen = :fen, player_to_move = :next, deadline = :later,
    ended_at = null, result = null, ending = null, draw_offered_by = null, planned = '{}', visible = :visible,
    countdown_after = events + :one, turn_since = :now, clocks_started = 'true', paused_from = null, paused_until = null
where id = :game returning events \gset
insert into events (game_id, number, at, body)
select :game, * from unnest(array[:events]::integer[], array[:now]::timestamptz[], array[:body]::jsonb[]);
insert into letters (about, kind, player_id, mark, due_at, queued_at)
select *, :now from unnest(array[:game, :game, :game]::text[], array['your-turn', 'fifth-left', 'day-left']::text[],
    array[:next, :next, :next]::bigint[], array[:ply, :mark, :mark]::bigint[],
    array[:later, :later, :later]::timestamptz[])
on conflict do nothing;
COMMIT;
