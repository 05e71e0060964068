-- Who becomes admin of a team, and when a team is disbanded, is decided by rules/team/succession.ts, in the transaction that changes the members
-- (actions/team/members.ts). The database refuses what would leave a team without an admin although a member has an open account.
--
-- Checked when the transaction commits, so that it may exchange admins in any order. The lock of the team row makes this correct under
-- concurrency: it is taken here if the transaction does not have it yet, and of two transactions that each take away one of two admins the second waits
-- and sees that none is left.
drop trigger member_administrator_lost on member;
drop trigger member_left on member;
drop trigger member_added on member;
drop trigger person_disabled on person;
drop function check_administrator_of_member();
drop function check_administrators_of_person();
drop function keep_administrator(integer, boolean);

create function refuse_without_administrator(given_team integer, has_lost boolean) returns void language plpgsql as $$
declare
  found_team team;
begin
  select * into found_team from team where id = given_team for no key update;
  if not found or found_team.disbanded_at is not null then return; end if;
  if exists (select 1 from member m join person p on p.id = m.person_id
    where m.team_id = given_team and m.is_administrator and p.disabled_at is null and p.deleted_at is null) then return; end if;
  -- Curators can form teams without an admin.
  if not (has_lost or found_team.formed_by = 'members' or exists (
    select 1 from member m where m.team_id = given_team and m.is_administrator and m.person_id is not null)) then return; end if;
  if exists (select 1 from member m join person p on p.id = m.person_id
    where m.team_id = given_team and p.disabled_at is null and p.deleted_at is null) then
    raise exception 'team % would have no admin', given_team using errcode = 'check_violation', constraint = 'team_administrator';
  end if;
end $$;

create function check_administrator_of_member() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform refuse_without_administrator(old.team_id, old.is_administrator and old.person_id is not null); end if;
  if tg_op <> 'DELETE' and (tg_op = 'INSERT' or new.team_id <> old.team_id)
    and exists (select 1 from team where id = new.team_id and formed_by = 'members') then perform refuse_without_administrator(new.team_id, false); end if;
  return null;
end $$;
create constraint trigger member_administrator_lost after update on member deferrable initially deferred for each row
  when (old.is_administrator and not new.is_administrator or new.person_id is distinct from old.person_id or new.team_id <> old.team_id)
  execute function check_administrator_of_member();
create constraint trigger member_left after delete on member deferrable initially deferred for each row
  execute function check_administrator_of_member();
create constraint trigger member_added after insert on member deferrable initially deferred for each row
  execute function check_administrator_of_member();

create function check_administrators_of_person() returns trigger language plpgsql as $$
declare
  affected member;
begin
  for affected in select * from member m where m.person_id = new.id order by m.team_id loop
    perform refuse_without_administrator(affected.team_id, affected.is_administrator);
  end loop;
  return null;
end $$;
create constraint trigger person_disabled after update on person deferrable initially deferred for each row
  when ((old.disabled_at is null and old.deleted_at is null) <> (new.disabled_at is null and new.deleted_at is null))
  execute function check_administrators_of_person();
