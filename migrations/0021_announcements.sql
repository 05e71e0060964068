-- Announcements of curators, and the daily email about waiting applications. No change feed: nothing public depends on either.

create table announcement (
  id          integer generated always as identity primary key,
  subject     text not null,
  body        text not null,               -- Markdown
  audience    jsonb not null,
  author_id   integer references person,
  state       text not null default 'preparing' check (state in ('preparing', 'ready', 'recalling', 'recalled')),
  created_at  timestamptz not null,
  send_at     timestamptz not null,        -- its emails are held in the outbox until then
  last_person integer not null default 0,  -- recipients up to this id are in announcement_recipient
  recipients  integer not null default 0,  -- how many of them got a row in the outbox
  recalled_at timestamptz,
  recalled_by integer references person,
  figures     jsonb,                       -- delivery, once the recipients are removed
  check ((state in ('recalling', 'recalled')) = (recalled_at is not null))
);
create index announcement_under_way on announcement (id) where state in ('preparing', 'recalling');
create index announcement_by_time on announcement (created_at);

-- The key is why nobody gets an announcement twice, however often its preparation is interrupted.
create table announcement_recipient (
  announcement_id integer not null references announcement on delete cascade,
  person_id       integer not null references person on delete cascade,
  mail_id         bigint references outbox on delete cascade, -- null: the person had turned announcements off
  primary key (announcement_id, person_id)
);
create index announcement_recipient_by_person on announcement_recipient (person_id);
create index announcement_recipient_by_mail on announcement_recipient (mail_id);

-- The days on which a curator got the list of waiting applications.
create table application_digest (
  person_id integer not null references person on delete cascade,
  day       date not null,
  primary key (person_id, day)
);
create index application_digest_by_day on application_digest (day);
