import type { AuditEntry } from '#contract/console/audit.ts'
import type { AnySql } from '#database/sql.ts'
import { fullName } from '#store/fragments.ts'

// The audit log for the console: newest first, with the names of targets and actors.

export type AuditFilter = {
  hidden: string | null // a regular expression of actions that are not for this reader
  text?: string | null
  action?: string | null
  actor?: number | null
  target?: string | null
  from?: Date | null
  before?: Date | null
}

const matching = (sql: AnySql, filter: AuditFilter) => {
  const { hidden, text = null, action = null, actor = null, target = null, from = null, before = null } = filter
  const like = text && `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`
    from audit_event event left join person who on who.id = event.actor_id
    where true
      ${hidden === null ? sql`` : sql`and event.action !~ ${hidden}`}
      ${action === null ? sql`` : sql`and event.action = ${action}`}
      ${actor === null ? sql`` : sql`and event.actor_id = ${actor}`}
      ${target === null ? sql`` : sql`and event.target = ${target}`}
      ${from === null ? sql`` : sql`and event.at >= ${from}`}
      ${before === null ? sql`` : sql`and event.at < ${before}`}
      ${like === null ? sql`` : sql`and concat_ws(' ', ${fullName(sql, 'who')}, event.action, event.target, event.detail::text) ilike ${like}`}`
}

// Null for deleted targets; the entry still has their id.
const targetName = (sql: AnySql) => sql`
  case when event.target ~ '^[a-z-]+ [0-9]{1,9}$' then (
    select case split_part(event.target, ' ', 1)
      when 'project' then (select name from project where id = number)
      when 'team' then (select name from team where id = number)
      when 'person' then (select ${fullName(sql, 'person')} from person where id = number and deleted_at is null)
      when 'member' then (select case when person.id is null then member.name else ${fullName(sql, 'person')} end
        from member left join person on person.id = member.person_id where member.id = number)
      when 'request' then (select concat(team.name, ' → ', project.name)
        from request join team on team.id = request.team_id join project on project.id = request.project_id where request.id = number)
      when 'file' then (select name from file_version where file_id = number order by version desc limit 1)
      when 'announcement' then (select subject from announcement where id = number)
      when 'round' then (select name from round where id = number)
      when 'tag' then (select name from tag where id = number)
      when 'role' then (select name from role where id = number)
      when 'platform' then (select name from platform where id = number)
      when 'file-type' then (select name from file_type where id = number)
      when 'reason' then (select text_en from refusal_reason where id = number)
      when 'view' then (select name from saved_view where id = number)
      when 'synonym' then (select concat_ws(' → ', array_to_string(words, ', '), nullif(array_to_string(expands_to, ', '), ''))
        from synonym where id = number)
    end from (values (split_part(event.target, ' ', 2)::int)) as target (number)) end`

export async function listAudit(sql: AnySql, filter: AuditFilter, limit: number, offset = 0): Promise<AuditEntry[]> {
  const rows = await sql<(Omit<AuditEntry, 'at'> & { at: Date })[]>`
    select event.seq::int as seq, event.at, event.action, event.target, ${targetName(sql)} as "targetName", event.outcome, event.code, event.detail,
      case when event.actor_id is not null then json_build_object('id', event.actor_id, 'name', ${fullName(sql, 'who')}) end as actor
    ${matching(sql, filter)} order by event.seq desc limit ${limit} offset ${offset}`
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

export async function countAudit(sql: AnySql, filter: AuditFilter): Promise<number> {
  const [row] = await sql`select count(*)::int as count ${matching(sql, filter)}`
  return row!.count
}

/** Distinct actions by a loose index scan (recursive CTE): `distinct` would read the whole log. */
export async function listAuditActions(sql: AnySql, hidden: string | null): Promise<string[]> {
  const rows = await sql<{ action: string }[]>`
    with recursive actions (action) as (
      select min(action) from audit_event
      union all select (select min(action) from audit_event event where event.action > actions.action) from actions where actions.action is not null)
    select action from actions where action is not null ${hidden === null ? sql`` : sql`and action !~ ${hidden}`} order by action`
  return rows.map(({ action }) => action)
}
