-- The last time a curator assigned a project to a team or ended its work by hand, so that this can be undone.
create table team_move (
  team_id         integer primary key references team on delete cascade,
  from_assignment integer, -- ended by the move
  to_assignment   integer, -- made by the move
  at              timestamptz not null,
  undo_until      timestamptz not null,
  decisions       jsonb not null default '[]' -- pending decisions that the move dropped
);
