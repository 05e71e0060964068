import type { Sql } from '#database/sql.ts'
import { addProject, addTeam } from '#tests/support/world/requests.ts'

// Applications for the tests of the console.

type Applied = { id: number; team: number; project: number; slug: string }

/** Each team applies for this project; the first one has waited longest, an hour more than the next. */
export async function applyForOne(sql: Sql, slug: string, name: string, ...teams: string[]): Promise<Applied[]> {
  const project = await addProject(sql, slug, { name, teamLimit: null })
  const made: Applied[] = []
  for (const [index, team] of teams.entries())
    made.push({ ...(await insert(sql, await addTeam(sql, team, 'anna*'), project, team, teams.length - index)), slug })
  return made
}

/** The team applies for a project of its own. */
export async function applyAlone(sql: Sql, slug: string, name: string, team: string, ...logins: string[]): Promise<Applied> {
  const project = await addProject(sql, slug, { name, teamLimit: 1 })
  return { ...(await insert(sql, await addTeam(sql, team, ...logins), project, team, 0)), slug }
}

async function insert(sql: Sql, team: number, project: number, name: string, hours: number) {
  const [row] = await sql<{ id: number }[]>`
    insert into request (team_id, project_id, message, created_at)
    values (${team}, ${project}, ${`We are ${name}`}, now() - ${hours} * interval '1 hour') returning id`
  return { id: row!.id, team, project }
}
