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
