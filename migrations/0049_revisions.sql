-- Which log the row sums up: drawn by lot whenever events are written. Two logs of one game may be equally long where the
-- database has been set back to an earlier state while a server remembered a later one.
alter table games add column revision bigint not null default 0;
