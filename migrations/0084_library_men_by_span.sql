-- The indexes of the spans. A file of its own: while they are made nobody writes, but all can read.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- Kept in order at once, as library_men_by_square is.
create index library_men_by_span on library_men using gin (spans) with (fastupdate = off) where spans is not null;
create index library_men_without_spans on library_men (game_id) where spans is null;
