-- What servers announce to each other, for as long as one of them may not have read it. Written in the transaction that it
-- is about; the notification that there is something to read is sent after the commit, outside of it, because PostgreSQL
-- lets transactions that notify commit only one after the other.
--
-- Unlogged: a table that costs the commit nothing. PostgreSQL empties it when it crashes or another one takes over, and
-- then every server has lost its connection and every page reads the present state.
-- One row has all that a transaction announces at once.
create unlogged table announcements (
    id bigint generated always as identity,
    -- Whose: what a server has not read yet was written by transactions that were running when it last read, or by later ones.
    transaction xid8 not null default pg_current_xact_id(),
    -- What they are about, in one word: player/17.
    topics text[] not null,
    -- What subscribers have to know, of each.
    states text[] not null
);

create index announcements_by_transaction on announcements (transaction);
