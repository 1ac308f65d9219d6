-- Guests: visitors who play without an account. A guest is a player whom nobody else can address, with an empty email and the
-- hash of a password that nobody knows. Signing up makes the account of the same row.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

alter table players add column is_guest boolean not null default false;
-- What an account was called as a guest: pages that were open then still name their writer so.
alter table players add column guest_name text;

-- How often it has changed who sits at a game, or what they are called: servers that remember the game read it anew.
alter table games add column seated_anew integer not null default 0;

-- Who is about as strong as a new player.
create index if not exists ratings_by_strength on ratings (variant, rating);
