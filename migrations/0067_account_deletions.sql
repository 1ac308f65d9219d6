-- Accounts that their players have asked to be deleted: after a fortnight, in which they can take it back. The rows stay when all is
-- done, and say nothing but when: by then the player's own row tells nobody who it was.
set local lock_timeout = '10s';

create table account_deletions (
    player_id bigint primary key references players (id) on delete cascade,
    asked_at timestamptz not null,
    due_at timestamptz not null,
    -- When the sessions were ended: from then on it cannot be taken back.
    begun_at timestamptz,
    done_at timestamptz,
    check (begun_at is not null or done_at is null)
);
-- Those whose time has come.
create index account_deletions_due on account_deletions (due_at) where done_at is null;
