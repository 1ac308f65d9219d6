-- How many letters about challenges somebody got of late: those about places that were given up count too.
create index letters_of_challenges_of_late on letters (player_id, sent_at)
    where kind in ('challenged', 'place-declined', 'place-left') and sent_at is not null;
drop index letters_of_challenges;
