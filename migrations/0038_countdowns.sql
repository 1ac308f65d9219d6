-- How the time of the seat to move runs out, told with the game's row as `Countdown` in the domain says it, so that lists
-- and feeds need neither the log nor the players' leave: see games/store/countdowns.rs. `countdown_after` is the number of
-- the event after which the rest holds. Null, or behind `events`, where a server of an older version wrote the row: then
-- the log is asked, until a sweeper has written the row anew. The deadline has a column of its own already.
alter table games add column countdown_after integer,
    -- Since when it is this seat's turn.
    add column turn_since timestamptz,
    -- False until the first round is complete: then the game is cancelled at the deadline.
    add column clocks_started boolean,
    -- When the time stands still before the deadline, and when it goes on: as many of the one as of the other. Null: never.
    add column paused_from timestamptz[],
    add column paused_until timestamptz[],
    -- By seat, as `game_seats` has them; it never changes. A list would look for every game in one place more. Null where
    -- a server of an older version began the game after this: then the seats are asked.
    add column seated_players bigint[];

update games g set seated_players = (select array_agg(player_id order by seat) from game_seats s where s.game_id = g.id);

-- The rows that are to be written anew: none, once the servers are all of this version.
create index games_countdown_behind on games (id)
    where ended_at is null and countdown_after is distinct from events;

-- With the seat, the index tells all that a list asks of the seats, and the table is not read.
drop index game_seats_by_player;
create index game_seats_by_player on game_seats (player_id, ended_at, game_id) include (seat);
