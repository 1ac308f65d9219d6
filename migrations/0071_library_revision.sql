-- What is taken in of a game becomes more from release to release: games that were taken in by an earlier one are taken in anew.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- 0 is what a server writes that does not know of it.
alter table library_games add column revision smallint not null default 0;
