-- Searches that players have saved under a name of their own.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

create table saved_searches (
    player_id bigint not null references players (id),
    -- Counted from 1 for each player, for addresses.
    number integer not null,
    name text not null,
    -- The name without regard to case: no two of a player are the same.
    name_key text not null,
    -- The query of the address, as the site writes it.
    query text not null,
    saved_at timestamptz not null,
    primary key (player_id, number),
    unique (player_id, name_key)
);
