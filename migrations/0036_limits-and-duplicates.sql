-- When a counter was last written, by the clock of the server. After the clock was set back this is in the future: then no time has passed, and a
-- caller is not refused until the clock has caught up.
alter table rate_limit add column written_at timestamptz not null default now();

create or replace function spend_rate_limits(keys text[], interval_ms double precision[], tolerance_ms double precision[],
    out is_allowed boolean, out ahead_ms double precision[]) language plpgsql as $$
declare
  at timestamptz;
begin
  -- Locks the rows, in the order of their keys.
  insert into rate_limit as r (key, full_at, written_at)
    select k, 'epoch', clock_timestamp() from (select distinct unnest(keys) collate "C" as k) as one order by k
    on conflict (key) do update
      set full_at = r.full_at - greatest(r.written_at - clock_timestamp(), interval '0'), written_at = clock_timestamp();
  at := clock_timestamp();
  select bool_and(o.ahead + o.step <= o.tolerance), array_agg(o.ahead order by o.n) into is_allowed, ahead_ms from (
    select w.n, w.step, w.tolerance, greatest(extract(epoch from r.full_at - at) * 1000, 0)::double precision as ahead
    from unnest(keys, interval_ms, tolerance_ms) with ordinality as w (key, step, tolerance, n) join rate_limit r on r.key = w.key) as o;
  if not is_allowed then return; end if;
  select array_agg(a + s order by n) into ahead_ms from unnest(ahead_ms, interval_ms) with ordinality as w (a, s, n);
  update rate_limit r set full_at = at + w.ahead * interval '1 ms' from unnest(keys, ahead_ms) as w (key, ahead) where r.key = w.key;
end $$;

-- A contact email that is there already is acknowledged again. Its first call may have ended as unknown because no standby had confirmed it, so
-- this one waits for the standby too: it writes to the log.
create or replace function accept_letter(letter jsonb, print bytea, request text, at timestamptz, why text, of_writer integer, of_all integer)
returns bigint language plpgsql volatile as $$
declare
  reply_to text := lower(letter ->> 'email');
  number   bigint;
begin
  -- Emails of one reply address come one after another, and each statement from here on sees what it waited for. What everybody writes in
  -- a day is counted without a lock: a few too many do no harm, and all would wait for all.
  perform pg_advisory_xact_lock(hashtextextended('letter ' || reply_to, 0));
  select id into number from outbox where fingerprint = print and created_at > at - interval '10 minutes' order by id limit 1;
  if found then
    perform pg_logical_emit_message(true, 'projectory', '');
    return number;
  end if;
  -- Counted up to the limit only: beyond it nobody has to know. Without a limit (null) there is nothing to count.
  if why is null and of_writer is not null then
    perform from outbox where kind = 'contact' and lower(data ->> 'email') = reply_to and created_at > at - interval '1 hour'
      offset of_writer - 1 limit 1;
    if found then why := format('more than %s an hour from this address', of_writer); end if;
  end if;
  if why is null and of_all is not null then
    perform from outbox where kind = 'contact' and created_at > at - interval '1 day' offset of_all - 1 limit 1;
    if found then why := format('more than %s a day in all', of_all); end if;
  end if;
  insert into outbox (kind, data, created_at, request_id, fingerprint, state, reason)
  values ('contact', letter, at, request, print, case when why is null then 'queued' else 'review' end, why) returning id into number;
  return number;
end $$;
