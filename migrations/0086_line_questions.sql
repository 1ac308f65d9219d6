-- Positions that were asked about with a whole line: they have a bound of their own. A server of the release before counts them with the
-- others, for the hour that they are kept.
set local lock_timeout = '10s';
alter table position_questions add column of_line boolean not null default false;

-- Two positions of a line are compared with each other, so both should be judged by the same net: what an earlier one has found is searched
-- for again when somebody asks. Workers of the release before may still write some.
delete from evaluated_positions where lines is not null;
