import { createHash, randomBytes } from 'node:crypto'
import type { TransactionSql } from '#database/sql.ts'
import { type Ids, idOf, idsBy, instant, type Keyed, type World } from './world.ts'

// Teams that look for people, people who are open to joining, invitations and requests.

/** Wanted roles of the teams that look for people. The first team was formed by its members. */
const lookingTeams: Record<string, Record<string, number>> = {
  'Late Train': { 'Frontend Developer': 1, 'UX/UI designer': 1, QA: 2 },
  'Северный ветер': { 'Data Analyst': 1, QA: 1 },
}

/** None of them is in another team without a running project, so they can join. */
const openPeople: { login: string; sentence: string; roles: string[]; projects: string[] }[] = [
  { login: 'gleb', sentence: 'Люблю находить ошибки и описывать их так, чтобы их исправляли.', roles: ['QA'], projects: ['karta-dvorov'] },
  {
    login: 'alina.hasanova',
    sentence: 'Верстаю быстро, хочу больше данных и графиков.',
    roles: ['Frontend Developer', 'Data Analyst'],
    projects: [],
  },
  { login: 'sofia.alves', sentence: 'I design for people who are in a hurry.', roles: ['UX/UI designer'], projects: ['city-tree-census'] },
  {
    login: 'jonas.weber',
    sentence: 'Evenings and weekends, soldering iron included.',
    roles: ['Electronics engineer', 'QA'],
    projects: [],
  },
]

const joinRequests = [
  { team: 'Северный ветер', login: 'alina.hasanova', message: 'Работала с картами в «Радиорубке». Могу взять на себя данные обхода.' },
  { team: 'Late Train', login: 'jonas.weber', message: 'You need somebody who tests things until they break.' },
]

const leaveRequest = { team: 'Маяк', login: 'artyom.gusev', message: 'С декабря работаю в другом городе и не успею закончить с командой.' }

/** Returns the token of an open invitation link to “Late Train”. */
export async function insertJoining(
  sql: TransactionSql,
  world: World,
  { people, projects, teams }: { people: Ids; projects: Ids; teams: Ids },
): Promise<string> {
  const roles = idsBy(await sql<Keyed[]>`select id, name as key from role`)
  const yesterday = instant(world, -1)
  const inDays = (days: number) => instant(world, days)
  const inviter = idOf(people, 'harriet.stone')
  const lateTrain = idOf(teams, 'Late Train')
  await sql`update team set formed_by = 'members' where id = ${lateTrain}`
  for (const [name, wanted] of Object.entries(lookingTeams)) {
    const team = idOf(teams, name)
    await sql`update team set is_looking = true where id = ${team}`
    const rows = Object.entries(wanted).map(([role, count], position) => ({ team_id: team, role_id: idOf(roles, role), count, position }))
    await sql`insert into team_wanted_role ${sql(rows)}`
  }
  for (const person of openPeople) {
    const id = idOf(people, person.login)
    await sql`insert into person_joining (person_id, is_open, sentence, updated_at) values (${id}, true, ${person.sentence}, ${yesterday})`
    await sql`insert into person_joining_role ${sql(person.roles.map((role, position) => ({ person_id: id, role_id: idOf(roles, role), position })))}`
    if (person.projects.length > 0)
      await sql`insert into person_joining_project ${sql(person.projects.map((slug, position) => ({ person_id: id, project_id: idOf(projects, slug), position })))}`
  }
  for (const { team, login, message } of joinRequests)
    await sql`insert into join_request (team_id, person_id, message, created_at, expires_at)
      values (${idOf(teams, team)}, ${idOf(people, login)}, ${message}, ${yesterday}, ${inDays(13)})`
  await sql`insert into leave_request (team_id, person_id, message, created_at)
    values (${idOf(teams, leaveRequest.team)}, ${idOf(people, leaveRequest.login)}, ${leaveRequest.message}, ${yesterday})`
  await sql`insert into person_invitation (team_id, person_id, invited_by, message, created_at, expires_at)
    values (${lateTrain}, ${idOf(people, 'gleb')}, ${inviter}, 'We read that you like finding bugs. We make plenty.', ${yesterday}, ${inDays(13)})`
  const token = `pj_in_${randomBytes(24).toString('base64url')}`
  await sql`insert into team_invitation (team_id, token_hash, created_by, created_at, expires_at, max_uses)
    values (${lateTrain}, ${createHash('sha256').update(token).digest()}, ${inviter}, ${yesterday}, ${inDays(6)}, 6)`
  return token
}
