-- The library: what games are searched by, beside the games themselves. A turn writes nothing here: a game is taken in soon after it
-- has begun, and again after its end, by whichever server comes to it first.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- The games that are to be taken in, or taken in anew.
create table library_due (
    game_id text primary key references games (id),
    -- When it ended, or began: they are taken in by this, so that games of the same days lie side by side.
    at timestamptz not null
);
create index library_due_in_order on library_due (at, game_id);

-- The games that were there before this: those whose ids come after `after` are still to be put into the queue, some at a time, by the
-- servers. No row: all of them have been.
create table library_backlog (
    is_only boolean primary key default true check (is_only),
    after text not null
);
insert into library_backlog (after) values ('');

-- One row for each player of a game, each with all that is searched by, so that one index finds the games of a player in order.
create table library_games (
    game_id text not null references games (id),
    player_id bigint not null references players (id),
    -- The seats of the player, one bit each: 1 for the seat that moves first, 2 for the next.
    seats smallint not null check (seats between 1 and 63),
    -- The side of these seats.
    side smallint not null,
    -- Whether the first seat is one of them: true in one row of every game.
    is_first boolean not null,
    is_running boolean not null,
    -- When it ended; while it runs, when it began.
    at timestamptz not null,
    variant text not null,
    -- As in PGN, `*` while it runs.
    result text not null,
    ending text,
    rated boolean not null,
    -- How many turns were made; 0 while it runs.
    turns integer not null,
    -- The mean of what its players were rated before it; 0 if it was not counted.
    rating integer not null,
    -- Whether the computer has looked through it.
    is_analysed boolean not null,
    -- The first turns, a space after each, if it began where its variant begins; empty while it runs.
    opening text collate "C" not null,
    primary key (game_id, player_id)
);
-- Whatever else is asked of a player's games is read in the index itself: a computer has a good part of all games, all over the table.
create index library_of_player on library_games (player_id, is_running, at, game_id)
    include (seats, side, variant, result, ending, rated, turns, rating, is_analysed);
create index library_running on library_games (at, game_id) where is_first and is_running;
-- Each in the order of lists, so that a page is read and no more. Pairs that never come together, such as a checkmate and a draw,
-- would have all the games of the one looked through for the other.
create index library_by_end on library_games (at, game_id) where is_first and not is_running;
create index library_by_variant on library_games (variant, at, game_id) where is_first and not is_running;
create index library_by_result on library_games (result, at, game_id) where is_first and not is_running;
create index library_by_ending on library_games (ending, at, game_id) where is_first and not is_running;
create index library_by_variant_and_result on library_games (variant, result, at, game_id) where is_first and not is_running;
create index library_by_variant_and_ending on library_games (variant, ending, at, game_id) where is_first and not is_running;
create index library_by_result_and_ending on library_games (result, ending, at, game_id) where is_first and not is_running;
create index library_analysed on library_games (at, game_id) where is_first and not is_running and is_analysed;
-- These are read in another order than that in which the games lie in the table.
create index library_by_rating on library_games (rating, game_id)
    include (at, variant, result, ending, rated, turns, is_analysed) where is_first and not is_running;
create index library_by_turns on library_games (turns, game_id)
    include (at, variant, result, ending, rated, rating, is_analysed) where is_first and not is_running;
create index library_by_opening on library_games (opening) where is_first and not is_running;
-- Which results, endings and variants go together: else the planner takes two that often do for a rare pair.
create statistics library_facets (mcv) on variant, result, ending, rated, is_analysed from library_games;

-- The positions of finished games, by the number that all share which are the same for repetition.
create table library_positions (
    key bigint not null,
    at timestamptz not null,
    game_id text not null references games (id),
    primary key (key, at, game_id)
);

-- The database queues the games itself, so that those are not missed that a server of the release before begins or ends. Who has a
-- game's row in the queue at the moment is waited for: what they read may be older.
create function take_into_library(game text, changed_at timestamptz) returns void language sql as $$
    insert into library_due as d (game_id, at) values (game, changed_at)
    on conflict (game_id) do update set at = excluded.at
$$;

create function library_game_begun() returns trigger language plpgsql as $$
begin
    perform take_into_library(new.id, new.begun_at);
    return null;
end $$;
create trigger games_into_library after insert on games for each row execute function library_game_begun();

-- What the trigger games_end_at_seats does, of 0034: a turn asks no more triggers than before.
create or replace function write_end_at_seats() returns trigger language plpgsql as $$
begin
    update game_seats set ended_at = new.ended_at where game_id = new.id;
    perform take_into_library(new.id, coalesce(new.ended_at, new.begun_at));
    return null;
end $$;

create function library_game_changed() returns trigger language plpgsql as $$
begin
    perform take_into_library(id, coalesce(ended_at, begun_at)) from games where id = new.game_id;
    return null;
end $$;
-- A guest's seats become those of an account.
create trigger game_seats_into_library after update of player_id on game_seats
    for each row when (old.player_id is distinct from new.player_id) execute function library_game_changed();
-- The computer is done with a game.
create trigger game_evaluations_into_library after update of ended_at on game_evaluations
    for each row when (old.ended_at is distinct from new.ended_at) execute function library_game_changed();
-- A game was counted for its players' ratings, some moments after its end.
create trigger rating_changes_into_library after insert on rating_changes
    for each row execute function library_game_changed();
