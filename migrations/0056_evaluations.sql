-- What the computer says of finished games, and of positions on the analysis board.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- Games that somebody has asked it to look at.
create table game_evaluations (
    game_id text primary key references games (id),
    asked_by bigint not null references players (id),
    asked_at timestamptz not null,
    -- How many positions are to be searched.
    positions integer not null check (positions > 0),
    -- How often this row has changed, which pages that are open are told.
    revision integer not null default 1,
    ended_at timestamptz,
    -- Why it was given up, if it was.
    failure text,
    check (failure is null or ended_at is not null)
);
-- How many a player has asked for of late.
create index game_evaluations_by_player on game_evaluations (asked_by, asked_at);

-- The positions of these games that have been searched.
create table evaluated_plies (
    game_id text not null references game_evaluations (game_id),
    ply integer not null,
    -- The best lines, the best first.
    lines jsonb not null,
    primary key (game_id, ply)
);

-- Positions of the analysis board, by the number that all share which are the same for repetition.
create table evaluated_positions (
    variant text not null,
    key bigint not null,
    fen text not null,
    -- The best lines, once it has been searched.
    lines jsonb,
    -- Why it was given up, if it was.
    failure text,
    primary key (variant, key)
);

-- Who has asked for them within the last hour, to bound that, and to tell whoever waits.
create table position_questions (
    player_id bigint not null references players (id),
    variant text not null,
    key bigint not null,
    asked_at timestamptz not null,
    primary key (player_id, variant, key)
);
create index position_questions_by_position on position_questions (variant, key);
