-- How many finished games each player has, by what their page says of them: a computer has a good part of all games, and nobody is to wait
-- until they are counted.

-- Who writes to library_games or players for longer lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- The finished games of library_games that are alike. A count may be 0. Rows go with their player, so that guests can be forgotten.
create table library_totals (
    player_id bigint not null,
    variant text not null,
    seats smallint not null,
    side smallint not null,
    result text not null,
    ending text not null,
    games integer not null,
    primary key (player_id, variant, seats, result, ending)
);

-- The same games, by the month in which they ended, in UTC: its first day.
create table library_months (
    player_id bigint not null,
    month date not null,
    games integer not null,
    primary key (player_id, month)
);

-- The rows themselves keep both, so that a server of the release before counts as well.
create function count_library_games() returns trigger language plpgsql as $$
declare
    sign integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
    insert into library_totals as t (player_id, variant, seats, side, result, ending, games)
    select player_id, variant, seats, side, result, ending, sign * count(*)
    from changed where not is_running group by player_id, variant, seats, side, result, ending order by 1, 2, 3, 5, 6
    on conflict (player_id, variant, seats, result, ending) do update set games = t.games + excluded.games;
    insert into library_months as m (player_id, month, games)
    select player_id, date_trunc('month', at at time zone 'UTC'), sign * count(*)
    from changed where not is_running group by 1, 2 order by 1, 2
    on conflict (player_id, month) do update set games = m.games + excluded.games;
    return null;
end $$;
create trigger library_games_added after insert on library_games
    referencing new table as changed for each statement execute function count_library_games();
create trigger library_games_gone after delete on library_games
    referencing old table as changed for each statement execute function count_library_games();

insert into library_totals (player_id, variant, seats, side, result, ending, games)
select player_id, variant, seats, side, result, ending, count(*)
from library_games where not is_running group by player_id, variant, seats, side, result, ending;
insert into library_months (player_id, month, games)
select player_id, date_trunc('month', at at time zone 'UTC'), count(*) from library_games where not is_running group by 1, 2;

-- At the end: from here on nobody writes to players, and until now they could.
alter table library_totals add foreign key (player_id) references players (id) on delete cascade;
alter table library_months add foreign key (player_id) references players (id) on delete cascade;
