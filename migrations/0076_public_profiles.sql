-- What players say of themselves on their own page: a few words, and the code of a country (ISO 3166-1). Empty: nothing.

-- Who reads players for longer, such as a dump, lets this fail, and the server is to be started again.
set local lock_timeout = '10s';

alter table players
    add column about text not null default '',
    add column country text not null default '';
