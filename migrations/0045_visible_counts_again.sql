-- That a resignation was taken back is for the own side to know. Where it was counted for everyone the counts are taken from
-- the log, until something happens in the game.
update games g set visible = null
where g.variant in ('duchess-6', 'duchess-4', 'duchess-2x2')
    and exists (select from events e where e.game_id = g.id and e.body ->> 'type' = 'resignation-taken-back');
