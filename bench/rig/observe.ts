import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Sql } from '#database/sql.ts'
import { call, NGINX_PORT } from './calls.ts'
import { connectTo } from './cluster.ts'
import type { Operation } from './journal.ts'
import { type Machine, machines } from './network.ts'
import { mailFileIn } from './nodes.ts'
import { fileOf } from './operations.ts'
import type { Finding, Mailed, Stored } from './oracle.ts'
import { until } from './processes.ts'
import type { World } from './world.ts'

// What is stored: read with SQL at the primary, and through the API.

export async function readStored(sql: Sql): Promise<Stored> {
  const profiles = await sql<{ id: number; surname: string }[]>`select id, surname from person where login like 'people-%'`
  const emails = await sql<Stored['emails']>`select id::float8 as id, state, kind, data ->> 'subject' as text from outbox`
  const applications = await sql<{ text: string; status: string; hashes: string[] }[]>`
    select r.message as text, r.status,
      array(select v.sha256 from file f join file_version v on v.file_id = f.id where f.request_id = r.id) as hashes
    from request r where r.message like 'rig-%'`
  const links = await sql<{ url: string }[]>`select url from link where url like 'https://example.org/rig/%'`
  return {
    profiles: new Map(profiles.map(({ id, surname }) => [String(id), surname])),
    emails: [...emails],
    applications: applications.map(({ text, status, hashes }) => ({
      text,
      status,
      isFileWhole: !text.startsWith('rig-file-') || (hashes.length === 1 && isHashOf(hashes[0]!, text)),
    })),
    links: links.map(({ url }) => url),
  }
}

const isHashOf = (hash: string, text: string): boolean => hash === createHash('sha256').update(fileOf(text)).digest('hex')

export const readMailed = (folder: string): Mailed[] =>
  readFileSync(mailFileIn(folder), 'utf8')
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Mailed)

/** Emails are sent, retried or given up; the lease of a lost worker takes a minute. */
export const untilMailed = (sql: Sql): Promise<void> =>
  until(
    'no email is waiting to be sent',
    150,
    async () => {
      const [row] = await sql<
        { count: number }[]
      >`select count(*)::int as count from outbox where state in ('queued', 'sending', 'deferred')`
      return row!.count === 0
    },
    500,
  )

type FileRow = { id: number; text: string; team: number }

/** The newest files of applications, as the API sends them: they come from the S3 server. */
export async function compareFiles(sql: Sql, world: World, sample: number): Promise<{ read: number; findings: Finding[] }> {
  const rows = await sql<FileRow[]>`
    select f.id, r.message as text, r.team_id as team from file f join request r on r.id = f.request_id
    where r.message like 'rig-file-%' and r.status = 'submitted' and f.deleted_at is null order by f.id desc limit ${sample}`
  const findings: Finding[] = []
  for (const { id, text, team } of rows) {
    const { token } = world.uploaders.find((person) => person.team === team)!
    const response = await fetch(`http://127.0.0.1:${NGINX_PORT}/api/file/${id}`, { headers: { authorization: `Bearer ${token}` } })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!bytes.equals(fileOf(text)))
      findings.push({ kind: 'lost', what: `through the API, file of application ${text}: status ${response.status}` })
  }
  return { read: rows.length, findings }
}

type Profile = { user: { fullName: { surname: string } }; requests: { message: string | null; status: string }[] }

/** The last acknowledged profiles and applications as the API shows them. */
export async function compareThroughApi(
  world: World,
  operations: Operation[],
  sample: number,
): Promise<{ read: number; findings: Finding[] }> {
  const findings: Finding[] = []
  const people = new Map(world.people.map((person) => [String(person.id), person]))
  const lastOf = new Map(operations.filter(({ kind }) => kind === 'profile').map((one) => [one.target, one]))
  let read = 0
  for (const [id, { value, acknowledgedAt }] of [...lastOf].slice(-sample)) {
    if (acknowledgedAt === null) continue
    const person = people.get(id)!
    const { status, body } = await call({
      method: 'GET',
      path: '/api/user/profile',
      from: person.address,
      headers: { authorization: `Bearer ${person.token}` },
    })
    read++
    const surname = status === 200 ? (body as unknown as Profile).user.fullName.surname : `status ${status}`
    if (surname !== value)
      findings.push({ kind: 'lost', what: `through the API, profile ${id}: “${value}” was acknowledged, the answer is “${surname}”` })
  }
  return { read, findings }
}

// Rows that a node writes at any time, without waiting for a standby. Unlogged tables are not on a standby at all.
const NOT_COMPARED = ['write_probe']

async function checksumsOn(machine: Machine): Promise<{ text: string; isPrimary: boolean; damaged: number }> {
  const sql = connectTo(machine)
  try {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where nspname in ('public', 'auth') and relkind = 'r' and relpersistence = 'p' and relname <> all(${NOT_COMPARED}) order by 1`
    const text: string[] = []
    for (const { name } of tables) {
      const [row] = await sql.unsafe(
        `select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum from ${name} t`,
      )
      text.push(`${name} ${row!.rows} ${row!.sum}`)
    }
    const [state] = await sql<{ isPrimary: boolean; damaged: number }[]>`
      select not pg_is_in_recovery() as "isPrimary", (select coalesce(sum(checksum_failures), 0)::int from pg_stat_database) as damaged`
    return { text: text.join('\n'), ...state! }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** True when the three servers have the same rows in every table, one of them is the primary, and no page is damaged. */
export async function areServersEqual(): Promise<boolean> {
  for (let tries = 0; tries < 15; tries++) {
    const sums = await Promise.all(machines.map(checksumsOn)).catch(() => [])
    const isEqual = sums.length > 0 && new Set(sums.map(({ text }) => text)).size === 1
    if (isEqual && sums.filter(({ isPrimary }) => isPrimary).length === 1) return sums.every(({ damaged }) => damaged === 0)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  return false
}

/** Rules of the data that no fault may break, as SQL that finds violations. */
const invariants: Record<string, string> = {
  'two waiting applications of a team for a project':
    "select 1 from request where status = 'submitted' group by team_id, project_id having count(*) > 1",
  'an application without its history':
    'select 1 from request r where not exists (select 1 from request_transition t where t.request_id = r.id)',
  'a status that is not the last one of the history': `
    select 1 from request r where status <> (select to_status from request_transition t where t.request_id = r.id order by id desc limit 1)`,
  'more links than a project may have': 'select 1 from link group by project_id having count(*) > 30',
  'a file version without content': 'select 1 from file_version v where not exists (select 1 from blob b where b.sha256 = v.sha256)',
}

export async function brokenInvariants(sql: Sql): Promise<string[]> {
  const broken: string[] = []
  for (const [name, text] of Object.entries(invariants)) if ((await sql.unsafe(`${text} limit 1`)).length > 0) broken.push(name)
  return broken
}
