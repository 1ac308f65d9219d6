-- Games of more than two players: the places of a challenge are filled one by one, and several players are rated.

create table challenge_places (
    challenge_id text not null references challenges (id),
    -- 0 for the seat that moves first.
    seat smallint not null check (seat between 0 and 5),
    -- Who sits there, or is asked to; null: anyone may.
    player_id bigint references players (id),
    -- Whether they have said that they play.
    taken boolean not null default false,
    primary key (challenge_id, seat),
    unique (challenge_id, player_id),
    check (player_id is not null or not taken)
);
create index challenge_places_by_player on challenge_places (player_id) where player_id is not null;

-- One entry a player, in the order of their first turns.
alter table ratings_due drop constraint ratings_due_players_check;
alter table ratings_due add constraint ratings_due_players_check check (array_length(players, 1) between 2 and 6);
