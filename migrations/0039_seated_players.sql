-- What `seated_players` is of games that are there: a step of its own, because it takes a while, and a server that runs
-- beside must not wait for it. The columns came before it.
update games g set seated_players = (select array_agg(player_id order by seat) from game_seats s where s.game_id = g.id);

-- The rows that are to be written anew: none, once the servers are all of this version.
create index games_countdown_behind on games (id)
    where ended_at is null and countdown_after is distinct from events;
