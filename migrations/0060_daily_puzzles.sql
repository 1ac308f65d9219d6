-- The puzzle of each day, chosen once; and puzzles that an operator has taken out of the offer.

-- Who holds the table for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- Days in UTC. A few are chosen ahead.
create table daily_puzzles (
    day date primary key,
    puzzle_id integer not null references puzzles (id) on delete cascade
);
-- When a puzzle was last of the day.
create index daily_puzzles_puzzle_id on daily_puzzles (puzzle_id, day);

-- When it was retired, and why, as its page says.
alter table puzzles add column retired_at timestamptz, add column retired_because text;

-- The warm-up puzzle is not rated: it stands among the easiest.
update puzzles set rating = 900 where id = 1;
