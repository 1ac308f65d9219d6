-- Ratings by Glicko-2, for each player and variant, and the finished games that wait to be counted.

create table ratings (
    player_id bigint not null references players (id),
    variant text not null,
    rating double precision not null,
    -- As it was at `rated_at`: it grows with the time since then, which is reckoned when it is read.
    deviation double precision not null,
    volatility double precision not null,
    -- How many games have counted.
    games integer not null,
    -- When the last of them ended.
    rated_at timestamptz not null,
    primary key (player_id, variant)
);

-- Games that are to be counted: written with the end of the game, in the same transaction, and taken out by whichever
-- server counts it. It says all that counting needs.
create table ratings_due (
    game_id text primary key references games (id),
    ended_at timestamptz not null,
    variant text not null,
    -- The players by seat.
    players bigint[] not null check (array_length(players, 1) = 2),
    -- What the first of them scored.
    score double precision not null check (score in (0, 0.5, 1))
);
create index ratings_due_in_order on ratings_due (ended_at, game_id);

-- What a game did to the ratings of its players, one row a seat. The key counts a game once.
create table rating_changes (
    game_id text not null references games (id),
    seat smallint not null,
    player_id bigint not null references players (id),
    variant text not null,
    ended_at timestamptz not null,
    rating_before double precision not null,
    deviation_before double precision not null,
    rating_after double precision not null,
    deviation_after double precision not null,
    primary key (game_id, seat)
);
create index rating_changes_by_player on rating_changes (player_id, variant, ended_at);

-- The games that ended before there were ratings count too: rated, both have moved, and there is a result.
insert into ratings_due (game_id, ended_at, variant, players, score)
select g.id, g.ended_at, g.variant, array(select s.player_id from game_seats s where s.game_id = g.id order by s.seat),
    case g.result when '1-0' then 1 when '0-1' then 0 else 0.5 end
from games g where g.rated and g.ply >= 2 and g.result in ('1-0', '0-1', '1/2-1/2');
