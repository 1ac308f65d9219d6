-- When a game ended, at each of its seats: a player's running games, and the last of the finished ones, are found without
-- reading every game they ever played. The database keeps it itself, so that a server of an older version, which knows
-- nothing of it, keeps it too. The trigger comes first: it waits for whoever is writing, and no end is missed.
create function write_end_at_seats() returns trigger language plpgsql as $$
begin
    update game_seats set ended_at = new.ended_at where game_id = new.id;
    return null;
end $$;
create trigger games_end_at_seats after update of ended_at on games
    for each row when (old.ended_at is distinct from new.ended_at) execute function write_end_at_seats();

alter table game_seats add column ended_at timestamptz;
update game_seats s set ended_at = g.ended_at from games g where g.id = s.game_id and g.ended_at is not null;
drop index game_seats_by_player;
create index game_seats_by_player on game_seats (player_id, ended_at, game_id);
