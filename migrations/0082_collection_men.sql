-- The men on squares of games of collections: games are found in which some of them stood on the board at the same time.

-- Who holds the table for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

alter table collection_positions
    -- Every man on every square on which it ever stood, each once, by the number that the domain gives it. Null until it is written, for a
    -- game that an earlier version has read.
    add column men smallint[],
    -- When they stood there: for each of `men`, in their order, a bit for each position.
    add column standing bit varying;
create index collection_positions_without_men on collection_positions (collection_id, number) where men is null;
