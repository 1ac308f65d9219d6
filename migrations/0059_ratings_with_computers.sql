-- Games with computers are rated in a pool of their own, which moves nobody's rating among people.
--
-- The pool has tables of its own rather than a column in the keys of `ratings` and `ratings_due`: a server of the release before
-- writes ratings `on conflict (player_id, variant)`, and counts whatever waits in `ratings_due` among people.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- As `ratings`, but in games in which a computer sat.
create table ratings_with_computers (
    player_id bigint not null references players (id),
    variant text not null,
    rating double precision not null,
    deviation double precision not null,
    volatility double precision not null,
    games integer not null,
    rated_at timestamptz not null,
    primary key (player_id, variant)
);

-- As `ratings_due`.
create table ratings_with_computers_due (
    game_id text primary key references games (id),
    ended_at timestamptz not null,
    variant text not null,
    players bigint[] not null check (array_length(players, 1) between 2 and 6)
);
create index ratings_with_computers_due_in_order on ratings_with_computers_due (ended_at, game_id);

-- Guests by age: those are looked for who cannot come back.
create index players_guests on players (created_at) where is_guest;

-- Which rating a game has changed.
alter table rating_changes add column pool text not null default 'people' check (pool in ('people', 'computers'));
create index rating_changes_with_computers on rating_changes (player_id, variant, ended_at) where pool = 'computers';
