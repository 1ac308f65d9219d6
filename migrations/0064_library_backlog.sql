-- The games that are there already are taken in too. A step of its own: triggers came first, so none is missed, and nothing
-- waits for this.
insert into library_due (game_id, at) select id, coalesce(ended_at, begun_at) from games on conflict do nothing;
