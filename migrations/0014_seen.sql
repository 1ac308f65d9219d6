-- How far a player had seen a game when they last opened its page: the instant of the last event that was on it. An event
-- is dated when its request arrives, so one that was dated before the look may have come after it. Null: until the look.
alter table game_looks add column seen_until timestamptz;

-- A game that was called off used to be told apart from one that ran out of time only in its log.
update games set ending = 'called-off' where ending = 'cancelled'
    and exists (select from events where game_id = id and body ->> 'type' = 'called-off');
