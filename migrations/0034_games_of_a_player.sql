-- When a game ended, at each of its seats: a player's running games, and the last of the finished ones, are found without
-- reading every game they ever played. Written with the game's row.
alter table game_seats add column ended_at timestamptz;
update game_seats s set ended_at = g.ended_at from games g where g.id = s.game_id and g.ended_at is not null;
drop index game_seats_by_player;
create index game_seats_by_player on game_seats (player_id, ended_at, game_id);
