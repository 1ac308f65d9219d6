-- Mail: which addresses answer, the letters to be sent, and when a player last looked at a game.

alter table players
    -- When a link sent to `email` was opened. Null: nobody knows whether mail reaches them, so none is sent.
    add column email_confirmed_at timestamptz,
    -- An address that takes the place of `email` once a link sent to it is opened.
    add column email_wanted text,
    -- Part of the addresses that unsubscribe: who holds a letter may stop further ones without signing in.
    add column mail_secret text not null default replace(gen_random_uuid()::text, '-', '');
create unique index players_mail_secret_key on players (mail_secret);
-- A forgotten password, asked for by address. One address may belong to several players.
create index players_by_email on players (lower(email));

-- Links that were sent by mail: each is used once.
create table mailed_links (
    -- SHA-256 of the token in the link: who reads this table cannot open it.
    token_hash bytea primary key,
    player_id bigint not null references players (id) on delete cascade,
    purpose text not null check (purpose in ('confirm-email', 'reset-password')),
    -- The address it was sent to: opening the link shows that mail reaches it.
    email text not null,
    expires_at timestamptz not null
);
create index mailed_links_by_player on mailed_links (player_id);
create index mailed_links_by_expiry on mailed_links (expires_at);

-- Forgotten passwords: what was typed, a name or an address. Whether it is anybody's is looked up later, so that the
-- answer takes as long either way.
create table password_requests (
    id bigint generated always as identity primary key,
    typed text not null,
    at timestamptz not null
);

-- The outbox. A row is written in the transaction of what it tells about; its text is made when it is sent, from how
-- things stand then.
create table letters (
    -- What it is about: a game's id, a challenge's id, or for an account one of its own.
    about text not null,
    kind text not null,
    player_id bigint not null references players (id) on delete cascade,
    -- Which one of its kind: the ply, or the deadline in seconds since 1970. With the rest of the key it keeps the same
    -- letter from being written twice.
    mark bigint not null,
    queued_at timestamptz not null,
    -- Null once nothing more is to be done.
    due_at timestamptz,
    attempts integer not null default 0,
    -- Null until the mail server took it.
    sent_at timestamptz,
    -- Why it is still waiting, or was not sent.
    note text,
    primary key (about, kind, player_id, mark)
);
create index letters_due on letters (due_at) where due_at is not null;
create index letters_by_age on letters (queued_at) where due_at is null;

-- When a player last opened a game's page.
create table game_looks (
    game_id text not null references games (id),
    player_id bigint not null references players (id),
    looked_at timestamptz not null,
    primary key (game_id, player_id)
);
