-- Computer players, and what is to be done by engines.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- The accounts that are played by an engine: one for each level.
create table computers (
    player_id bigint primary key references players (id),
    -- From 1, the weakest.
    level smallint not null unique check (level > 0)
);

-- How fast a computer answers in a game: at once, where there is no row.
create table computer_paces (
    game_id text primary key references games (id),
    pace text not null check (pace in ('like-post'))
);

-- What waits for an engine, taken by whichever worker comes first. A worker has leased what it is at and renews that; what it
-- leaves behind when it is killed is taken again when the lease is over.
create table jobs (
    kind text not null,
    -- What it is about: a game's id, or whatever else its kind says.
    subject text not null,
    variant text not null,
    -- The lowest is taken first.
    priority smallint not null,
    queued_at timestamptz not null,
    -- Not before.
    due_at timestamptz not null,
    -- How often it has failed.
    failures integer not null default 0,
    -- Why it failed last.
    note text,
    -- Drawn by the worker that is at it.
    lease bigint,
    leased_until timestamptz,
    primary key (kind, subject)
);
create index jobs_in_order on jobs (priority, due_at);

-- The workers of late, and which variants they have engines for.
create table workers (
    id bigint primary key,
    started_at timestamptz not null,
    seen_at timestamptz not null,
    -- How many engines it may run at the same time.
    slots integer not null,
    variants text[] not null,
    -- Since it started.
    done bigint not null default 0,
    failed bigint not null default 0
);
