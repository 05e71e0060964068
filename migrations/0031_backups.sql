-- The backups this database knows of, for the schedule, the metrics and the console. The backups themselves are files.
create table backup (
  id            integer generated always as identity primary key,
  kind          text not null check (kind in ('scheduled', 'manual', 'migration')),
  started_at    timestamptz not null,
  finished_at   timestamptz,
  location      text,                                      -- without keys: a path, or s3://bucket/name
  bytes         bigint,
  state         text not null default 'running' check (state in ('running', 'complete', 'failed')),
  problem       text,
  proven_at     timestamptz,                               -- it was restored into a scratch database and was equal
  proof_problem text,
  host          text not null,
  check ((state = 'running') = (finished_at is null)),
  check (state <> 'complete' or location is not null)
);
create index backup_by_start on backup (started_at desc);
