-- The games in which men stood on squares are found with fewer looks into other tables: those that wait say which men they had, and those in sets
-- when they ended and how their names begin.

-- If a set is being written for longer, this fails; start the server again.
set local lock_timeout = '10s';

-- As in library_men. Null in rows from before.
alter table library_men_waiting add column men smallint[];

create or replace function library_men_wait() returns trigger language plpgsql as $$
begin
    insert into library_men_waiting (game_id, at, turns, men)
    select game_id, at, turns, men from added join library_games using (game_id) where is_first order by at, game_id;
    return null;
end $$;

-- Two bytes for each game of the block: the first three characters of its name, in the order of names. Null in blocks that were written before, or by a
-- server of the release before.
alter table library_men_blocks add column initials bytea;
-- And four bytes: the second in which it ended, since 1970.
alter table library_men_blocks add column ends bytea;
-- They are read whole, and no smaller when they are compressed.
alter table library_men_blocks alter column initials set storage external, alter column ends set storage external;
