-- Leave: the days on which none of a player's clocks runs.

create table leaves (
    player_id bigint not null references players (id),
    begins_at timestamptz not null,
    -- As it stands now: earlier than was said at first when its player has ended it; `begins_at` when it was called off.
    ends_at timestamptz not null,
    taken_at timestamptz not null,
    primary key (player_id, begins_at),
    check (ends_at >= begins_at)
);

-- Leave that a game is still to be told of. A game's own log tells its clocks, and no transaction touches two games, so
-- taking leave leaves a word here for every game, and each game takes it in a transaction of its own.
create table game_leave_words (
    game_id text not null references games (id),
    player_id bigint not null references players (id),
    begins_at timestamptz not null,
    ends_at timestamptz not null,
    primary key (game_id, player_id, begins_at)
);
