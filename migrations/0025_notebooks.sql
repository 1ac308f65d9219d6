-- What players work out on the analysis board, for themselves alone: a notebook for each game and player, and one of their own
-- for everything else, whose game is ''. `version` counts the changes, so that no window overwrites what it has not seen.
create table notebooks (
    game_id text not null,
    player_id bigint not null references players (id),
    pgn text not null,
    place text not null,
    side smallint not null,
    version bigint not null,
    changed_at timestamptz not null,
    primary key (game_id, player_id)
);
