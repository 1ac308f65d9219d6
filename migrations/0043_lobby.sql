-- How many seats of a challenge for several are open to anyone, so that the lobby finds what a stranger can take without
-- looking through what nobody can. Null in one for two players, which has no places.
alter table challenges add column open_seats smallint;

-- Counted by the database itself: a server of the release before, which runs beside, knows nothing of it.
create function count_open_seats() returns trigger language plpgsql as $$
begin
    update challenges c set open_seats = counted.open
        from (select p.challenge_id, count(*) filter (where p.player_id is null) as open from challenge_places p
            where p.challenge_id in (select challenge_id from changed) group by p.challenge_id) counted
        where c.id = counted.challenge_id and c.open_seats is distinct from counted.open;
    return null;
end
$$;
create trigger count_open_seats_inserted after insert on challenge_places
    referencing new table as changed for each statement execute function count_open_seats();
create trigger count_open_seats_updated after update on challenge_places
    referencing new table as changed for each statement execute function count_open_seats();

update challenges c set open_seats =
        (select count(*) filter (where p.player_id is null) from challenge_places p where p.challenge_id = c.id)
    where c.state = 'open' and exists (select from challenge_places p where p.challenge_id = c.id);

-- The lobby, page by page, and how many newer ones of the same challenger it lists.
create index challenges_in_lobby on challenges (created_at, id)
    where state = 'open' and opponent is null and open_seats is distinct from 0;
create index challenges_in_lobby_by_challenger on challenges (challenger, created_at, id)
    where state = 'open' and opponent is null and open_seats is distinct from 0;
