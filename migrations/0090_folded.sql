-- Names are found without their accents.

-- Who changes collections for longer lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

-- Words as they are compared: in lower case, and without accents. Letters with a stroke have none that could be taken off.
create function folded(words text) returns text immutable parallel safe language sql
return case when octet_length(words) = length(words) then lower(words)
    else translate(
        regexp_replace(normalize(lower(words collate "und-x-icu"), NFD), '[\u0300-\u036f]', '', 'g'), 'łøđðħŧı', 'loddhti'
    ) end;

-- What the release before has written, in lower case with accents.
update collection_games set names = folded(names) where octet_length(names) <> length(names);

-- And what it writes while both run. It does not find such names meanwhile.
create function collection_games_fold() returns trigger language plpgsql as $$
begin
    new.names := folded(new.names);
    return new;
end $$;
create trigger collection_games_folded before insert on collection_games
    for each row when (octet_length(new.names) <> length(new.names)) execute function collection_games_fold();
