-- The letter that tells of a change of address goes to the address there was when the change was asked for, whatever has
-- become of it by then: it may be tried for days.

alter table letters
    -- Where it goes. Null: where the player's letters go when it is sent.
    add column email text,
    -- The address that is to take its place.
    add column wanted text;
