-- Studies: chapters on the analysis board that several players may edit. They have nothing to do with the games of this site: no
-- search for those finds them.

set local lock_timeout = '10s';

create table studies (
    id text primary key,
    owner_id bigint not null references players (id),
    name text not null,
    description text not null default '',
    visibility text not null check (visibility in ('private', 'link', 'public')),
    made_at timestamptz not null,
    -- When something in it was last changed, and how often that has happened: pages that show it listen for the number.
    changed_at timestamptz not null,
    changes integer not null default 0,
    -- How many chapters it has had: the next one's number. A number is never given again, so that an address stays true.
    numbered integer not null default 0
);
create index studies_of_owner on studies (owner_id, changed_at);
create index studies_public on studies (changed_at, id) where visibility = 'public';

-- Who may edit a study beside its owner.
create table study_editors (
    study_id text not null references studies (id) on delete cascade,
    player_id bigint not null references players (id),
    invited_at timestamptz not null,
    -- Null: they have not answered yet.
    accepted_at timestamptz,
    primary key (study_id, player_id)
);
create index study_editors_by_player on study_editors (player_id);

create table study_chapters (
    study_id text not null references studies (id) on delete cascade,
    number integer not null,
    -- Its place among the others; there may be gaps.
    position integer not null,
    name text not null,
    -- The game of this site that its turns come from; empty if from none that is known. Whoever played it may be renamed.
    game_id text not null default '',
    pgn text not null,
    -- What the board showed when it was saved: the node, and the seat at the lower edge.
    place text not null,
    side smallint not null,
    -- How often it was saved: whoever saves names the version that it comes from.
    version bigint not null default 1,
    changed_at timestamptz not null,
    -- Null: nobody who is still here.
    changed_by bigint references players (id),
    -- The first of the last versions that one after the other were all saved by the same.
    run_since bigint not null default 1,
    -- What lists show of it: the position on the board, and how many turns the main line has.
    variant text not null,
    fen text not null,
    turns integer not null,
    primary key (study_id, number)
);
create index study_chapters_of_game on study_chapters (game_id) where game_id <> '';
create index study_chapters_by_changer on study_chapters (changed_by) where changed_by is not null;

-- Who may do what: asked within the statements that show and that change something.
create function may_see_study(study text, player bigint) returns boolean language sql stable as $$
    select exists (select from studies where id = study and (visibility <> 'private' or owner_id = player))
        or exists (select from study_editors where study_id = study and player_id = player)
$$;
create function may_edit_study(study text, player bigint) returns boolean language sql stable as $$
    select exists (select from studies where id = study and owner_id = player)
        or exists (select from study_editors where study_id = study and player_id = player and accepted_at is not null)
$$;

-- What becomes of the studies of a player whose account is deleted, also by a server of the release before: those that others edit go to
-- the one who accepted first, the others with the account.
create function studies_of_deleted() returns trigger language plpgsql as $$
begin
    perform from studies where owner_id = new.player_id order by id for no key update;
    update studies s set owner_id = h.player_id from (
        select distinct on (e.study_id) e.study_id, e.player_id
        from studies o join study_editors e on e.study_id = o.id
        where o.owner_id = new.player_id and e.accepted_at is not null order by e.study_id, e.accepted_at, e.player_id
    ) h where s.id = h.study_id;
    delete from study_editors e using studies s where s.id = e.study_id and s.owner_id = e.player_id;
    delete from studies where owner_id = new.player_id;
    delete from study_editors where player_id = new.player_id;
    update study_chapters set changed_by = null where changed_by = new.player_id;
    return null;
end $$;
create trigger account_deletions_studies after update of done_at on account_deletions for each row
    when (old.done_at is null and new.done_at is not null) execute function studies_of_deleted();
