-- The events of games that are long over are kept in one row for each game: a page of such a game reads one place of the disk
-- instead of one for each event, and the table that every turn writes to stays as small as the games that go on.
--
-- `events` is all of them, as it was.

-- In the order in which a turn takes them, and not for long: who holds one of them for longer, such as a dump, lets this fail, and
-- the server is to be started again.
set local lock_timeout = '10s';
lock table games, events in access exclusive mode;

alter table events rename to recent_events;
alter index events_pkey rename to recent_events_pkey;

create table archived_events (
    game_id text primary key references games (id),
    -- The first events of the game, in order.
    instants timestamptz[] not null,
    bodies jsonb[] not null
);
-- In the row itself, compressed where it is longer than 2 kB: PostgreSQL compresses no shorter ones.
alter table archived_events alter instants set storage main, alter bodies set storage main, set (toast_tuple_target = 128);

create view events as
    select game_id, number, at, body from recent_events
    union all
    select game_id, log.number::integer, log.at, log.body
    from archived_events, unnest(instants, bodies) with ordinality as log (at, body, number);

-- A server of the release before writes to `events`. The next release takes this away.
create function insert_recent_event() returns trigger language plpgsql as $$
begin
    insert into recent_events (game_id, number, at, body) values (new.game_id, new.number, new.at, new.body);
    return new;
end $$;
create trigger insert_recent_event instead of insert on events for each row execute function insert_recent_event();

-- How many of its events are archived.
alter table games add if not exists archived_events integer not null default 0;
