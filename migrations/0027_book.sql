-- The opening book: which turns were played from a position in finished games, and how these ended.

-- The games that wait to be counted in it. A game is put here in the transaction of its end.
create table book_due (
    game_id text primary key references games (id)
);
-- Those that ended before there was a book.
insert into book_due (game_id) select id from games where ended_at is not null;

create table book_turns (
    variant text not null,
    -- The number of the position: the same by whatever turns it came about.
    key bigint not null,
    turn text not null,
    games integer not null,
    -- Won by the side that made the turn.
    won integer not null,
    drawn integer not null,
    -- The last few of the games.
    examples text[] not null,
    primary key (variant, key, turn)
);
