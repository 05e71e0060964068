import { openSession } from '#auth/session.ts'
import { createKeyRing } from '#auth/token/keys.ts'
import { readKeyFile } from '#auth/token/secrets.ts'
import { signAccessToken } from '#auth/token/tokens.ts'
import { fill } from '#bench/support/fill.ts'
import type { Sql } from '#database/sql.ts'
import { signInClients } from '#rules/sign-in/client.ts'
import { createCalendar } from '#rules/time/day.ts'
import { generateWorld } from '#tests/support/world/world.ts'

// The directory of the rig: generated projects, and people with a session each.

export type Person = { id: number; team: number | null; project: string | null; address: string; token: string }
export type World = {
  people: Person[] // change their profiles
  applicants: Person[] // administrators of teams that apply
  uploaders: Person[] // the same, with a file
  workers: Person[] // administrators of teams that work on a project of their own
  openProjects: string[]
  slugs: string[]
  words: string[]
}

export const PUBLIC_URL = 'http://localhost:8080'
const PROJECTS = 1000
const sizes = { people: 240, applicants: 160, uploaders: 60, workers: 160 }
const OPEN_PROJECTS = 40
const TOKEN_SECONDS = 12 * 3600

/** `superuser`: inserts without triggers, before any node runs. */
export async function fillWorld(superuser: Sql, keyFile: string): Promise<World> {
  await fill(superuser, PROJECTS, createCalendar('UTC')(new Date()))
  await superuser`
    insert into project (slug, name, state, published_at)
    select 'open-' || n, 'Open project ' || n, 'published', now() from generate_series(1, ${OPEN_PROJECTS}::int) n`
  const groups: Partial<Record<keyof typeof sizes, Person[]>> = {}
  for (const [name, count] of Object.entries(sizes)) groups[name as keyof typeof sizes] = await addPeople(superuser, name, count, keyFile)
  const generated = [...generateWorld(PROJECTS)]
  return {
    ...(groups as Record<keyof typeof sizes, Person[]>),
    openProjects: Array.from({ length: OPEN_PROJECTS }, (_, n) => `open-${n + 1}`),
    slugs: generated.map(({ slug }) => slug),
    words: generated.flatMap(({ description }) => (description.match(/\p{L}{5,}/gu) ?? []).slice(0, 2)),
  }
}

async function addPeople(sql: Sql, group: string, count: number, keyFile: string): Promise<Person[]> {
  const rows = await sql<{ id: number }[]>`
    insert into person (login, name, surname, email)
    select ${group}::text || '-' || n, 'Rig', '', ${group}::text || '-' || n || '@example.org' from generate_series(1, ${count}::int) n returning id`
  const teams = group === 'people' ? [] : await addTeams(sql, group, rows)
  const tokens = await tokensFor(sql, rows, keyFile)
  const network = ['people', 'applicants', 'uploaders', 'workers'].indexOf(group) + 1
  return rows.map(({ id }, n) => ({
    id,
    team: teams[n]?.id ?? null,
    project: group === 'workers' ? `work-${n}` : null,
    address: `127.2${network}.${Math.floor(n / 200)}.${1 + (n % 200)}`,
    token: tokens[n]!,
  }))
}

async function addTeams(sql: Sql, group: string, people: { id: number }[]): Promise<{ id: number }[]> {
  const teams: { id: number }[] = []
  for (const [n, { id }] of people.entries()) {
    const [team] = await sql<{ id: number }[]>`insert into team (name) values (${`${group} ${n}`}) returning id`
    teams.push(team!)
    await sql`insert into member (team_id, person_id, name, is_administrator) values (${team!.id}, ${id}, 'Rig', true)`
    await sql`insert into member (team_id, name) select ${team!.id}::int, 'Member ' || n from generate_series(1, 3) n`
    if (group !== 'workers') continue
    const [project] = await sql<{ id: number }[]>`
      insert into project (slug, name, state, published_at, team_limit) values (${`work-${n}`}, ${`Work ${n}`}, 'published', now(), 1) returning id`
    await sql`insert into assignment (team_id, project_id) values (${team!.id}, ${project!.id})`
  }
  return teams
}

async function tokensFor(sql: Sql, people: { id: number }[], keyFile: string): Promise<string[]> {
  const now = new Date()
  const keys = createKeyRing(sql, readKeyFile(keyFile).keySealing, () => now)
  const mobileRedirectUris = ['projectory://auth/callback']
  const settings = { publicUrl: PUBLIC_URL, webOrigins: [PUBLIC_URL], mobileRedirectUris, isProduction: true, isFieldClientOn: true }
  const client = signInClients(settings)[0]!
  const tokens: string[] = []
  for (const { id } of people) {
    const about = { client, personId: id, provider: 'github', authTime: now, device: null, network: null, now }
    const { grant } = await openSession(sql, about)
    tokens.push(await signAccessToken(keys, `${PUBLIC_URL}/auth`, grant, TOKEN_SECONDS, now))
  }
  return tokens
}
