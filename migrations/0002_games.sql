-- Games. A game is its events; the row in `games` is a summary of them that lists and sorts, written in the same
-- transaction. Every table of a game has the game's id first in its key, and no transaction touches two games.

create table games (
    id text primary key,
    -- What was settled before the first turn: variant, time control, rated, when it was begun.
    setup jsonb not null,
    variant text not null,
    rated boolean not null,
    begun_at timestamptz not null,
    -- The number of the last event.
    events integer not null default 0,
    ply integer not null default 0,
    fen text not null,
    -- Both null when the game is over.
    player_to_move bigint references players (id),
    deadline timestamptz,
    -- All null while it goes on. `result` as in PGN, `ending` the reason.
    ended_at timestamptz,
    result text,
    ending text,
    check ((ended_at is null) = (player_to_move is not null and deadline is not null)),
    check ((ended_at is null) = (result is null and ending is null))
);
-- The next game, the count in every page's header.
create index games_by_player_to_move on games (player_to_move, deadline) where player_to_move is not null;
-- The flags that have fallen.
create index games_by_deadline on games (deadline) where deadline is not null;

create table game_seats (
    game_id text not null references games (id),
    -- 0 for the seat that moves first.
    seat smallint not null check (seat between 0 and 5),
    player_id bigint not null references players (id),
    primary key (game_id, seat)
);
create index game_seats_by_player on game_seats (player_id, game_id);

-- The log. Nothing in it is ever changed or deleted; the key lets only one of two writers win.
create table events (
    game_id text not null references games (id),
    number integer not null check (number > 0),
    at timestamptz not null,
    body jsonb not null,
    primary key (game_id, number)
);
