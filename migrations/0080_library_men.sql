-- The men of finished games by their squares: games are found in which some of them stood on the board at the same time.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

create table library_men (
    game_id text primary key references games (id),
    -- Every man on every square on which it ever stood, each once, by the number that the domain gives it.
    men smallint[] not null,
    -- How many positions the game has.
    positions integer not null,
    -- When they stood there: for each of `men`, in their order, a bit for each position.
    standing bit varying not null
);
-- It is kept in order at once: what waits in a list would be looked through by whoever searches next.
create index library_men_by_square on library_men using gin (men) with (fastupdate = off);
