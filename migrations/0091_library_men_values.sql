-- What lists are sorted by, beside the sets: how long the games of each block were, and how strong their players.

-- Who writes sets for longer lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- Two bytes for each game of the block, the higher first. Null in blocks that were written before, or by a server of the release before.
alter table library_men_blocks add column turns bytea, add column ratings bytea;
-- They are read whole, and hardly smaller when they are compressed.
alter table library_men_blocks alter column turns set storage external, alter column ratings set storage external;
