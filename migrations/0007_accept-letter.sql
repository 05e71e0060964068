-- A letter from outside in one call, and so in one trip to the database: it costs half of what begin, lock, insert and commit did.
-- The same again within ten minutes is the same letter. What is suspicious, or one too many, waits for somebody to look: `why` says so.
create function accept_letter(letter jsonb, print bytea, request text, at timestamptz, why text, of_writer integer, of_all integer)
returns bigint language plpgsql volatile as $$
declare
  reply_to text := lower(letter ->> 'email');
  number   bigint;
begin
  -- Letters of one reply address come one after another, and each statement from here on sees what it waited for. What everybody writes in
  -- a day is counted without a lock: a few too many do no harm, and all would wait for all.
  perform pg_advisory_xact_lock(hashtextextended('letter ' || reply_to, 0));
  select id into number from outbox where fingerprint = print and created_at > at - interval '10 minutes' order by id limit 1;
  if found then return number; end if;
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
