import { connect as connectTcp, createServer } from 'node:net'
import { readKeyFile } from '#auth/token/secrets.ts'
import { connect, type Database } from '#database/sql.ts'
import { type Ask, load, request } from './support/load.ts'
import { asBytes, bearer, fillTeams, type Member, OPEN_PROJECTS, setRoles, type Writing } from './support/members.ts'
import { type BenchProcess, start } from './support/process.ts'
import { callsPerCpuSecond, type Hello, withWorld } from './support/world.ts'

const PROJECTS = 2000
const ROUNDS = 7
const WARM_UP = 60
const READY_AND_IDLE = Buffer.from('Z\0\0\0\x05I') // ReadyForQuery, idle: the transaction has ended

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

function apply(members: Member[]): Writing {
  const administrators = members.filter(({ isAdministrator }) => isAdministrator)
  return (n) => {
    const member = administrators[n % administrators.length]!
    const project = `open-${Math.floor(n / administrators.length) % OPEN_PROJECTS}`
    return { member, method: 'POST', path: '/api/request', body: { project, team: member.teamId, message: `No. ${n}` } }
  }
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
