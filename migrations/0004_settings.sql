-- What players have chosen for themselves.

-- Only what differs from the site's own choice is kept, by name: a new preference needs no new column.
alter table players add column preferences jsonb not null default '{}';
