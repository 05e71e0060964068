-- A person's own pages look up all work and all applications of their teams, not only the current ones.

create index assignment_by_team on assignment (team_id);
create index request_by_team on request (team_id);
