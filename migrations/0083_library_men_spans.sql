-- The men of finished games by the span of positions in which they stood somewhere: men that are common by themselves, but hardly ever stand
-- together, are found without looking at every game that had each of them at some time.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- Each of `men` once for each span in which it stood there, by a number that the server gives it (library/men.rs). Null: a release before
-- wrote the row, and the servers write its spans some time later.
alter table library_men add column spans smallint[];
