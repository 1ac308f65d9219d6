-- Words of finished games: what a player may read of them and nobody else can search. Those of running games, of which a player has few,
-- are read from their logs.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

create table library_words (
    player_id bigint not null references players (id),
    game_id text not null references games (id),
    -- Their private notes; null if they have written none. The player's number stands among the words as `#123`, which nobody can type, so
    -- that an index of words leads to the rows of one player alone.
    notes tsvector,
    -- The messages that they may read, kibitz included; null if there are none.
    messages tsvector,
    primary key (player_id, game_id)
);
-- A game that is taken in anew replaces its rows.
create index library_words_of_game on library_words (game_id);
-- They are kept in order at once: what waits in a list would be looked through by whoever searches next.
create index library_words_in_notes on library_words using gin (notes) with (fastupdate = off);
create index library_words_in_messages on library_words using gin (messages) with (fastupdate = off);

-- What is written after a game's end is searched too: the trigger of the end, of 0034 and 0063, fires for it as well. A turn of a running
-- game asks no more triggers than before.
create or replace function write_end_at_seats() returns trigger language plpgsql as $$
begin
    if old.ended_at is distinct from new.ended_at then
        update game_seats set ended_at = new.ended_at where game_id = new.id;
    end if;
    perform take_into_library(new.id, coalesce(new.ended_at, new.begun_at));
    return null;
end $$;
drop trigger games_end_at_seats on games;
create trigger games_end_at_seats after update of ended_at, events on games for each row
    when (old.ended_at is distinct from new.ended_at or (new.ended_at is not null and old.events <> new.events))
    execute function write_end_at_seats();

create function library_game_discussed() returns trigger language plpgsql as $$
begin
    perform take_into_library(id, ended_at) from games where id = new.game_id and ended_at is not null;
    return null;
end $$;
create trigger game_kibitzes_into_library after insert on game_kibitzes
    for each row execute function library_game_discussed();

-- What a player has written is taken out of their games when their account is deleted, also by a server of the release before: nothing else
-- changes an event or a kibitz. The words of such a game are gone at once for all who could find them, and what is left of them is taken in
-- anew, after the games that have ended. A game that is being taken in meanwhile is waited for: what that has read may be older.
create function library_words_emptied() returns trigger language plpgsql as $$
begin
    insert into library_due as d (game_id, at)
        select id, 'infinity' from games where ended_at is not null and id in (select game_id from emptied) order by id
        on conflict (game_id) do update set at = d.at;
    delete from library_words where game_id in (select game_id from emptied);
    return null;
end $$;
create trigger recent_events_emptied after update on recent_events referencing new table as emptied
    for each statement execute function library_words_emptied();
create trigger archived_events_emptied after update on archived_events referencing new table as emptied
    for each statement execute function library_words_emptied();
create trigger game_kibitzes_emptied after update on game_kibitzes referencing new table as emptied
    for each statement execute function library_words_emptied();

-- A server of the release before does not know the tables of which the rows go with the account.
create function searches_of_deleted() returns trigger language plpgsql as $$
begin
    delete from library_words where player_id = new.player_id;
    delete from saved_searches where player_id = new.player_id;
    return null;
end $$;
create trigger account_deletions_searches after update of done_at on account_deletions for each row
    when (old.done_at is null and new.done_at is not null) execute function searches_of_deleted();
