-- What the first side scored is read from the game's own result since several play on a side. Servers that still run
-- write it; a later step takes the column away.
alter table ratings_due alter column score drop not null;
