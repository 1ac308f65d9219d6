-- The positions of games of collections: what their explorer and the search for a position look through.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- False for games that were there before this, and for those that a server of the release before takes: the servers look for them.
alter table collection_games add column has_positions boolean not null default false;
create index collection_games_without_positions on collection_games (collection_id, number) where not has_positions;

-- A row for each game, and not for each position: all of a collection is looked through at once, so an index would find nothing sooner,
-- and sixty rows a game would take longer to write than all the rest.
create table collection_positions (
    collection_id text not null,
    number integer not null,
    -- Where the game begins and what each of its turns leads to, without variations: the key of each position in eight bytes, the
    -- highest first.
    positions bytea not null,
    -- The men that stood on the board, in eight bytes for each such set, the order of no meaning.
    materials bytea not null,
    primary key (collection_id, number),
    foreign key (collection_id, number) references collection_games on delete cascade
);
-- Keys cannot be compressed.
alter table collection_positions alter column positions set storage external, alter column materials set storage external;
