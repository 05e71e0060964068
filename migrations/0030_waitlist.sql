-- Places of a published round that become free are offered to waiting teams, in the transaction that frees them, however it happens: a team
-- moves, leaves or is disbanded, a limit is raised, an offer is declined or expires.
--
-- A team waits for choices it ranked above what it has or, if it has left that, above what it got, unless they are unsuitable or were offered to it before (an offer that lost its place does not count); one that was placed by hand, or
-- works on a project it did not choose, waits for nothing. The strongest claim is first: preferred before unmarked, then the smaller lottery
-- number, as by nextOffers in rules/placement/waitlist.ts (a test compares both).

-- What teams work on: assignments to projects that are over are not closed by themselves.
create view current_work as
  select a.id, a.team_id, a.project_id from assignment a join project p on p.id = a.project_id
  where a.ended_at is null and (p.date_end is null or p.date_end >= current_date);

create function offer_places(given_project integer) returns void language plpgsql as $$
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
  free := found_project.team_limit - places_taken(given_project)
    - (select count(*) from round_offer f where f.project_id = given_project and f.state = 'open');
  if free <= 0 then return; end if;
  with made as (
    insert into round_offer (round_id, request_id, team_id, project_id, created_at, due_at)
    select found_round.id, q.id, q.team_id, given_project, now(), now() + found_round.offer_hours * interval '1 hour'
    from request q join team t on t.id = q.team_id and t.disbanded_at is null
    join round_result s on s.round_id = q.round_id and s.team_id = q.team_id and not s.is_by_hand
    left join round_mark m on m.request_id = q.id
    left join current_work a on a.team_id = q.team_id
    left join request got on got.round_id = q.round_id and got.team_id = q.team_id and got.project_id = a.project_id and got.rank is not null
    where q.round_id = found_round.id and q.project_id = given_project and q.rank is not null and q.status in ('declined', 'superseded')
      and m.mark is distinct from 'unsuitable' and case when a.id is null then s.rank is null or q.rank < s.rank else q.rank < got.rank end
      and not exists (select 1 from round_offer f where f.request_id = q.id and f.state <> 'withdrawn')
      and not exists (select 1 from pending_decision d where d.team_id = q.team_id and d.decision = 'approved')
    order by (m.mark is not distinct from 'preferred') desc, s.number collate "C", s.pseudonym collate "C"
    limit free -- null: no limit
    returning request_id, team_id)
  insert into outbox (kind, person_id, data, created_at)
  select 'round_offer', reader.id, jsonb_build_object('round', found_round.slug, 'team', made.team_id, 'project', found_project.slug), now()
  from made join member x on x.team_id = made.team_id and x.is_administrator join person reader on reader.id = x.person_id and reader.deleted_at is null
  order by made.team_id, reader.id;
end $$;

create function offer_freed_place() returns trigger language plpgsql as $$
begin
  perform offer_places(old.project_id);
  return null;
end $$;
create constraint trigger assignment_freed after update on assignment deferrable initially deferred for each row
  when (old.ended_at is null and new.ended_at is not null) execute function offer_freed_place();
create constraint trigger assignment_removed after delete on assignment deferrable initially deferred for each row
  when (old.ended_at is null) execute function offer_freed_place();
create constraint trigger round_offer_ended after update on round_offer deferrable initially deferred for each row
  when (old.state = 'open' and new.state in ('declined', 'expired', 'withdrawn')) execute function offer_freed_place();

create function offer_added_places() returns trigger language plpgsql as $$
begin
  perform offer_places(new.id);
  return null;
end $$;
create constraint trigger project_raised after update on project deferrable initially deferred for each row
  when (new.round_id is not null and (old.team_limit, old.state) is distinct from (new.team_limit, new.state)) execute function offer_added_places();

-- Whether an offer for this choice is still one: the team exists, and has no work, or work on a choice that it ranked lower.
create function is_offer_wanted(given_request integer) returns boolean language sql stable as $$
  select t.disbanded_at is null and not exists (
    select 1 from current_work a where a.team_id = q.team_id and not exists (
      select 1 from request got where got.round_id = q.round_id and got.team_id = q.team_id and got.project_id = a.project_id and got.rank > q.rank))
  from request q join team t on t.id = q.team_id where q.id = given_request
$$;

create function end_unwanted_offers(given_team integer, given_at timestamptz) returns void language sql volatile as $$
  update round_offer set state = 'withdrawn', ended_at = given_at where team_id = given_team and state = 'open' and not is_offer_wanted(request_id)
$$;

-- However a team gets work: decision, move by hand, offer, exchange, import.
create function end_offers_of_assigned() returns trigger language plpgsql as $$
begin
  perform end_unwanted_offers(new.team_id, new.assigned_at);
  return null;
end $$;
create trigger assignment_given after insert or update of ended_at on assignment for each row
  when (new.ended_at is null) execute function end_offers_of_assigned();

create function end_offers_of_disbanded() returns trigger language plpgsql as $$
begin
  perform end_unwanted_offers(new.id, new.disbanded_at);
  return null;
end $$;
create trigger team_offers_ended after update of disbanded_at on team for each row
  when (old.disbanded_at is null and new.disbanded_at is not null) execute function end_offers_of_disbanded();
