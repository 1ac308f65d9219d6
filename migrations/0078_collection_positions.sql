-- The positions of games of collections: what their explorer and the search for a position look through.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- A row for each game, and not for each position: all of a collection is looked through at once, so an index would find nothing sooner,
-- and sixty rows a game would take longer to write than all the rest.
create table collection_positions (
    collection_id text not null references collections (id) on delete cascade,
    number integer not null,
    -- Where the game begins and what each of its turns leads to, without variations: the key of each position in eight bytes, the
    -- highest first.
    positions bytea not null,
    -- The men that stood on the board, in eight bytes for each such set, the order of no meaning.
    materials bytea not null,
    primary key (collection_id, number)
);
-- Keys cannot be compressed.
alter table collection_positions alter column positions set storage external, alter column materials set storage external;

-- Games whose positions are still to be written: those that were there before this, and those that a server of the release before takes.
create table collection_positions_due (
    collection_id text not null references collections (id) on delete cascade,
    number integer not null,
    primary key (collection_id, number)
);
insert into collection_positions_due (collection_id, number) select collection_id, number from collection_games;

-- Whoever knows of positions writes those of a game before the game.
create function collection_games_without_positions() returns trigger language plpgsql as $$
begin
    insert into collection_positions_due (collection_id, number)
        select collection_id, number from taken t where not exists (
            select from collection_positions p where p.collection_id = t.collection_id and p.number = t.number
        ) on conflict do nothing;
    return null;
end $$;
create trigger collection_games_to_positions after insert on collection_games referencing new table as taken
    for each statement execute function collection_games_without_positions();
