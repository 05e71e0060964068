-- A team that was busy when a place became free is considered when it is free again, as long as the place is: the worker looks for free places that
-- somebody waits for, because a team also becomes free by the clock, when its project is over. Teams can leave the waitlist of a project, and return.
-- Emails with an offer or an exchange say until when to answer.

alter table request add column left_waitlist_at timestamptz;

-- Choices that teams wait for now, in rounds with results: the conditions of offers until here (migration 0030).
create view waiting_choice as
  select q.id, q.round_id, q.team_id, q.project_id, m.mark is not distinct from 'preferred' as is_preferred, s.number, s.pseudonym
  from request q join round o on o.id = q.round_id and o.published_at is not null and o.ended_at is null
  join team t on t.id = q.team_id and t.disbanded_at is null
  join round_result s on s.round_id = q.round_id and s.team_id = q.team_id and not s.is_by_hand
  left join round_mark m on m.request_id = q.id
  left join current_work a on a.team_id = q.team_id
  left join request got on got.round_id = q.round_id and got.team_id = q.team_id and got.project_id = a.project_id and got.rank is not null
  where q.rank is not null and q.status in ('declined', 'superseded') and q.left_waitlist_at is null
    and m.mark is distinct from 'unsuitable' and case when a.id is null then s.rank is null or q.rank < s.rank else q.rank < got.rank end
    and not exists (select 1 from round_offer f where f.request_id = q.id and f.state <> 'withdrawn')
    and not exists (select 1 from pending_decision d where d.team_id = q.team_id and d.decision = 'approved');

-- Places without a team and without an open offer; null: no limit.
create function places_to_offer(given project) returns integer language sql stable as $$
  select given.team_limit - places_taken(given.id) - (select count(*) from round_offer f where f.project_id = given.id and f.state = 'open')::integer
$$;

create or replace function offer_places(given_project integer) returns void language plpgsql as $$
declare
  found_round round;
  found_project project;
  free integer;
begin
  select o.* into found_round from round o join project p on p.round_id = o.id
    where p.id = given_project and o.published_at is not null and o.ended_at is null for share of o;
  if not found then return; end if;
  select * into found_project from project where id = given_project and state = 'published' for no key update;
  if not found then return; end if;
  free := places_to_offer(found_project);
  if free <= 0 then return; end if;
  with made as (
    insert into round_offer (round_id, request_id, team_id, project_id, created_at, due_at)
    select found_round.id, w.id, w.team_id, given_project, now(), now() + found_round.offer_hours * interval '1 hour'
    from waiting_choice w where w.round_id = found_round.id and w.project_id = given_project
    order by w.is_preferred desc, w.number collate "C", w.pseudonym collate "C"
    limit free -- null: no limit
    returning request_id, team_id, due_at)
  insert into outbox (kind, person_id, data, created_at)
  select 'round_offer', reader.id,
    jsonb_build_object('round', found_round.slug, 'team', made.team_id, 'project', found_project.slug, 'until', made.due_at), now()
  from made join member x on x.team_id = made.team_id and x.is_administrator join person reader on reader.id = x.person_id and reader.deleted_at is null
  order by made.team_id, reader.id;
end $$;
