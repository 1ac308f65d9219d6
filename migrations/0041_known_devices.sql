-- Browsers that a player has logged in with. Attempts at the player's password from one of them count apart from those of
-- everybody else, so nobody who guesses shuts the player out.

create table known_devices (
    id bigint generated always as identity primary key,
    player_id bigint not null references players (id) on delete cascade,
    -- SHA-256 of the token in the browser's cookie. Players who share a browser share its token.
    token_hash bytea not null,
    logged_in_at timestamptz not null,
    unique (token_hash, player_id)
);
create index known_devices_by_player on known_devices (player_id, logged_in_at);

-- What players are told about their sessions. An older server leaves the defaults.
alter table sessions
    -- Such as 'Firefox on Linux'; empty: unknown.
    add column browser text not null default '',
    -- When it was last used, to half a day; null: when it began.
    add column seen_at timestamptz,
    add column known_device bigint references known_devices (id) on delete set null;
create index sessions_by_player on sessions (player_id);
create index sessions_by_known_device on sessions (known_device);
