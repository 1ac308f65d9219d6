-- Words of games are found without their accents.

-- Who holds one of these tables for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- What a server of the release before writes while both run, with accents: its words, not where they stand, so that phrases are not found
-- in it. Words that are nothing without their marks, or too long for the database, are left out.
create function words_without_accents(words tsvector) returns tsvector immutable strict language sql
return array_to_tsvector(array(
    select distinct folded(lexeme) from unnest(words) where octet_length(folded(lexeme)) between 1 and 2046
));
create function library_words_fold() returns trigger language plpgsql as $$
begin
    new.notes := words_without_accents(new.notes);
    new.messages := words_without_accents(new.messages);
    return new;
end $$;
create trigger library_words_folded before insert on library_words for each row
    when (folded(concat(new.notes, new.messages)) <> concat(new.notes, new.messages))
    execute function library_words_fold();

-- Games whose words may have accents are taken in once more, after those that have ended.
insert into library_due (game_id, at)
    select distinct game_id, 'infinity'::timestamptz from library_words
    where octet_length(concat(notes, messages)) <> length(concat(notes, messages))
    order by game_id
    on conflict (game_id) do nothing;
