-- The processes that serve this database, each with a row that it refreshes every five seconds. Unlogged: after a crash of the server they come back by themselves.
create unlogged table node (
  id uuid primary key,
  host text not null,
  pid integer not null,
  worker integer not null,
  version text not null,
  parts text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  feed_lag_ms integer not null,
  is_leader boolean not null
);

-- The process that runs the periodic jobs, one for each set of parts (all, api, auth, worker). It holds an advisory lock; the term grows with
-- every election, so that one that was paused and replaced can be told from its successor.
create table leadership (
  parts text primary key,
  term bigint not null,
  node_id uuid not null,
  since timestamptz not null,
  jobs_at timestamptz
);
