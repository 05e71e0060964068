-- The day of the directory, for rules that the database applies itself: current_date is the day of the session, UTC.
--
-- TIME_ZONE of the environment comes before the setting, as in rules/settings/settings.ts; a service writes it here when it starts.
alter table setting add fixed_time_zone text;

create function directory_today() returns date language plpgsql stable as $$
declare
  zone text;
begin
  select coalesce(fixed_time_zone, document->>'timeZone') into zone from setting;
  return (now() at time zone coalesce(zone, 'UTC'))::date;
exception when invalid_parameter_value then return (now() at time zone 'UTC')::date; -- a name that this PostgreSQL does not know
end $$;

-- As before, with that day.
create or replace view current_work as
  select a.id, a.team_id, a.project_id from assignment a join project p on p.id = a.project_id
  where a.ended_at is null and (p.date_end is null or p.date_end >= (select directory_today()));

create or replace function keep_administrator(given_team integer, has_lost boolean) returns void language plpgsql as $$
declare
  found_team team;
  heir member;
begin
  select * into found_team from team where id = given_team for no key update;
  if not found or found_team.disbanded_at is not null then return; end if;
  loop
    if exists (select 1 from member m join person p on p.id = m.person_id
      where m.team_id = given_team and m.is_administrator and p.disabled_at is null and p.deleted_at is null) then return; end if;
    -- Curators can form teams without an administrator: those stay as they are.
    if not (has_lost or found_team.formed_by = 'members' or exists (
      select 1 from member m where m.team_id = given_team and m.is_administrator and m.person_id is not null)) then return; end if;
    select m.* into heir from member m join person p on p.id = m.person_id
      where m.team_id = given_team and p.disabled_at is null and p.deleted_at is null
      order by exists (select 1 from pending_team_change d where d.member_id = m.id), m.created_at, m.id limit 1; -- last: who is being removed
    exit when not found;
    update member set is_administrator = true where id = heir.id and person_id = heir.person_id;
    -- Not found: removed by a transaction that has just committed. The next one is looked for.
    if found then
      update team set updated_at = now() where id = given_team;
      insert into outbox (kind, person_id, data, created_at) values ('team_admin', heir.person_id, jsonb_build_object('team', given_team), now());
      return;
    end if;
  end loop;
  -- Nobody can act for the team. The one whose last member has left is disbanded, unless it works on a project that is not over: then a
  -- curator decides.
  if found_team.formed_by = 'members'
    and not exists (select 1 from member m left join person p on p.id = m.person_id where m.team_id = given_team and p.deleted_at is null)
    and not exists (select 1 from assignment a join project o on o.id = a.project_id
      where a.team_id = given_team and a.ended_at is null and (o.date_end is null or o.date_end >= directory_today())) then
    update assignment set ended_at = now(), outcome = 'finished' where team_id = given_team and ended_at is null;
    with withdrawn as (
      update request set status = 'withdrawn', updated_at = now() where team_id = given_team and status = 'submitted' returning id)
    insert into request_transition (request_id, from_status, to_status, at) select id, 'submitted', 'withdrawn', now() from withdrawn order by id;
    update team set disbanded_at = now(), is_looking = false, updated_at = now() where id = given_team;
  end if;
end $$;
