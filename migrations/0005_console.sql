-- The curators' console: addresses that stay, decisions that can be taken back, vocabularies in both languages.

-- Where a published project could once be found; it still can.
create table former_slug (
  slug       text primary key,
  project_id integer not null references project on delete cascade,
  since      timestamptz not null default now()
);
create index former_slug_by_project on former_slug (project_id);
create trigger former_slug_changed after insert or update or delete on former_slug for each row execute function note_change('project', 'project_id');
create trigger former_slug_emptied after truncate on former_slug for each statement execute function note_everything();

-- An address leads to one project for good: nobody else takes it over, and whoever had it may have it back.
create function keep_slug() returns trigger language plpgsql as $$
begin
  if exists (select 1 from former_slug where slug = new.slug and project_id <> new.id) then
    raise exception 'the slug % belongs to another project', new.slug using errcode = 'unique_violation', constraint = 'project_slug_key';
  end if;
  if tg_op = 'UPDATE' and new.slug <> old.slug then
    delete from former_slug where slug = new.slug;
    if old.published_at is not null then insert into former_slug (slug, project_id) values (old.slug, old.id) on conflict do nothing; end if;
  end if;
  return new;
end $$;
create trigger project_slug_new before insert on project for each row execute function keep_slug();
create trigger project_slug_kept before update of slug on project for each row execute function keep_slug();

create function project_at(wanted text) returns integer language sql stable as $$
  select coalesce((select id from project where slug = wanted), (select project_id from former_slug where slug = wanted))
$$;

-- A waiting request moves on; a decision may be taken back, and waits again then. How long that is possible is for a rule to say.
create or replace function refuse_request_step() returns trigger language plpgsql as $$
begin
  if old.status <> 'submitted' and not (new.status = 'submitted' and old.status in ('approved', 'declined', 'superseded')) then
    raise exception 'request % is % and cannot become %', old.id, old.status, new.status using errcode = 'check_violation', constraint = 'request_step';
  end if;
  return new;
end $$;

alter table tag add column name_ru text check (name_ru <> '');
alter table role add column name_ru text check (name_ru <> '');
alter table file_type add column name_ru text check (name_ru <> '');
alter table platform add column position integer not null default 0;
-- Answers kept ready say why an application was declined.
create trigger refusal_reason_changed after insert or update or delete on refusal_reason for each row execute function note_change('refusal_reason', 'id');
create trigger refusal_reason_emptied after truncate on refusal_reason for each statement execute function note_everything();
create index member_role_by_role on member_role (role_id);
create index link_by_platform on link (platform_id);
create index file_by_type on file (file_type_id);
create index request_by_reason on request (reason_id);
create index request_by_status on request (status, created_at);
create index request_decided on request (decided_at) where decided_at is not null;
create index audit_event_by_action on audit_event (action, seq);
create index audit_event_by_time on audit_event (at);
