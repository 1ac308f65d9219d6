-- Puzzles that workers find in finished games.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- The games that were looked through for puzzles, and those that wait for it.
create table puzzle_games (
    game_id text primary key references games (id),
    -- As in its row there. They are queued in this order: all that ended before the last of these have been.
    ended_at timestamptz not null,
    -- The first ply that was not looked at.
    next_ply integer not null default 0,
    -- What became of it: null while that is not over.
    state text check (state in ('done', 'failed'))
);
create index puzzle_games_by_end on puzzle_games (ended_at);

-- Which games are the next to be looked through.
create index if not exists games_by_end on games (ended_at) where ended_at is not null;

-- Shipped puzzles have the numbers below.
create sequence found_puzzles as integer start 1000001;

-- Where a puzzle was found, unless it is shipped: the game and the ply. `board` is the first two fields of its FEN, the men with the
-- duck and whose turn it is, so that a position that comes again is no other puzzle.
alter table puzzles add column game_id text references games (id), add column ply integer, add column board text;
alter table puzzles add check ((game_id is null) = (ply is null) and (game_id is null) = (board is null));
create unique index puzzles_by_board on puzzles (variant, board) where board is not null;
create index puzzles_by_game on puzzles (game_id) where game_id is not null;
