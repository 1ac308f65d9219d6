-- Games of a collection that are deleted one by one: the numbers of the others stay.

-- Who reads this table for longer lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- The highest number that a game of the collection has had; 0 where none was deleted and only the release before has added games: those
-- are numbered from 1 without gaps.
alter table collections add column last_number integer not null default 0;
