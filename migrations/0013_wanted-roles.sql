-- Roles a project looks for, and how many people of each. At most 12 per project: the position has so many values.

create table project_wanted_role (
  project_id integer not null references project on delete cascade,
  role_id    integer not null references role,
  count      integer not null check (count between 1 and 20),
  position   integer not null check (position between 0 and 11),
  primary key (project_id, role_id),
  unique (project_id, position) deferrable initially deferred
);
create index project_wanted_role_by_role on project_wanted_role (role_id);

create trigger project_wanted_role_changed after insert or update or delete on project_wanted_role for each row execute function note_change('project', 'project_id');
create trigger project_wanted_role_emptied after truncate on project_wanted_role for each statement execute function note_everything();
