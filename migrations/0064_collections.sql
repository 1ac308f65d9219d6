-- Collections: games that were played elsewhere, brought along as PGN. They have nothing to do with the games of this site: no search
-- for those finds them.

set local lock_timeout = '10s';

create table collections (
    id text primary key,
    owner_id bigint not null references players (id),
    name text not null,
    visibility text not null check (visibility in ('private', 'link', 'public')),
    made_at timestamptz not null,
    -- False while the first file is on its way: nobody sees it then.
    is_ready boolean not null default false,
    -- How many games it has; they are numbered from 1 without gaps.
    games integer not null default 0
);
create index collections_of_owner on collections (owner_id, made_at, id);
create index collections_public on collections (made_at, id) where visibility = 'public' and is_ready;

-- A file that is, or was, read into a collection. Whoever changes one locks its collection first.
create table collection_imports (
    collection_id text not null references collections (id) on delete cascade,
    number integer not null,
    state text not null check (state in ('uploading', 'waiting', 'done')),
    file_name text not null,
    begun_at timestamptz not null,
    bytes bigint not null default 0,
    -- Where reading goes on: a place as the domain's reader of PGN gives it.
    place_offset bigint not null default 0,
    place_lines bigint not null default 0,
    place_within bigint not null default 0,
    place_is_inside boolean not null default false,
    -- How many games of the file were taken; were there already; could not be read; and were taken as Duck Chess without saying so.
    taken integer not null default 0,
    repeated integer not null default 0,
    refused integer not null default 0,
    assumed integer not null default 0,
    primary key (collection_id, number)
);
create index collection_imports_waiting on collection_imports (begun_at, collection_id, number) where state = 'waiting';
create index collection_imports_uploading on collection_imports (begun_at) where state = 'uploading';

-- The file until it has been read, in pieces of the same size; the last may be smaller. They are not compressed: a few kilobytes that
-- unfold into gigabytes are no file of games.
create table collection_pieces (
    collection_id text not null,
    import integer not null,
    number integer not null,
    bytes bytea not null,
    primary key (collection_id, import, number),
    foreign key (collection_id, import) references collection_imports on delete cascade
);
alter table collection_pieces alter column bytes set storage external;

-- Why games of a file were not taken: of the first thousand.
create table collection_errors (
    collection_id text not null,
    import integer not null,
    -- Which game of the file, from 1.
    game integer not null,
    line bigint not null,
    sentence text not null,
    primary key (collection_id, import, game),
    foreign key (collection_id, import) references collection_imports on delete cascade
);

-- What games are searched by.
create table collection_games (
    collection_id text not null references collections (id) on delete cascade,
    number integer not null,
    variant text not null,
    -- In the order of the seats; empty where the file does not say.
    players text[] not null,
    -- The same as one text in lower case.
    names text not null,
    -- As in PGN.
    date text not null,
    event text not null,
    result text not null,
    -- The mean of the players' ratings; 0 if there are none.
    rating integer not null,
    turns integer not null,
    -- The first turns, a space after each, if it begins where its variant begins.
    opening text collate "C" not null,
    -- The last position.
    fen text not null,
    -- Of its text: a game that is there already is not taken again.
    digest bytea not null,
    primary key (collection_id, number),
    unique (collection_id, digest)
);

-- The games themselves, in a table of their own, so that a search does not read past them.
create table collection_texts (
    collection_id text not null,
    number integer not null,
    pgn text not null,
    primary key (collection_id, number),
    foreign key (collection_id, number) references collection_games on delete cascade
);
