-- Letters that stand for two are found as the two: ß as ss, æ as ae, œ as oe, þ as th.

-- Who changes collections, or holds a table of words, for longer lets this fail, and the server is to be started again.
set local lock_timeout = '10s';
-- What a server of the release before has begun to write is waited for, and what it writes later is folded in the new way.
lock table collection_games, library_words in share row exclusive mode;

create or replace function folded(words text) returns text immutable parallel safe language sql
return case when octet_length(words) = length(words) then lower(words)
    else replace(replace(replace(replace(translate(
        regexp_replace(normalize(lower(words collate "und-x-icu"), NFD), '[\u0300-\u036f]', '', 'g'), 'łøđðħŧı', 'loddhti'
    ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;

update collection_games set names = folded(names)
    where octet_length(names) <> length(names) and names ~ '[ßæœþ]';

-- Games whose words have such letters are taken in once more, after those that have ended.
insert into library_due (game_id, at)
    select distinct game_id, 'infinity'::timestamptz from library_words
    where octet_length(concat(notes, messages)) <> length(concat(notes, messages)) and concat(notes, messages) ~ '[ßæœþ]'
    order by game_id
    on conflict (game_id) do nothing;
