-- The explorer: what was played from a position in finished games, and how these games ended. It takes the place of the opening book:
-- book_due and book_turns are no longer read, and go in the next release.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- The turn that was made from the position, the first one if the game came back to it; empty if it ended there. Null: an earlier build
-- wrote the row that did not know of turns, and its game is taken in anew.
alter table library_positions add column turn text;

-- Positions that many games came to: of these alone there are totals in explorer_turns. All others are counted when somebody asks.
create table explorer_positions (
    variant text not null,
    key bigint not null,
    primary key (variant, key)
);

-- Each game is counted in four rows: under its band of ratings and its year, under one of them, and under neither (-1).
create table explorer_turns (
    variant text not null,
    key bigint not null,
    -- As explorer_band says.
    band smallint not null,
    -- The year in which it ended, in UTC.
    year smallint not null,
    turn text not null,
    games integer not null,
    -- By the side that was to move.
    won integer not null,
    drawn integer not null,
    -- Of the games that were counted for ratings: how many, and the sum of the means of their players' ratings.
    rated integer not null,
    rating_sum bigint not null,
    -- In the order in which it is asked: without a filter a turn is one row.
    primary key (variant, key, band, year, turn)
);

-- The lowest rating of a game's band: 0 for games that have no rating, 1 for those below 1200, 2200 for all from there on.
create function explorer_band(rating integer) returns smallint language sql immutable as $$
    select case when rating < 1 then 0 when rating < 1200 then 1 when rating >= 2200 then 2200 else rating / 200 * 200 end
$$;
