-- Emails of an import that are sent later: when a curator says so, each member who is still in their team gets theirs.
create table import_email (
  id         integer generated always as identity primary key,
  created_at timestamptz not null,
  author_id  integer references person on delete set null, -- null: the command line
  members    integer[] not null check (cardinality(members) > 0),
  ended_at   timestamptz,                                  -- null: they wait
  ended_by   integer references person on delete set null,
  is_sent    boolean not null default false,               -- false and ended: they are not sent
  constraint import_email_end check (ended_at is not null or not is_sent)
);
create index import_email_by_author on import_email (author_id);
create index import_email_by_ender on import_email (ended_by);
create index import_email_ended on import_email (ended_at);
