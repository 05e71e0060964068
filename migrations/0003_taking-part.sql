-- Taking part: applications with files, results, profiles; what makes repeated calls harmless.

alter table person
  add column language   text check (language in ('en', 'ru')),
  add column deleted_at timestamptz; -- anonymised; the row stays for history's sake

-- A new contact address waits here until the link mailed to it is opened.
create table email_change (
  person_id  integer primary key references person on delete cascade,
  email      text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- A picture people uploaded, re-encoded in two sizes; what a provider gave is an address in person.avatar.
create table avatar (
  person_id  integer primary key references person on delete cascade,
  small      text not null check (small ~ '^[0-9a-f]{64}$'),
  large      text not null check (large ~ '^[0-9a-f]{64}$'),
  mime       text not null,
  created_at timestamptz not null
);

-- Only a waiting request can move on; whoever is late finds it decided.
create function refuse_request_step() returns trigger language plpgsql as $$
begin
  if old.status <> 'submitted' then
    raise exception 'request % is % and cannot become %', old.id, old.status, new.status using errcode = 'check_violation', constraint = 'request_step';
  end if;
  return new;
end $$;
create trigger request_step before update of status on request for each row
  when (old.status is distinct from new.status) execute function refuse_request_step();

alter table request_transition add column reason_id integer references refusal_reason;
create index file_by_team on file (team_id);
create index link_by_team on link (team_id);

-- Bytes that lie in the file store. A row comes after its bytes, so bytes without a row are only ever left over; they go after a day of rest.
create table blob (
  sha256     text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  size       bigint not null check (size >= 0),
  created_at timestamptz not null default now()
);
insert into blob (sha256, size, created_at) select sha256, max(size), min(created_at) from file_version group by sha256;

create table orphan (
  sha256  text primary key,
  seen_at timestamptz not null
);

-- Which store of bytes belongs to this database: a sweeper that looks at another one must not touch anything.
create table file_store (
  is_only  boolean primary key default true check (is_only),
  identity uuid not null default gen_random_uuid()
);
insert into file_store default values;

-- The answer of a call that named an Idempotency-Key, written together with what it did.
create table idempotency (
  scope       text not null,
  key         text not null,
  fingerprint bytea not null,
  status      integer,
  headers     jsonb,
  body        text,
  created_at  timestamptz not null,
  primary key (scope, key)
);
create index idempotency_by_age on idempotency (created_at);

-- Mail that has to leave, written in the transaction that causes it.
create table outbox (
  id         bigint generated always as identity primary key,
  kind       text not null,
  person_id  integer references person,
  address    text,
  data       jsonb not null default '{}',
  created_at timestamptz not null
);

create trigger avatar_changed after insert or update or delete on avatar for each row execute function note_change('person', 'person_id');
create trigger email_change_changed after insert or update or delete on email_change for each row execute function note_change('person', 'person_id');

create trigger avatar_emptied after truncate on avatar for each statement execute function note_everything();
create trigger email_change_emptied after truncate on email_change for each statement execute function note_everything();
create index file_version_by_sha256 on file_version (sha256);

-- Links that were taken away, for a month: taking one away again then gets the same answer instead of "no such link".
create table removed_link (
  id         integer primary key,
  project_id integer not null references project on delete cascade,
  removed_at timestamptz not null
);
create index removed_link_by_age on removed_link (removed_at);
create index removed_link_by_project on removed_link (project_id);

-- Places: whoever gives a project to a team, and however, there are never more teams at work than places.
create function refuse_crowding() returns trigger language plpgsql as $$
declare
  places integer;
begin
  select team_limit into places from project where id = new.project_id for no key update;
  if (select count(*) from assignment where project_id = new.project_id and ended_at is null) >= places then
    raise exception 'project % has % places', new.project_id, places using errcode = 'check_violation', constraint = 'project_places';
  end if;
  return new;
end $$;
create trigger assignment_place before insert on assignment for each row when (new.ended_at is null) execute function refuse_crowding();
