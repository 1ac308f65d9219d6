-- Players, the browsers they are signed in with, and the tries at their passwords.

create table players (
    id bigint generated always as identity primary key,
    -- As the player writes it. Unique without regard to case: names are ASCII.
    name text not null,
    email text not null,
    -- argon2id in PHC form: it carries its salt and its parameters.
    password_hash text not null,
    created_at timestamptz not null
);
create unique index players_name_key on players (lower(name));

create table sessions (
    -- SHA-256 of the token in the browser's cookie: who reads this table cannot sign in with it.
    token_hash bytea primary key,
    player_id bigint not null references players (id) on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null
);
create index sessions_by_expiry on sessions (expires_at);

-- One row a failed try and limit, counted over the last minutes by name and by address.
create table password_tries (
    id bigint generated always as identity primary key,
    -- 'name:alice' or 'address:192.0.2.1'.
    counted_as text not null,
    at timestamptz not null
);
create index password_tries_recent on password_tries (counted_as, at);
create index password_tries_by_age on password_tries (at);
