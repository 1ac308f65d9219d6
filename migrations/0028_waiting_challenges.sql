-- What waits for a player's answer: a challenge to them, or a place that is kept for them in one for many.
create view waiting_challenges as
    select opponent as player_id, id as challenge_id from challenges where state = 'open' and opponent is not null
    union all
    select p.player_id, c.id from challenge_places p join challenges c on c.id = p.challenge_id
    where p.player_id is not null and not p.taken and c.state = 'open';
