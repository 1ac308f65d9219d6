-- Searches in collections can be saved. A server of the release before takes them for searches of this site while it still runs.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- Null: among the games of this site.
alter table saved_searches add column collection_id text references collections (id) on delete cascade;
create index saved_searches_of_collection on saved_searches (collection_id) where collection_id is not null;
