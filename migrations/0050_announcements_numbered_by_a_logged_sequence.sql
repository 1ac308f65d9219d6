-- PostgreSQL 15 and later make the sequence of an unlogged table unlogged too, and a standby that becomes primary may find
-- nothing in it ("bad magic number in sequence"): then nothing can be announced, so no turn can be made. A sequence that is
-- not the table's own is logged; that is one record for 32 numbers.
alter table announcements alter id drop identity;
create sequence announcement_ids;
select setval('announcement_ids', coalesce(max(id), 0) + 1) from announcements;
alter table announcements alter id set default nextval('announcement_ids');
