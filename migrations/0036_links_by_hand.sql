-- A link may be given to its player by whoever runs the site: it shows nothing about the address.
alter table mailed_links add column by_mail boolean not null default true;
