-- Rows of the audit log are removed only when a sealed file has them (run/audit/export.ts). This is the list of these files.
create table audit_export (
  number    integer primary key check (number >= 1),
  name      text not null unique, -- of the file in DATA_DIR/audit, or below audit/ in FILES_URL
  sha256    text not null check (sha256 ~ '^[0-9a-f]{64}$'), -- of the file
  first_seq bigint not null,
  last_seq  bigint not null check (last_seq >= first_seq),
  at        timestamptz not null default now()
);

-- No gap and no overlap: a process that was paused while another one exported the same rows cannot record its file.
create function check_audit_export() returns trigger language plpgsql as $$
declare
  latest record;
begin
  select number, last_seq into latest from audit_export order by number desc limit 1;
  if not found then select 0 as number, coalesce((select seq from audit_anchor), 0) as last_seq into latest; end if;
  if new.number <> latest.number + 1 or new.first_seq <> latest.last_seq + 1 then
    raise exception 'export % of the audit log does not follow export %', new.number, latest.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger audit_export_follows before insert on audit_export for each row execute function check_audit_export();

create function refuse_export_change() returns trigger language plpgsql as $$
begin
  raise exception 'the list of exports of the audit log is only ever added to';
end $$;
create trigger audit_export_kept before update or delete or truncate on audit_export
  for each statement execute function refuse_export_change();

-- Removes at most `most` rows from the beginning of the log: only those up to `up_to`, older than `before`, and exported. Returns how many.
create function cut_exported_audit(up_to bigint, before timestamptz, most integer) returns bigint language plpgsql as $$
declare
  last    audit_event;
  removed bigint;
begin
  perform pg_advisory_xact_lock(7305813);
  select * into last from audit_event
    where seq <= least(up_to, (select coalesce(max(last_seq), 0) from audit_export))
      and seq < coalesce((select min(seq) from audit_event where at >= before), 9223372036854775807)
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

-- Called every hour by processes of the previous version, which kept the log for 400 days.
create or replace function remove_old_audit(most integer) returns bigint language sql as $$ select 0::bigint $$;
