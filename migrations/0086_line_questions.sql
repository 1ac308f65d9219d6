-- Positions that were asked about with a whole line: they have a bound of their own. A server of the release before counts them with the
-- others, for the hour that they are kept.
alter table position_questions add column of_line boolean not null default false;
