-- A round whose lottery cannot be decrypted any more, because the master key is lost, can be abandoned: it ends without results. Its choices stay and are
-- decided one by one.

alter table round add column abandoned_at timestamptz;
do $$
declare
  found text;
begin
  select conname into strict found from pg_constraint
    where conrelid = 'round'::regclass and contype = 'c' and pg_get_constraintdef(oid) = 'CHECK (((ended_at IS NULL) OR (published_at IS NOT NULL)))';
  execute format('alter table round drop constraint %I', found);
end $$;
alter table round
  add check (ended_at is null or published_at is not null or abandoned_at is not null),
  add check (abandoned_at is null or ended_at is not null and published_at is null);
