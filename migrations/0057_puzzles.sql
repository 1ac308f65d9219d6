-- Puzzles: those that are shipped in server/puzzles are put here by every server that starts, and have a rating that players move.
create table puzzles (
    id integer primary key,
    -- A line of the file: position, solution, refutations.
    content text not null,
    variant text not null,
    goal text not null,
    themes text[] not null,
    rating double precision not null,
    deviation double precision not null,
    volatility double precision not null,
    -- How many players have tried it, and how many of them found the solution at once.
    tried integer not null default 0,
    solved integer not null default 0
);

-- A player's rating among puzzles: of those who have tried one.
create table puzzle_players (
    player_id bigint primary key references players (id) on delete cascade,
    rating double precision not null,
    deviation double precision not null,
    volatility double precision not null,
    rated_at timestamptz not null,
    tried integer not null default 0,
    solved integer not null default 0,
    -- Solved one after the other, now and at most.
    streak integer not null default 0,
    best_streak integer not null default 0
);

-- What became of a player's first attempt at a puzzle, which is the one that counts. `solved` is null while they are at it.
create table puzzle_attempts (
    player_id bigint not null references players (id) on delete cascade,
    puzzle_id integer not null references puzzles (id) on delete cascade,
    -- How many turns of the solution they have found.
    found smallint not null default 0,
    solved boolean,
    began_at timestamptz not null,
    ended_at timestamptz,
    -- What it did to the player's rating, in points.
    points integer,
    primary key (player_id, puzzle_id)
);

-- What players say is wrong with a puzzle, once each.
create table puzzle_reports (
    puzzle_id integer not null references puzzles (id) on delete cascade,
    player_id bigint not null references players (id) on delete cascade,
    reason text not null,
    reported_at timestamptz not null,
    primary key (puzzle_id, player_id)
);
