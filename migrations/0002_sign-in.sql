-- Sign-in: who people are at their identity providers, their sessions, and what happened.

alter table person
  add column disabled_at  timestamptz,
  -- The address an administrator imported this person with. Linking looks here, never at the contact e-mail people edit themselves.
  add column import_email text check (import_email = lower(import_email));
create index person_by_import_email on person (import_email);

create schema auth;

-- A person at a provider is (issuer, subject). Names and addresses there may change hands; these two do not.
create table auth.identity (
  id                integer generated always as identity primary key,
  person_id         integer not null references person,
  provider          text not null,
  issuer            text not null,
  subject           text not null,
  email             text,
  is_email_verified boolean not null default false,
  created_at        timestamptz not null,
  last_sign_in_at   timestamptz not null,
  unique (issuer, subject)
);
create index identity_by_person on auth.identity (person_id);

-- One row is one sign-in on one device: a family of refresh tokens of which only hashes are kept.
create table auth.session (
  sid           uuid primary key,
  id            integer generated always as identity unique, -- what people see
  person_id     integer not null references person,
  client_id     text not null,
  provider      text not null,
  auth_time     timestamptz not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz not null,
  last_seen_at  timestamptz not null,
  idle_until    timestamptz not null,
  ends_at       timestamptz not null,
  gen           integer not null default 1,
  confirmed_gen integer not null default 0,
  rotated_at    timestamptz not null,
  current_hash  bytea not null,
  previous_hash bytea,
  sealed        bytea, -- the present secret, readable only with the previous one
  revoked_at    timestamptz,
  revoked_why   text,
  device        text,
  network       text,
  check ((revoked_at is null) = (revoked_why is null)),
  check (confirmed_gen <= gen)
);
create index session_by_person on auth.session (person_id);

create table auth.code (
  hash           bytea primary key,
  client_id      text not null,
  redirect_uri   text not null,
  code_challenge text unique, -- a challenge is good for one sign-in
  nonce          text,
  person_id      integer not null references person,
  provider       text not null,
  auth_time      timestamptz not null,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  consumed_at    timestamptz,
  sid            uuid references auth.session on delete set null
);
create index code_by_age on auth.code (created_at);

create table auth.used_state (
  hash bytea primary key,
  at   timestamptz not null
);

create table auth.signing_key (
  kid            text primary key,
  alg            text not null,
  status         text not null check (status in ('next', 'current', 'previous', 'revoked')),
  public_jwk     jsonb not null check (not public_jwk ? 'd'),
  private_sealed bytea, -- gone once it no longer signs
  created_at     timestamptz not null,
  current_since  timestamptz,
  retired_at     timestamptz
);
create unique index signing_key_current on auth.signing_key (status) where status in ('current', 'next');

-- What every process must hear about at once: a session that ended.
create trigger session_ended after update of revoked_at on auth.session for each row
  when (new.revoked_at is not null) execute function note_change('session', 'id');
create trigger session_removed after delete on auth.session for each row execute function note_change('session', 'id');
create trigger session_emptied after truncate on auth.session for each statement execute function note_everything();

-- The audit log. Rows are only ever added, and each carries a hash over itself and the one before: a changed or missing row shows.
create table audit_event (
  seq        bigint primary key,
  at         timestamptz not null,
  actor_id   integer,
  sid        uuid,
  client_id  text,
  action     text not null,
  target     text,
  outcome    text not null check (outcome in ('success', 'failure')),
  code       text,
  network    text,
  agent      text,
  request_id text,
  detail     jsonb not null default '{}',
  previous   bytea not null,
  hash       bytea not null
);
create index audit_event_by_actor on audit_event (actor_id, seq);

create function audit_text(event audit_event) returns text language sql immutable as $$
  select jsonb_build_array(event.seq, extract(epoch from event.at), event.actor_id, event.sid, event.client_id, event.action, event.target,
    event.outcome, event.code, event.network, event.agent, event.request_id, event.detail)::text
$$;

create function chain_audit_event() returns trigger language plpgsql as $$
declare
  latest audit_event;
begin
  perform pg_advisory_xact_lock(7305813); -- one writer at a time, or two rows would follow the same one
  select * into latest from audit_event order by seq desc limit 1;
  new.seq := coalesce(latest.seq, 0) + 1;
  new.previous := coalesce(latest.hash, '\x00');
  new.hash := sha256(new.previous || convert_to(audit_text(new), 'UTF8'));
  return new;
end $$;
create trigger audit_event_chained before insert on audit_event for each row execute function chain_audit_event();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only ever added to';
end $$;
create trigger audit_event_kept before update or delete or truncate on audit_event
  for each statement execute function refuse_audit_change();
