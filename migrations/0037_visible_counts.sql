-- How many events each may see of a game's log, told with the game's row: so that who may see nothing new of it is
-- answered without reading the log anew, as if what is private to others had never happened. The first element says of how
-- many events it tells; after that it stands as `Extent` in games/visible.rs writes it. Null until something happens in a
-- game after this, and behind where a server of an older version wrote events: then the log itself is asked.
alter table games add column visible integer[];
