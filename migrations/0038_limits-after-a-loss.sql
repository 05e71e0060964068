-- Exact limits after the table was emptied, as unlogged tables are by a crash of the server: each process says how long it knows a bucket to need
-- until it is empty. The function without `known_ms` is for processes of the version before.
create function spend_rate_limits(keys text[], interval_ms double precision[], tolerance_ms double precision[], known_ms double precision[],
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
    select w.n, w.step, w.tolerance, greatest(extract(epoch from r.full_at - at) * 1000, w.known, 0)::double precision as ahead
    from unnest(keys, interval_ms, tolerance_ms, known_ms) with ordinality as w (key, step, tolerance, known, n)
      join rate_limit r on r.key = w.key) as o;
  if not is_allowed then return; end if;
  select array_agg(a + s order by n) into ahead_ms from unnest(ahead_ms, interval_ms) with ordinality as w (a, s, n);
  update rate_limit r set full_at = at + w.ahead * interval '1 ms' from unnest(keys, ahead_ms) as w (key, ahead) where r.key = w.key;
end $$;
