-- A decision takes effect when its undo window ends. Until then it is known to curators only, and the request stays submitted.
create table pending_decision (
  request_id integer primary key references request on delete cascade,
  project_id integer not null references project on delete cascade,
  team_id    integer not null references team on delete cascade,
  decision   text not null check (decision in ('approved', 'declined')),
  reason_id  integer references refusal_reason,
  comment    text,
  actor_id   integer references person,
  decided_at timestamptz not null,
  due_at     timestamptz not null,
  tried_at   timestamptz, -- of the last attempt that failed
  problem    text,        -- and the code of its refusal
  check (decision <> 'declined' or reason_id is not null)
);
create index pending_decision_by_due on pending_decision (due_at);
create index pending_decision_by_project on pending_decision (project_id);
create index pending_decision_by_reason on pending_decision (reason_id);
-- A team is promised one project at a time.
create unique index pending_decision_by_team on pending_decision (team_id) where decision = 'approved';

-- Consoles refresh. The event has no details, and no answer to members changes.
create trigger pending_decision_changed after insert or update or delete on pending_decision for each row execute function note_change('project', 'project_id');
create trigger pending_decision_emptied after truncate on pending_decision for each statement execute function note_everything();

-- A request that was withdrawn or superseded has nothing pending.
create function drop_pending_decision() returns trigger language plpgsql as $$
begin
  delete from pending_decision where request_id = new.id;
  return null;
end $$;
create trigger request_pending after update of status on request for each row
  when (new.status <> 'submitted') execute function drop_pending_decision();

-- Requests as curators see them. The other requests of a team that is promised a project will be superseded.
create view reviewed_request as
  select r.id, r.team_id, r.project_id, r.message, r.created_at, coalesce(d.decided_at, o.decided_at, r.updated_at) as updated_at,
    case when o.request_id is not null then 'superseded' else coalesce(d.decision, r.status) end as status,
    coalesce(d.decided_at, o.decided_at, r.decided_at) as decided_at,
    case when d.request_id is null then r.reason_id else d.reason_id end as reason_id,
    case when d.request_id is null then r.comment else d.comment end as comment,
    d.due_at, d.problem
  from request r left join pending_decision d on d.request_id = r.id
  left join pending_decision o on r.status = 'submitted' and o.decision = 'approved' and o.team_id = r.team_id and o.request_id <> r.id
    and d.request_id is null;

-- Teams at work and teams that are promised a place.
create function places_taken(project integer) returns integer language sql stable as $$
  select (select count(*) from assignment a where a.project_id = project and a.ended_at is null)::integer
    + (select count(*) from pending_decision d where d.project_id = project and d.decision = 'approved')::integer
$$;
