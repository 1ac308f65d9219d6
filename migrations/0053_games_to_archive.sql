-- The games that are over and not archived. A step of its own: turns wait while it is made, pages do not. On a large site the index
-- may be made before the upgrade (docs/operating.md), and is there then.
create index if not exists games_to_archive on games (ended_at) where ended_at is not null and archived_events < events;
