-- Fills an empty database with games as the library has them, drawn by lot: `library.rs` has written into `lines` how games may begin, and
-- into `library_size` how many of everything there are to be. Their logs are not made: the search does not read them.

-- What refers to what holds by construction.
set session_replication_role = replica;
set maintenance_work_mem = '512MB';
set work_mem = '128MB';
select setseed(0.5);

-- Made at the end, all at once: kept in order row by row, those of the men alone would take half an hour.
create temporary table indexes as
select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
where not indisunique and indrelid in ('games'::regclass, 'game_seats'::regclass, 'rating_changes'::regclass,
    'library_games'::regclass, 'library_material'::regclass, 'library_men'::regclass, 'library_words'::regclass);
do $$
declare
    dropped text;
begin
    for dropped in select name from indexes loop
        execute 'drop index ' || dropped;
    end loop;
end $$;

insert into players (id, name, email, password_hash, created_at) overriding system value
select n, 'player-' || n, 'player-' || n || '@example.org', '', now() from library_size s, generate_series(1, s.players) n;

insert into sessions (token_hash, player_id, created_at, expires_at)
select sha256('token-of-1'), 1, now(), now() + interval '1 day';

-- Some play much more than others, one in nearly every third game, and some turns are played much more than others.
create temporary table lots as
select n, (1000000000 + n * 7654321 % 8999999993)::text as id,
    case when random() < 0.3 then 2 else 1 + (power(random(), 2) * (s.players - 1))::bigint end as white,
    (random() * (s.players - 2))::bigint as distance, s.players,
    '2026-11-01'::timestamptz - (s.games - n) * interval '5 minutes' as at, random() as outcome, random() as how, random() < 0.7 as rated,
    10 + (power(random(), 2) * 150)::integer as turns, 800 + ((random() + random() + random()) * 500)::integer as rating,
    random() < 0.05 as is_analysed, 1 + (power(random(), 3) * (s.lines - 1))::integer as line, random() < 0.02 as is_running
from library_size s, generate_series(0, s.games - 1) n;

create temporary table drawn as
select l.*, 1 + (white + distance) % players as black, o.variant, o.opening, o.fen, o.keys,
    case when is_running then '*' when outcome < 0.47 then '1-0' when outcome < 0.92 then '0-1' when outcome < 0.98 then '1/2-1/2' else '*' end as result,
    case when is_running then null
        when outcome < 0.92 then case when how < 0.45 then 'resigned' when how < 0.8 then 'king-captured' when how < 0.99 then 'flag'
            when o.variant = 'three-check-duck' then 'third-check' else 'fowled' end
        when outcome < 0.98 then case when how < 0.7 then 'agreed' when how < 0.99 then 'repetition' else 'fifty-moves' end
        else case when how < 0.9 then 'cancelled' else 'called-off' end end as ending
from lots l join lines o on o.number = l.line;
analyze drawn;

insert into games (id, setup, variant, rated, begun_at, events, ply, fen, player_to_move, deadline, ended_at, result, ending, countdown_after,
    turn_since, clocks_started, seated_players)
select id, jsonb_build_object('variant', variant, 'rated', rated, 'begun_at', at - interval '20 days',
        'time_control', '{"cap": "PT1080H", "bank": "PT720H", "increment": "PT24H"}'::jsonb), variant, rated, at - interval '20 days', 0, turns, fen,
    case when is_running then case turns % 2 when 0 then white else black end end,
    case when is_running then now() + interval '1 year' + n * 7654321 % 2592000 * interval '1 second' end,
    case when not is_running then at end, case when not is_running then result end, ending, 0,
    case when is_running then now() end, case when is_running then true end, array[white, black]
from drawn order by n;

insert into game_seats (game_id, seat, player_id, ended_at)
select id, seat, case seat when 0 then white else black end, case when not is_running then at end
from drawn, generate_series(0, 1) seat order by n, seat;

