-- Why an email from outside waits for review, and that nobody decided about it in time, are codes, too (migration 0039).

update outbox set reason = case
    when reason = 'not decided about in time' then 'not_reviewed'
    when reason like 'more than % an hour from this address' then 'writer_limit'
    when reason like 'more than % a day in all' then 'daily_limit'
    when reason ~ '^[0-9]+ links$' then 'many_links'
    else reason end
  where kind = 'contact' and reason is not null;

-- As before (migration 0036), but for the codes.
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
    if found then why := 'writer_limit'; end if;
  end if;
  if why is null and of_all is not null then
    perform from outbox where kind = 'contact' and created_at > at - interval '1 day' offset of_all - 1 limit 1;
    if found then why := 'daily_limit'; end if;
  end if;
  insert into outbox (kind, data, created_at, request_id, fingerprint, state, reason)
  values ('contact', letter, at, request, print, case when why is null then 'queued' else 'review' end, why) returning id into number;
  return number;
end $$;
