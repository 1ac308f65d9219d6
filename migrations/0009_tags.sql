-- Players' own labels on games, theirs or others'. Nobody but the player sees them.

create table game_tags (
    game_id text not null references games (id),
    player_id bigint not null references players (id) on delete cascade,
    -- The label without regard to case, by which it is found.
    key text not null,
    -- The label as it was typed.
    tag text not null,
    primary key (game_id, player_id, key)
);
create index game_tags_by_player on game_tags (player_id, key, game_id);