insert into library_games (game_id, player_id, seats, side, is_first, is_running, at, variant, result, ending, rated, turns, rating, is_analysed, opening, revision)
select id, case seat when 0 then white else black end, 1 << seat, seat, seat = 0, is_running, at, variant, result, ending, rated,
    case when is_running then 0 else turns end, case when rated and not is_running then rating else 0 end, is_analysed and not is_running,
    case when is_running then '' else opening end, 3
from drawn, generate_series(0, 1) seat order by n, seat;

-- What triggers write, which are not asked here.
insert into library_totals (player_id, variant, seats, side, result, ending, games)
select player_id, variant, seats, side, result, ending, count(*) from library_games where not is_running group by 1, 2, 3, 4, 5, 6;
insert into library_months (player_id, month, games)
select player_id, date_trunc('month', at at time zone 'UTC'), count(*) from library_games where not is_running group by 1, 2;

-- Those of its line, and then others that no other game has.
insert into library_positions (key, at, game_id, turn)
select key, at, id, coalesce((string_to_array(rtrim(opening), ' '))[ply], 'h6@h5') from drawn, unnest(keys) with ordinality p (key, ply) where not is_running
union all
select ('x' || substr(md5(id || '-' || ply), 1, 16))::bit(64)::bigint, at, id, case when ply = turns then '' else 'Nf3@e5' end
from library_size s, drawn, generate_series(cardinality(keys), least(turns, s.plies)) ply where not is_running
on conflict do nothing;

-- The men become fewer, of each side by lot: some dozen signatures of each game.
insert into library_material (signature, at, game_id)
select distinct 'K' || left('QRRBBNNPPPPPPPP', greatest(15 - step - ('x' || substr(md5(id || step), 1, 1))::bit(4)::integer % 3, 0)) || '-K'
    || left('QRRBBNNPPPPPPPP', greatest(15 - step - ('x' || substr(md5(id || step), 2, 1))::bit(4)::integer % 3, 0)), at, id
from drawn, generate_series(1, least(turns / 10, 14)) step where not is_running
union all
select 'KQRRBBNNPPPPPPPP-KQRRBBNNPPPPPPPP', at, id from drawn where not is_running;

-- Where men stood.
insert into library_men (game_id, men, positions, standing)
select id, men, positions, standing from drawn join playouts on number = (n * 7919) % (select count(*) from playouts) where not is_running;

insert into library_men_waiting (game_id, at, turns, men)
select id, at, turns, men from drawn join library_men on game_id = id where not is_running order by at, id;

-- What players wrote, and what the one who searches has tagged: that one plays more than anybody.
insert into library_words (player_id, game_id, notes, messages)
select player, id, case when n % 3 = 0 then to_tsvector('simple', 'my knight is in danger word' || n % 1000) || mark end,
    to_tsvector('simple', 'good luck and have fun word' || (n * 7) % 1000) || mark
from drawn cross join lateral unnest(array[white, black]) player cross join lateral array_to_tsvector(array['#' || player]) mark
where not is_running order by n;

insert into game_tags (game_id, player_id, key, tag)
select id, 1, tag, tag from drawn cross join lateral (values ('endgame', 20), ('rare', 2000)) tags (tag, every)
where 1 in (white, black) and ('x' || substr(md5(id || tag), 1, 4))::bit(16)::integer % every < 10;

-- What its players are rated, what each rated game did to that, and who looks at running ones.
insert into rating_changes (game_id, seat, player_id, variant, ended_at, rating_before, deviation_before, rating_after, deviation_after)
select id, seat, case seat when 0 then white else black end, variant, at, rating, 80, rating + (random() - 0.5) * 30, 79
from drawn, generate_series(0, 1) seat where rated and not is_running order by n, seat;

insert into ratings (player_id, variant, rating, deviation, volatility, games, rated_at)
select player_id, variant, avg(rating_after), 60 + 100 * random(), 0.06, count(*), max(ended_at) from rating_changes group by player_id, variant;

insert into game_audience (game_id, day, looks)
select id, current_date - ago, 1 + (random() * 50)::integer from drawn, generate_series(0, 6) ago where is_running;

do $$
declare
    made text;
begin
    for made in select definition from indexes loop
        execute made;
    end loop;
end $$;
