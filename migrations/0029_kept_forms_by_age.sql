-- What was kept too long is forgotten whoever keeps something next, not by its own player alone.
create index kept_forms_by_age on kept_forms (kept_at);
