-- Counts the applications that wait for a decision about the same project, also when the project has thousands of decided ones.

create index request_waiting on request (project_id) where status = 'submitted';
