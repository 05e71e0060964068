-- Mail: each row of outbox is a letter that has to leave, with everything that happens to it.

alter table outbox
  add column state        text not null default 'queued',
  add column attempt      integer not null default 0,       -- counts claims; a worker writes only under the number it claimed
  add column tries        integer not null default 0,       -- of these, how many count against the limit
  add column is_committed boolean not null default false,   -- its bytes began to leave: from here on the other side may have it
  add column lease_until  timestamptz,                      -- by the clock of the database
  add column due_at       timestamptz,                      -- not before; null: at once
  add column ended_at     timestamptz,
  add column reason       text,                             -- why it stands where it stands, for whoever runs the directory
  add column fingerprint  bytea,                            -- of a letter from outside: the same again is the same letter
  add column bundle_id    bigint references outbox on delete set null,
  add column request_id   text,
  add constraint outbox_state check (state in
    ('queued', 'held', 'review', 'sending', 'deferred', 'sent', 'failed', 'unknown', 'dead', 'bundled', 'cancelled')),
  add constraint outbox_lease check ((state = 'sending') = (lease_until is not null)),
  add constraint outbox_end check ((state in ('sent', 'failed', 'unknown', 'dead', 'bundled', 'cancelled')) = (ended_at is not null));

create index outbox_waiting on outbox (coalesce(due_at, created_at), id) where state in ('queued', 'deferred');
create index outbox_sending on outbox (lease_until) where state = 'sending';
create index outbox_held on outbox (person_id, due_at) where state = 'held';
create index outbox_from_outside on outbox (created_at) where kind = 'contact';
create index outbox_by_writer on outbox (lower(data ->> 'email'), created_at) where kind = 'contact';
create index outbox_by_fingerprint on outbox (fingerprint, created_at) where fingerprint is not null;
create index outbox_by_person on outbox (person_id, created_at) where person_id is not null;
create index outbox_by_bundle on outbox (bundle_id) where bundle_id is not null; -- or each letter removed would be looked for in all others
create index outbox_ended on outbox (ended_at) where ended_at is not null;

-- Which way a letter may go. What was sent is sent; what ended otherwise only goes on by the hand of an operator, back to the queue.
create function refuse_outbox_step() returns trigger language plpgsql as $$
begin
  if not (case old.state
    when 'queued'   then new.state in ('sending', 'cancelled')
    when 'deferred' then new.state in ('sending', 'cancelled', 'queued')
    when 'held'     then new.state in ('bundled', 'cancelled', 'queued')
    when 'review'   then new.state in ('queued', 'cancelled')
    when 'sending'  then new.state in ('sent', 'deferred', 'failed', 'unknown', 'dead', 'held', 'cancelled')
    when 'sent'     then false
    when 'bundled'  then false
    else new.state = 'queued'
  end) then
    raise exception 'mail % is % and cannot become %', old.id, old.state, new.state using errcode = 'check_violation', constraint = 'outbox_step';
  end if;
  return new;
end $$;
create trigger outbox_step before update of state on outbox for each row
  when (old.state is distinct from new.state) execute function refuse_outbox_step();

create table mail_attempt (
  mail_id    bigint not null references outbox on delete cascade,
  attempt    integer not null,
  started_at timestamptz not null,
  ended_at   timestamptz,
  outcome    text,  -- the state it led to
  reply      text,  -- what the other side said, or what happened
  primary key (mail_id, attempt)
);

-- Addresses that were refused for good; after the second time nothing is sent there any more.
create table mail_bounce (
  address text primary key check (address = lower(address)),
  count   integer not null default 1,
  reply   text not null,
  last_at timestamptz not null
);

-- What people want to hear of, and the token in the links that turn it off. Whoever has it can do nothing else.
create table notification (
  person_id integer primary key references person on delete cascade,
  token     uuid not null unique default gen_random_uuid(),
  choices   jsonb not null default '{}'
);
