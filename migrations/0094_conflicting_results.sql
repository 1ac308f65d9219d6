-- How many games of a file were taken whose tag, turns and last position do not agree on the result, and the first of these.
alter table collection_imports
    add column conflicting integer not null default 0,
    add column conflicting_games integer[] not null default '{}';
