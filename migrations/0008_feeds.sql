-- The secret addresses of players' feeds.

create table feeds (
    player_id bigint primary key references players (id) on delete cascade,
    -- 160 bits in base32, as it stands in the address. It is shown again to its player, and opens nothing but
    -- deadlines that stand beside it in this database: so it is kept as it is.
    secret text not null unique,
    made_at timestamptz not null
);
