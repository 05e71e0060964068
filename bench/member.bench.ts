import { connect as connectTcp, createServer } from 'node:net'
import { createKeyRing } from '#auth/keys.ts'
import { readKeyFile, type Secrets } from '#auth/secrets.ts'
import { openSession } from '#auth/session.ts'
import { signAccessToken } from '#auth/tokens.ts'
import { signInClients } from '#rules/client.ts'
import { connect, type Database, type Sql } from '#store/sql.ts'
import { type Ask, load, request } from './load.ts'
import { type BenchProcess, start } from './process.ts'
import { callsPerCpuSecond, type Hello, withWorld } from './world.ts'

const PROJECTS = 2000
const TEAMS = 200 // of four; the first member is administrator
const OPEN_PROJECTS = 4
const ROUNDS = 7
const WARM_UP = 60
const READY_AND_IDLE = Buffer.from('Z\0\0\0\x05I') // ReadyForQuery, idle: the transaction has ended
const publicUrl = 'http://localhost:8000'

type Member = { id: number; personId: number; teamId: number; isAdministrator: boolean; token: string }
type Address = Exclude<Database, string>

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

// Calls of members: the cached profile relative to plain node:http with the same bytes; and the database round trips of writes, counted
// by a proxy between service and database.
export async function benchMember(): Promise<void> {
  await withWorld(PROJECTS, async (ours, env) => {
    const sql = connect(ours.hello.database)
    const members = await fillTeams(sql, readKeyFile(env.KEY_FILE!))
    await compareProfile(ours, members)
    const wire = await countOnWire(ours.hello.database as Address)
    const { user, database } = ours.hello.database as Address
    const other = await start<Hello>('./server.ts', { ...env, DATABASE_URL: `postgres://${user}@127.0.0.1:${wire.port}/${database}` })
    await countTrips('PUT /member', other, wire, setRoles(members))
    await countTrips('POST /request', other, wire, apply(members))
    await other.stop()
    wire.close()
    const { calls, statuses } = await load(ours.port, asBytes(setRoles(members)), { ms: 3000 })
    console.log(`PUT /member, 32 at once: ${Math.round(calls / 3)} a second ${JSON.stringify([...statuses])}`)
    await sql.end()
  })
}

async function fillTeams(sql: Sql, secrets: Secrets): Promise<Member[]> {
  await sql`insert into role (name) select 'Role ' || n from generate_series(1, 24) as n on conflict do nothing`
  await sql`insert into project (slug, name, state, published_at) select 'open-' || n, 'Open ' || n, 'published', now() from generate_series(0, ${OPEN_PROJECTS - 1}) as n`
  await sql`insert into person (login, name, surname) select 'bench-' || n, 'Name ' || n, 'Surname ' || n from generate_series(1, ${TEAMS * 4}) as n`
  await sql`insert into team (name) select 'bench-' || n from generate_series(0, ${TEAMS - 1}) as n`
  const rows = await sql<Omit<Member, 'token'>[]>`
    insert into member (team_id, person_id, name, is_administrator)
    select t.id, p.id, 'x', substr(p.login, 7)::int % 4 = 1 from person p
    join team t on t.name = 'bench-' || (substr(p.login, 7)::int - 1) / 4 where p.login like 'bench-%'
    returning id, person_id as "personId", team_id as "teamId", is_administrator as "isAdministrator"`
  const settings = {
    publicUrl,
    webOrigins: [publicUrl],
    mobileRedirectUris: ['projectory://auth/callback'],
    isProduction: true,
    isFieldClientOn: true,
  }
  const client = signInClients(settings)[0]!
  const now = new Date()
  const keys = createKeyRing(sql, secrets.keySealing, () => now)
  return Promise.all(
    rows.map(async (row) => {
      const about = { client, personId: row.personId, provider: 'github', authTime: now, device: null, network: null, now }
      const { grant } = await openSession(sql, about)
      return { ...row, token: await signAccessToken(keys, `${publicUrl}/auth`, grant, client.accessSeconds, now) }
    }),
  )
}

const bearer = ({ token }: Member) => ({ authorization: `Bearer ${token}` })

