-- Watching: running games by their players' ratings, a finished game for each day, and players by what they have done lately.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- Of a running game `library_games.rating` is what its players were rated when it began.
create index library_running_by_rating on library_games (rating, game_id) where is_first and is_running;
-- Those that run now are taken in once more, for that.
insert into library_due (game_id, at) select game_id, at from library_games where is_first and is_running
on conflict (game_id) do nothing;

-- Some positions are in many games, and the planner has to know which.
alter table library_positions alter column key set statistics 1000;

-- What was won lately.
create index rating_changes_lately on rating_changes (ended_at) include (game_id, player_id, rating_before, rating_after)
    where pool = 'people';

-- Players whose names begin so.
create index players_by_beginning on players (lower(name) text_pattern_ops) where not is_guest;

-- Last, because they keep turns waiting until the end: what they refer to is locked.
-- Days in UTC. A game is of one day at most.
create table daily_games (
    day date primary key,
    game_id text not null unique references games (id)
);

-- How often a game was looked at on a day by others than its players; days in UTC. Who they were is kept nowhere.
create table game_audience (
    game_id text not null references games (id),
    day date not null,
    looks integer not null,
    primary key (game_id, day)
);
create index game_audience_by_day on game_audience (day);
