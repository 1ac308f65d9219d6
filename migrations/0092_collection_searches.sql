-- Searches in collections can be saved, and have feeds.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- Null: among the games of this site.
alter table saved_searches add column collection_id text references collections (id) on delete cascade;
create index saved_searches_of_collection on saved_searches (collection_id) where collection_id is not null;

-- When a game came into its collection; null of those that were there before this.
alter table collection_games add column taken_at timestamptz;
alter table collection_games alter column taken_at set default now();
