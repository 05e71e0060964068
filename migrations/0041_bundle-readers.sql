-- Who may read the published file of a round. Files that are published already stay public until curators change it.
alter table round add column bundle_for text not null default 'everyone' check (bundle_for in ('everyone', 'participants'));

-- Teams and choices that took no part when the draft was made: the next draft records what differs as made after a look at the result.
alter table round_draft add column excluded jsonb not null default '[]';
