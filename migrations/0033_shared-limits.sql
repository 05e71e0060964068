-- What callers have spent of their rate limits, for all processes of a directory. Unlogged: nothing waits for the disk, and after a crash
-- limits begin again. `key` is an HMAC of the limit and the caller with the secret below: no address is stored.
-- full_at: when the leaky bucket of this caller is empty again. added_ms: what the last exchange added; on conflict reads it.
create unlogged table rate_limit (
  key      text collate "C" primary key,
  full_at  timestamptz not null,
  added_ms double precision not null default 0
) with (fillfactor = 50);

create table rate_limit_secret (
  is_only boolean primary key default true check (is_only),
  secret  bytea not null
);
insert into rate_limit_secret (secret) values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- Spends one unit of each of these limits if all of them allow it, else of none. `ahead_ms`: how long each bucket needs to empty itself then.
create function spend_rate_limits(keys text[], interval_ms double precision[], tolerance_ms double precision[],
    out is_allowed boolean, out ahead_ms double precision[]) language plpgsql as $$
declare
  at timestamptz;
begin
  -- Locks the rows, in the order of their keys.
  insert into rate_limit as r (key, full_at) select k, 'epoch' from unnest(keys) as k order by k
    on conflict (key) do update set full_at = r.full_at;
  at := clock_timestamp();
  select bool_and(o.ahead + o.step <= o.tolerance), array_agg(o.ahead order by o.n) into is_allowed, ahead_ms from (
    select w.n, w.step, w.tolerance, greatest(extract(epoch from r.full_at - at) * 1000, 0)::double precision as ahead
    from unnest(keys, interval_ms, tolerance_ms) with ordinality as w (key, step, tolerance, n) join rate_limit r on r.key = w.key) as o;
  if not is_allowed then return; end if;
  select array_agg(a + s order by n) into ahead_ms from unnest(ahead_ms, interval_ms) with ordinality as w (a, s, n);
  update rate_limit r set full_at = at + w.ahead * interval '1 ms' from unnest(keys, ahead_ms) as w (key, ahead) where r.key = w.key;
end $$;
