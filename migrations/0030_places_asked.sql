-- Who has asked whom to a place of a challenge for many: it is remembered though the place was declined since, so that
-- nobody's mailbox is filled from there. One row for each letter.
create table places_asked (
    challenge_id text not null references challenges (id),
    -- Who is asked.
    player_id bigint not null references players (id),
    asked_by bigint not null references players (id),
    asked_at timestamptz not null,
    primary key (challenge_id, player_id)
);
create index places_asked_by on places_asked (asked_by, asked_at);

-- How many letters about challenges somebody got of late.
create index letters_of_challenges on letters (player_id, sent_at) where kind = 'challenged' and sent_at is not null;
