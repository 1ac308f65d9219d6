-- The games in which men stood on squares, as sets of bits: those with several men at the same time are found by putting their sets together,
-- where an index of arrays has to go through long lists of games.

-- Who writes to library_men for longer lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- The games that are in sets, numbered one after the other.
create table library_men_games (
    number integer primary key,
    game_id text not null,
    -- When it ended, and after how many turns: what lists are sorted by.
    at timestamptz not null,
    turns integer not null
);

-- Each block of games that are in sets, from number `first` on: when the first and the last of them ended.
create table library_men_blocks (
    first integer primary key,
    earliest timestamptz not null,
    latest timestamptz not null
);

-- The games that had a man on a square in one span of their positions: both by one number that the server gives them (library/men_sets.rs).
-- A bit for each game from number `first` on.
create table library_men_sets (
    key integer not null,
    first integer not null,
    games bit varying not null,
    primary key (key, first)
);

-- The games that are alike in what never changes once they are over, such as `result=1-0`; `all` has every game.
create table library_men_facets (
    facet text not null,
    first integer not null,
    games bit varying not null,
    primary key (facet, first)
);

-- The games that are in no set yet, in the order in which they came: a set is written for some thousand at once.
create table library_men_waiting (
    place bigint generated always as identity primary key,
    game_id text not null,
    at timestamptz not null,
    turns integer not null
);
-- A block at a time leaves it, and every search reads it.
alter table library_men_waiting set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 4096);

-- The rows themselves wait, so that a server of the release before adds to the sets as well. Both releases write to library_games first.
create function library_men_wait() returns trigger language plpgsql as $$
begin
    insert into library_men_waiting (game_id, at, turns)
    select game_id, at, turns from added join library_games using (game_id) where is_first order by at, game_id;
    return null;
end $$;
create trigger library_men_added after insert on library_men
    referencing new table as added for each statement execute function library_men_wait();

insert into library_men_waiting (game_id, at, turns)
select game_id, at, turns from library_men join library_games using (game_id) where is_first order by at, game_id;
