-- Games of which an earlier release took in less. A file of its own: while the index is made nobody writes, but all can read. The index of
-- the revision before stays for servers of the release before, and goes in the next one.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- Nearly empty once the servers have been through all of them. The number is the one of library/backlog.rs: who raises it there makes
-- this index anew.
create index library_of_revision_before_3 on library_games (game_id) where is_first and not is_running and revision < 3;
