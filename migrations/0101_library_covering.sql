-- What else is asked of games with a rare ending or beginning is read in the index itself, as for a player's games: of a few thousand that lie all over
-- the table, each would be a page of it. While these indexes are made all can read, but no game is taken into the library: the one that waits for it is
-- locked in the queue, so that its rating waits too, and what is written in it. They take the place of the others in the next migration, which is a
-- transaction of its own.

-- If the table is being written or vacuumed for longer, this fails; start the server again.
set local lock_timeout = '10s';

create index library_by_ending_covering on library_games (ending, at, game_id)
    include (variant, result, rated, turns, rating, is_analysed) where is_first and not is_running;
create index library_by_variant_and_ending_covering on library_games (variant, ending, at, game_id)
    include (result, rated, turns, rating, is_analysed) where is_first and not is_running;
create index library_by_result_and_ending_covering on library_games (result, ending, at, game_id)
    include (variant, rated, turns, rating, is_analysed) where is_first and not is_running;
create index library_by_opening_covering on library_games (opening)
    include (at, game_id, variant, result, ending, rated, turns, rating, is_analysed) where is_first and not is_running;
