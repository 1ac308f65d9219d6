-- How many challenges a player has made of late, and to whom: nobody's mailbox is filled from here.
create index challenges_by_challenger on challenges (challenger, created_at);
