-- The squares of the turn that led to `fen`, where the piece came from and went, and in the duck games where the duck did, with the ply at which they
-- were written: a server of the release before writes `ply` and `fen` alone, and squares of another ply are not believed. Null before the first turn,
-- and in rows that have not been written since these columns were added.

-- Who holds the table for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

alter table games add column last_squares text, add column last_squares_ply integer;
