import type { EmailChoice } from '#contract/console/import-email.ts'
import type { TransactionSql } from '#database/sql.ts'
import { insertImportEmail, notifyAdded } from '#store/mail/import-email.ts'
import { reserveIds } from './import.ts'

// Imported teams: the team, its members and its project.

export type ImportedMember = {
  id: number | null // null: new
  person: number | null
  name: string
  isAdministrator: boolean | null // null: unchanged; a new member is none
  roles: number[] | null // null: unchanged
}
export type ImportedTeam = {
  id: number | null
  name: string
  description?: string | null // absent: unchanged
  project: number | null // new assignment; null: unchanged
  wantedRoles: { id: number; count: number }[] | null // null: unchanged
  members: ImportedMember[]
}

const BATCH = 500

export async function writeTeams(
  sql: TransactionSql,
  teams: readonly ImportedTeam[],
  about: { at: Date; actorId: number | null; requestId: string | null },
  emails: EmailChoice,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  const { at } = about
  const added: number[] = []
  const freshTeams = await reserveIds(sql, 'team', teams.filter(({ id }) => id === null).length)
  const freshMembers = await reserveIds(sql, 'member', teams.flatMap(({ members }) => members.filter(({ id }) => id === null)).length)
  for (let from = 0; from < teams.length; from += BATCH) {
    const batch = teams.slice(from, from + BATCH).map((team) => ({ ...team, isNew: team.id === null, id: team.id ?? freshTeams.shift()! }))
    const members = batch.flatMap((team) =>
      team.members.map((member) => ({ ...member, team: team.id, isNew: member.id === null, id: member.id ?? freshMembers.shift()! })),
    )
    await writeBatch(sql, batch, at)
    await writeWantedRoles(sql, batch)
    await writeMembers(sql, members, at)
    for (const { id, isNew, person } of members) if (isNew && person !== null) added.push(id)
    onProgress(Math.min(teams.length, from + BATCH))
  }
  if (added.length === 0) return
  if (emails === 'now') await notifyAdded(sql, added, about)
  if (emails === 'later') await insertImportEmail(sql, added, about)
}

type Numbered = Omit<ImportedTeam, 'id'> & { id: number; isNew: boolean }

async function writeBatch(sql: TransactionSql, teams: Numbered[], at: Date): Promise<void> {
  const rows = teams.map(({ id, name, description, isNew }) => ({ id, name, description, isNew, isDescribed: description !== undefined }))
  const given = sql`jsonb_to_recordset(${sql.json(rows)})
    as given (id integer, name text, description text, "isNew" boolean, "isDescribed" boolean)`
  await sql`insert into team (id, name, description, created_at, updated_at) select id, name, description, ${at}, ${at} from ${given} where "isNew"`
  await sql`
    update team set description = case when "isDescribed" then given.description else team.description end, updated_at = ${at}
    from ${given} where team.id = given.id and not "isNew"`
  const moved = teams.filter(({ project }) => project !== null)
  if (moved.length === 0) return
  // The previous project has ended: the plan refuses teams with a running one.
  const ids = moved.map(({ id }) => id)
  await sql`update assignment set ended_at = ${at}, outcome = 'finished' where team_id = any(${ids}::int[]) and ended_at is null`
  await sql`
    insert into assignment (team_id, project_id, assigned_at)
    select team, project, ${at} from unnest(${ids}::int[], ${moved.map(({ project }) => project!)}::int[]) as given (team, project)`
}

async function writeWantedRoles(sql: TransactionSql, teams: Numbered[]): Promise<void> {
  const given = teams.filter(({ wantedRoles }) => wantedRoles !== null)
  if (given.length === 0) return
  const rows = given.flatMap(({ id, wantedRoles }) =>
    wantedRoles!.map((role, position) => ({ team: id, role: role.id, count: role.count, position })),
  )
  await sql`delete from team_wanted_role where team_id = any(${given.map(({ id }) => id)}::int[])`
  await sql`
    insert into team_wanted_role (team_id, role_id, count, position)
    select * from jsonb_to_recordset(${sql.json(rows)}) as given (team integer, role integer, count integer, position integer)`
}

type NumberedMember = Omit<ImportedMember, 'id'> & { id: number; team: number; isNew: boolean }

async function writeMembers(sql: TransactionSql, members: NumberedMember[], at: Date): Promise<void> {
  if (members.length === 0) return
  const rows = members.map(({ id, team, person, name, isAdministrator, isNew }) => ({ id, team, person, name, isAdministrator, isNew }))
  const given = sql`jsonb_to_recordset(${sql.json(rows)})
    as given (id integer, team integer, person integer, name text, "isAdministrator" boolean, "isNew" boolean)`
  await sql`
    insert into member (id, team_id, person_id, name, is_administrator, created_at)
    select id, team, person, name, coalesce("isAdministrator", false), ${at} from ${given} where "isNew"`
  await sql`
    update member set is_administrator = given."isAdministrator" from ${given}
    where member.id = given.id and not "isNew" and member.is_administrator <> given."isAdministrator"`
  const set = members.filter(({ roles }) => roles !== null)
  const owners = set.flatMap(({ id, roles }) => roles!.map(() => id))
  const roles = set.flatMap(({ roles }) => roles!)
  const positions = set.flatMap(({ roles }) => roles!.map((_, position) => position))
  await sql`
    delete from member_role where member_id = any(${set.map(({ id }) => id)}::int[])
      and (member_id, role_id) not in (select * from unnest(${owners}::int[], ${roles}::int[]))`
  await sql`
    insert into member_role (member_id, role_id, position) select * from unnest(${owners}::int[], ${roles}::int[], ${positions}::int[])
    on conflict (member_id, role_id) do update set position = excluded.position where member_role.position <> excluded.position`
}
