-- The squares of the turn that led to `fen`: where the piece came from and went, and in the duck games where the duck did. Null where
-- there was no turn, and of games that were taken in before this column was added.

-- Who holds the table for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

alter table collection_games add column last_squares text;
