-- What the games of each block are called, so that those of a position are told from others.

-- If a set is being written for longer, this fails; start the server again.
set local lock_timeout = '10s';

-- Four bytes for each game of the block, a hash of its name. Null in blocks that were written before, or by a server of the release before.
alter table library_men_blocks add column names bytea;
-- They are read whole, and no smaller when they are compressed.
alter table library_men_blocks alter column names set storage external;