async function compareProfile(ours: BenchProcess<Hello>, members: Member[]): Promise<void> {
  const path = '/api/user/profile'
  const bare = await start<{ port: number }>('./bare.ts')
  const response = await fetch(`http://127.0.0.1:${ours.port}${path}`, { headers: bearer(members[0]!) })
  if (response.status !== 200) throw new Error(`${path} failed with ${response.status}`)
  const body = Buffer.from(await response.arrayBuffer())
  bare.send({ url: path, body: body.toString('base64') })
  const ready = members.map((member) => request('GET', path, bearer(member)))
  const ask: Ask = (n) => ready[(n * 7919) % ready.length]!
  for (const server of [ours, bare]) await load(server.port, ask, { ms: 3000 })
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const speeds = new Map<number, number>()
    for (const server of round % 2 ? [ours, bare] : [bare, ours]) speeds.set(server.port, await callsPerCpuSecond(server, ask, 1200))
    ratios.push(speeds.get(ours.port)! / speeds.get(bare.port)!)
  }
  await bare.stop()
  console.log(
    `GET /user/profile, ${members.length} people in turn: ${median(ratios).toFixed(2)} × bare (target ≥ 0.25), ${body.length} bytes`,
  )
}

type Writing = (n: number) => { member: Member; method: string; path: string; body: object }

const setRoles =
  (members: Member[]): Writing =>
  (n) => {
    const member = members[n % members.length]!
    const roles = [`Role ${1 + (n % 24)}`, `Role ${1 + ((n + 7) % 24)}`]
    return { member, method: 'PUT', path: '/api/member', body: { member: { id: member.id, roles } } }
  }

function apply(members: Member[]): Writing {
  const administrators = members.filter(({ isAdministrator }) => isAdministrator)
  return (n) => {
    const member = administrators[n % administrators.length]!
    const project = `open-${Math.floor(n / administrators.length) % OPEN_PROJECTS}`
    return { member, method: 'POST', path: '/api/request', body: { project, team: member.teamId, message: `No. ${n}` } }
  }
}

const asBytes =
  (writing: Writing): Ask =>
  (n) => {
    const { member, method, path, body } = writing(n)
    const text = JSON.stringify(body)
    return request(method, path, { ...bearer(member), 'content-type': 'application/json', 'content-length': String(text.length) }, text)
  }

type Wire = { port: number; transactions: number; trips: number; close(): void }

// A TCP proxy between service and database that counts the round trips of read-write transactions.
async function countOnWire(database: Address): Promise<Wire> {
  const wire = { port: 0, transactions: 0, trips: 0, close: () => void server.close() }
  const server = createServer((client) => {
    const store = database.host.startsWith('/')
      ? connectTcp(`${database.host}/.s.PGSQL.${database.port}`)
      : connectTcp(database.port, database.host)
    client.setNoDelay(true)
    store.setNoDelay(true)
    let [isCounted, isAnswered] = [false, true]
    client.on('data', (part) => {
      if (part.includes('begin') && !part.includes('read only')) isCounted = true
      if (isCounted && isAnswered) wire.trips++
      isAnswered = false
      store.write(part)
    })
    store.on('data', (part) => {
      isAnswered = true
      if (isCounted && part.subarray(-6).equals(READY_AND_IDLE)) {
        wire.transactions++
        isCounted = false
      }
      client.write(part)
    })
    for (const [one, two] of [
      [client, store],
      [store, client],
    ] as const)
      one.on('close', () => two.destroy()).on('error', () => two.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  wire.port = (server.address() as { port: number }).port
  return wire
}

async function countTrips(name: string, { port }: BenchProcess<Hello>, wire: Wire, ask: Writing): Promise<void> {
  const calls = 600
  let next = 0
  const oneAfterAnother = async (count: number): Promise<number> => {
    const startedAt = performance.now()
    for (const end = next + count; next < end; next++) {
      const { member, method, path, body } = ask(next)
      const headers = { ...bearer(member), 'content-type': 'application/json' }
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: JSON.stringify(body) })
      if (response.status !== 200) throw new Error(`${name} failed with ${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
    }
    return performance.now() - startedAt
  }
  await oneAfterAnother(WARM_UP)
  Object.assign(wire, { transactions: 0, trips: 0 })
  const took = await oneAfterAnother(calls)
  console.log(
    `${name}: ${(wire.trips / wire.transactions).toFixed(2)} database round trips (target ≤ 4), ${Math.round((calls / took) * 1000)} a second, one after another`,
  )
}
