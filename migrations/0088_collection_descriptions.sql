-- What a collection is about, and files whose report its owner no longer wants to see.

-- Who reads these tables for longer lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

alter table collections add column description text not null default '';

alter table collection_imports add column is_dismissed boolean not null default false;
