-- When a server was last up and reached the database: one row, from when the first server begins.
create table heartbeat (
    is_the_row boolean primary key default true check (is_the_row),
    beat_at timestamptz not null
);

-- Times in which no server was. Every running game gives them back.
create table outages (
    begins_at timestamptz primary key,
    ends_at timestamptz not null check (ends_at > begins_at),
    -- When every running game had noted it.
    noted_at timestamptz,
    -- Until when a server that tells the games of it keeps the others from doing so too.
    leased_until timestamptz
);

create index outages_by_end on outages (ends_at);
