-- When games came into their collections, for feeds. A migration of its own: importing locks games before their collection.

-- Who changes collections for longer lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- When the file was sent; null of games that were there before this, and of those that a server of the release before takes.
alter table collection_games add column taken_at timestamptz;
