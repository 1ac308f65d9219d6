-- What a player has typed into a form that was not done: their session had ended, or the rest of the form was. It is shown
-- to them once more on the page of the form, whose address names it by its id alone.
create table kept_forms (
    id text primary key,
    player_id bigint not null references players,
    -- The path that the form is sent to.
    sent_to text not null,
    -- Every field with a text in it.
    fields jsonb not null,
    kept_at timestamptz not null
);

create index kept_forms_by_player on kept_forms (player_id, kept_at);
