-- Who is responsible: the curator of a project and the reviewer of an application, as people. The free text project.curator stays: it is public.

alter table project add column curator_id integer references person;
create index project_by_curator on project (curator_id) where curator_id is not null;

-- Null: the curator of the project reviews the application.
alter table request add column reviewer_id integer references person;
create index request_by_reviewer on request (reviewer_id) where reviewer_id is not null;

-- The group or year of a person, for curators only.
alter table person add column group_name text check (group_name <> '' and length(group_name) <= 60);
create index person_by_group on person (lower(group_name)) where group_name is not null;

-- A person who may no longer use the console is not responsible for anything, however the access was taken: console, command line, import.
create function clear_responsibility() returns trigger language plpgsql as $$
begin
  update project set curator_id = null where curator_id = new.id;
  update request set reviewer_id = null where reviewer_id = new.id;
  return null;
end $$;
create trigger person_responsibility after update of access, disabled_at on person for each row
  when (old.access <> 'member' and old.disabled_at is null and (new.access = 'member' or new.disabled_at is not null))
  execute function clear_responsibility();

create or replace view reviewed_request as
  select r.id, r.team_id, r.project_id, r.message, r.created_at, coalesce(d.decided_at, o.decided_at, r.updated_at) as updated_at,
    case when o.request_id is not null then 'superseded' else coalesce(d.decision, r.status) end as status,
    coalesce(d.decided_at, o.decided_at, r.decided_at) as decided_at,
    case when d.request_id is null then r.reason_id else d.reason_id end as reason_id,
    case when d.request_id is null then r.comment else d.comment end as comment,
    d.due_at, d.problem, r.reviewer_id
  from request r left join pending_decision d on d.request_id = r.id
  left join pending_decision o on r.status = 'submitted' and o.decision = 'approved' and o.team_id = r.team_id and o.request_id <> r.id
    and d.request_id is null;
