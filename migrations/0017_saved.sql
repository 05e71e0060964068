-- Projects people saved, and the reminders about them. No change feed: nothing public depends on either.

create table saved_project (
  person_id  integer not null references person on delete cascade,
  project_id integer not null references project on delete cascade,
  saved_at   timestamptz not null,
  primary key (person_id, project_id)
);
create index saved_project_by_project on saved_project (project_id);

-- The last day to apply that a person was reminded of. Kept when the project is no longer saved: saving it again is no reason for another email.
create table saved_reminder (
  person_id   integer not null references person on delete cascade,
  project_id  integer not null references project on delete cascade,
  closes_on   date not null,
  reminded_at timestamptz not null,
  primary key (person_id, project_id)
);
create index saved_reminder_by_project on saved_reminder (project_id);
create index saved_reminder_by_day on saved_reminder (closes_on);
