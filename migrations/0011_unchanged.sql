-- An update that writes the same values is no change: cached responses stay, and no client has to ask again.
create or replace function note_change() returns trigger language plpgsql as $$
declare
  old_key integer;
  new_key integer;
begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  if tg_op <> 'INSERT' then execute format('select ($1).%I', tg_argv[1]) into old_key using old; end if;
  if tg_op <> 'DELETE' then execute format('select ($1).%I', tg_argv[1]) into new_key using new; end if;
  if new_key is not null then insert into change (kind, key) values (tg_argv[0], new_key); end if;
  if old_key is not null and old_key is distinct from new_key then insert into change (kind, key) values (tg_argv[0], old_key); end if;
  return null;
end $$;
