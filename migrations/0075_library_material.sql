-- The men that stood on the boards of finished games, of each seat in the order of their first turns: `KRN-KR`. In the order of lists, as
-- positions are.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

create table library_material (
    signature text collate "C" not null,
    at timestamptz not null,
    game_id text not null references games (id),
    primary key (signature, at, game_id)
);
