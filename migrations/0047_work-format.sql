-- Where the teams of a project work; null: not stated.
alter table project add column work_format text check (work_format in ('on_site', 'remote', 'hybrid'));
