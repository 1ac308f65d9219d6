-- What its maker is told of a challenge that did not become a game.
alter table challenges
    -- Nobody answered it in time. Its state is 'withdrawn' then: that is what a server of the release before can read.
    add column expired boolean not null default false,
    -- Its maker has seen the answer and wants it out of their list.
    add column answer_dismissed boolean not null default false;

-- The answers of late that a player is told of.
create index challenges_answered on challenges (challenger, answered_at)
    where (state = 'declined' or expired) and not answer_dismissed;
