-- The indexes of the migration before take the place of those that do not have what is asked for. It takes no time, but searches wait behind it while it
-- waits for others.

-- Who reads the table for longer, such as a dump, lets this fail, and the server is to be started again. Until then there are both.
set local lock_timeout = '10s';

drop index library_by_ending, library_by_variant_and_ending, library_by_result_and_ending, library_by_opening;
alter index library_by_ending_covering rename to library_by_ending;
alter index library_by_variant_and_ending_covering rename to library_by_variant_and_ending;
alter index library_by_result_and_ending_covering rename to library_by_result_and_ending;
alter index library_by_opening_covering rename to library_by_opening;

-- An index is read alone where the pages of the table have been vacuumed. A fifth of the table, as for others, would be years of a site's last games.
alter table library_games set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
