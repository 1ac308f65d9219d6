-- Fair play: how often players chose the turns that an engine would choose in their rated games, for whoever runs the site.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- What became of looking at a game, in the row of each of its players: null while that is still to be done.
alter table rating_changes add column fair_play text check (fair_play in ('done', 'failed'));
-- Which game among people is the next: the last of a variant.
create index rating_changes_to_look_at on rating_changes (variant, ended_at)
    where seat = 0 and pool = 'people' and fair_play is null;

-- What was found in the positions of a game while a worker is at it.
create table fair_play_plies (
    game_id text not null references games (id),
    ply integer not null,
    -- The best lines, the best first.
    lines jsonb not null,
    primary key (game_id, ply)
);

-- The turns of a player in a game, beside those of the engine. Only turns that say something are counted.
create table fair_play_games (
    game_id text not null references games (id),
    -- The first of the player's seats, as in rating_changes; and what it says of them.
    seat smallint not null,
    player_id bigint not null references players (id),
    variant text not null,
    ended_at timestamptz not null,
    -- Before the game.
    rating double precision not null,
    turns integer not null check (turns > 0),
    -- How many of these were the engine's first, second and third choice.
    first integer not null,
    second integer not null,
    third integer not null,
    -- How many moved the same piece to the same square as its first choice, wherever the duck went.
    first_moves integer not null,
    -- The chances to win that they have cost, from 0 to 1 a turn, added up.
    lost double precision not null,
    primary key (game_id, seat)
);
create index fair_play_games_by_player on fair_play_games (player_id, variant);
create index fair_play_games_by_rating on fair_play_games (variant, rating);
