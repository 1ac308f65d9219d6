-- What a list tells of a running game besides: the seat whose offer of a draw stands, and the seats that have conditional
-- turns, of which only their own player is told. Games that run already learn theirs with their next event.
alter table games add column draw_offered_by smallint,
    add column planned smallint[] not null default '{}';

-- From the game of a rematch back to the challenge that it came of.
create index challenges_by_game on challenges (game_id) where game_id is not null;
