-- Challenges: the terms of a game that somebody wants to play, and the answer.

create table challenges (
    id text primary key,
    challenger bigint not null references players (id),
    -- Null: open to anyone.
    opponent bigint references players (id),
    variant text not null,
    -- The kind of time control: 'standard'.
    clock text not null,
    -- Where the challenger sits.
    seat text not null check (seat in ('first', 'second', 'random')),
    rated boolean not null,
    created_at timestamptz not null,
    state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn')),
    answered_at timestamptz,
    game_id text references games (id),
    check ((state = 'open') = (answered_at is null)),
    check ((state = 'accepted') = (game_id is not null))
);
-- The lobby, and a player's own.
create index challenges_open on challenges (created_at) where state = 'open';
create index challenges_open_by_challenger on challenges (challenger) where state = 'open';
create index challenges_open_by_opponent on challenges (opponent) where state = 'open';
