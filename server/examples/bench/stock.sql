-- Fills an empty database with games, as they would stand there had they been played: `stock.rs` has written the games
-- that were played into `played` and `played_events`, and how many of everything there is to be into `stock_size`. Each is
-- stored many times, under different names and with different players.

-- What refers to what holds by construction: checking a million games row by row takes longer than making them.
set session_replication_role = replica;
set maintenance_work_mem = '512MB';
set work_mem = '128MB';

-- The numbers of game and players are reckoned in `stock.rs` and `turn.sql` in the same way. Names follow each other in
-- no order, as names that were drawn do.
create temporary table stocked as
select n, (1000000000 + n * 7654321 % 8999999993)::text as id, n % s.played as played,
    1 + n % s.players as white, 1 + (n + 1 + n / s.players % (s.players - 1)) % s.players as black
from stock_size s, generate_series(0, s.games - 1) n;
analyze stocked;

insert into players (id, name, email, password_hash, created_at) overriding system value
select n, 'player-' || n, 'player-' || n || '@example.org', '', s.stocked_at
from stock_size s, generate_series(1, s.players) n;
-- The next account has the next number: workers make those of the computer players.
select setval(pg_get_serial_sequence('players', 'id'), max(id)) from players;

insert into sessions (token_hash, player_id, created_at, expires_at)
select sha256(('token-of-' || n)::bytea), n, s.stocked_at, s.stocked_at + interval '1 day'
from stock_size s, generate_series(1, s.players) n;

insert into games (id, setup, variant, rated, begun_at, events, ply, fen, player_to_move, deadline,
    ended_at, result, ending, countdown_after, turn_since, clocks_started, archived_events, seated_players)
select s.id, p.setup, p.variant, true, p.begun_at, p.events, p.ply, p.fen,
    case p.seat_to_move % 2 when 0 then s.white when 1 then s.black end, p.deadline, p.ended_at, p.result, p.ending,
    p.events, p.turn_since, p.clocks_started, case when p.ended_at is null then 0 else p.events end,
    array(select case seat % 2 when 0 then s.white else s.black end from generate_series(0, p.seats - 1) seat order by seat)
from stocked s join played p on p.number = s.played order by s.id;

-- Two people share the seats where there are more.
insert into game_seats (game_id, seat, player_id, ended_at)
select s.id, seat, case seat % 2 when 0 then s.white else s.black end, p.ended_at
from stocked s join played p on p.number = s.played, generate_series(0, p.seats - 1) seat order by s.id;

-- Of the games that are over, in one row each: nearly all of so many ended long ago.
insert into archived_events (game_id, instants, bodies)
select s.id, log.instants, log.bodies
from stocked s join played p on p.number = s.played and p.ended_at is not null
join (select played, array_agg(at order by number) as instants, array_agg(body order by number) as bodies
    from played_events group by played) log on log.played = s.played
order by s.id;

-- Of the others in the order in which they would have come: the first events of all games, then the second ones. So those of one
-- game lie as far apart as after weeks of play.
alter table recent_events drop constraint recent_events_pkey;
do $$
begin
    for round in 1 .. (select coalesce(max(number), 0) from played_events) loop
        insert into recent_events (game_id, number, at, body)
        select s.id, e.number, e.at, e.body
        from stocked s join played p on p.number = s.played and p.ended_at is null
        join played_events e on e.played = s.played where e.number = round;
    end loop;
end $$;
alter table recent_events add constraint recent_events_pkey primary key (game_id, number);

-- Whoever is not to move has seen the last turn, whoever is has seen the one before.
insert into game_looks (game_id, player_id, looked_at)
select s.id, seat.player_id, p.last_at + interval '10 seconds'
        * case when seat.player_id = g.player_to_move then -1 else 1 end
from stocked s join played p on p.number = s.played join games g on g.id = s.id join game_seats seat on seat.game_id = s.id
where p.events > 0 and seat.seat < 2;

-- The letters that wait for time to run out.
insert into letters (about, kind, player_id, mark, queued_at, due_at)
select g.id, kind, g.player_to_move, extract(epoch from g.deadline)::bigint, s.stocked_at, g.deadline - before
from stock_size s, games g, (values ('fifth-left', interval '6 days'), ('day-left', interval '1 day')) as l (kind, before)
where g.deadline is not null and g.ply >= 2;

insert into ratings (player_id, variant, rating, deviation, volatility, games, rated_at)
select n, variant, 1200 + n % 600, 60, 0.06, 20, s.stocked_at
from stock_size s, generate_series(1, s.players) n, (select distinct variant from played) v;

insert into rating_changes (game_id, seat, player_id, variant, ended_at, rating_before, deviation_before,
    rating_after, deviation_after)
select s.game_id, s.seat, s.player_id, g.variant, g.ended_at, 1500, 61, 1490 + 20 * s.seat, 60
from games g join game_seats s on s.game_id = g.id where g.ended_at is not null and g.ply >= 2;

drop table stocked, played, played_events, stock_size;
reset session_replication_role;
