-- What was played from the positions that `library.sql` has written, and the totals that the server makes of those with more than 200 games.

-- Some games of each line went on with the same turn.
insert into library_positions (key, at, game_id, turn)
select rare, at, id, 'a6@a5' from (
    select o.number, o.rare, d.at, d.id, row_number() over (partition by d.line order by d.n desc) as nth
    from drawn d join lines o on o.number = d.line where not d.is_running
) few where nth <= 1 + number % 200
on conflict do nothing;

create temporary table explored as
select l.variant, p.key, p.turn, l.result, l.rating, explorer_band(l.rating) as band, extract(year from l.at at time zone 'UTC')::smallint as year
from library_positions p join library_games l on l.game_id = p.game_id and l.is_first
where l.result <> '*' and p.key in (select unnest(keys) from lines union select rare from lines);

insert into explorer_positions (variant, key)
select variant, key from explored group by variant, key having count(*) > 200;

-- Whoever is to move, the first side's wins are written: it costs the same.
insert into explorer_turns (variant, key, band, year, turn, games, won, drawn, rated, rating_sum)
select variant, key, case when grouping(band) = 1 then -1 else band end, case when grouping(year) = 1 then -1 else year end, turn, count(*),
    count(*) filter (where result = '1-0'), count(*) filter (where result = '1/2-1/2'), count(*) filter (where rating > 0), sum(rating)
from explored join explorer_positions using (variant, key)
group by variant, key, turn, cube (band, year);
