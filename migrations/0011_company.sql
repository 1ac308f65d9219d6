-- Company: public games, what spectators write beside them, and rematches.

-- Both players have made their comments public: the one by offering such a game, the other by accepting it.
alter table challenges add column public boolean not null default false;
-- The game after which it was offered.
alter table challenges add column rematch_of text references games (id);
create unique index challenges_one_rematch on challenges (rematch_of, challenger) where rematch_of is not null;

-- What those who look on write beside a public game; its players see it when the game is over.
create table game_kibitzes (
    game_id text not null references games (id),
    number integer not null check (number > 0),
    player_id bigint not null references players (id),
    -- The ply whose position the writer saw.
    ply integer not null,
    at timestamptz not null,
    text text not null,
    primary key (game_id, number)
);
