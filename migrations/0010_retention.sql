-- Every growing table has a limit per owner and a time after which rows are removed (store/retention/retention.ts).

create index idempotency_by_scope on idempotency (scope, created_at);
create index audit_event_of_actor on audit_event (actor_id, action, at) where actor_id is not null;
create index audit_event_of_network on audit_event (network, action, at) where actor_id is null;

-- The audit log is kept for 400 days. The last removed row is the anchor of the hash chain: the first remaining row must follow it.
create table audit_anchor (
  is_only boolean primary key default true check (is_only),
  seq     bigint not null,
  hash    bytea not null
);

create or replace function chain_audit_event() returns trigger language plpgsql as $$
declare
  latest record;
begin
  perform pg_advisory_xact_lock(7305813); -- one writer at a time, or two rows would follow the same one
  select seq, hash into latest from audit_event order by seq desc limit 1;
  if not found then select seq, hash into latest from audit_anchor; end if;
  new.seq := coalesce(latest.seq, 0) + 1;
  new.previous := coalesce(latest.hash, '\x00');
  new.hash := sha256(new.previous || convert_to(audit_text(new), 'UTF8'));
  return new;
end $$;

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('projectory.removes_old_audit', true) = 'on' then return null; end if;
  raise exception 'the audit log is only ever added to';
end $$;

-- Removes at most `most` rows from the beginning of the log, and only rows older than 400 days. Returns how many.
create function remove_old_audit(most integer) returns bigint language plpgsql as $$
declare
  last    audit_event;
  removed bigint;
begin
  perform pg_advisory_xact_lock(7305813);
  select * into last from audit_event
    where seq < coalesce((select min(seq) from audit_event where at >= now() - interval '400 days'), 9223372036854775807)
      and seq < (select min(seq) + most from audit_event)
    order by seq desc limit 1;
  if not found then return 0; end if;
  perform set_config('projectory.removes_old_audit', 'on', true);
  delete from audit_event where seq <= last.seq;
  get diagnostics removed = row_count;
  perform set_config('projectory.removes_old_audit', 'off', true);
  insert into audit_anchor (seq, hash) values (last.seq, last.hash)
    on conflict (is_only) do update set seq = excluded.seq, hash = excluded.hash;
  return removed;
end $$;
