import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { connect, type Sql } from '#database/sql.ts'
import { load, request } from './support/load.ts'
import type { BenchProcess } from './support/process.ts'
import { type Hello, withWorld } from './support/world.ts'

const PROJECTS = 200
const ROUNDS = 7
const ROUND_MS = 1500
const CONNECTIONS = 16
const TICKS_PER_SECOND = 100 // of /proc on Linux

type Behaviour = 'answers at once' | 'is silent from the start' | 'is silent after the dot'
const behaviours: Behaviour[] = ['answers at once', 'is silent from the start', 'is silent after the dot']
type Side = {
  behaviour: Behaviour
  ours: BenchProcess<Hello>
  sql: Sql
  postmaster: number
  perSecond: number[]
  perCore: number[]
  sent: number
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

// The cost of accepting an email, independent of the behaviour of the mail server: one service per behaviour, measured in turn. CPU time
// of the service, including the mail worker, and of all processes of its PostgreSQL; the load generator and the mail server run in this
// process and are not counted.
export async function benchMail(): Promise<void> {
  if (process.platform !== 'linux') return console.log('reads CPU time from /proc: Linux only')
  await withSides(behaviours, [], async (sides) => {
    for (const side of sides) await round(side, 3000)
    for (const side of sides) Object.assign(side, { perSecond: [], perCore: [], sent: 0 })
    for (let turn = 0; turn < ROUNDS; turn++)
      for (let at = 0; at < sides.length; at++) await round(sides[(turn + at) % sides.length]!, ROUND_MS)
    const [first] = sides
    for (const { behaviour, perSecond, perCore, sent } of sides) {
      const ratio = (mine: number[], firsts: number[]) => median(mine.map((value, at) => value / firsts[at]!)).toFixed(2)
      console.log(
        `the mail server ${behaviour}: ${Math.round(median(perSecond))} accepted a second, ${Math.round(median(perCore))} per core-second (target ≥ 500); ${sent} sent meanwhile`,
      )
      if (first!.behaviour !== behaviour)
        console.log(`  × the first: ${ratio(perSecond, first!.perSecond)} a second, ${ratio(perCore, first!.perCore)} per core-second`)
    }
  })
}

async function withSides([behaviour, ...others]: Behaviour[], sides: Side[], work: (sides: Side[]) => Promise<void>): Promise<void> {
  if (behaviour === undefined) return work(sides)
  const { server, port } = await startMailServer(behaviour)
  const env = { NODE_ENV: 'development', RATE_LIMITS: 'off', SMTP_URL: `smtp://127.0.0.1:${port}` }
  await withWorld(
    PROJECTS,
    async (ours, { DATA_DIR }) => {
      const sql = connect(ours.hello.database, { max: 1, statementTimeout: 60_000 })
      const postmaster = Number.parseInt(readFileSync(join(DATA_DIR!, 'postgres/data/postmaster.pid'), 'utf8'), 10)
      const side: Side = { behaviour, ours, sql, postmaster, perSecond: [], perCore: [], sent: 0 }
      await withSides(others, [...sides, side], work).finally(() => sql.end())
    },
    env,
  )
  server.close()
}

let written = 0
const oneEmail = (): Buffer => {
  written++
  const message = `May a team of two apply? This is No. ${written}.`
  return request('POST', '/api/email', {}, JSON.stringify({ name: 'Anna', email: `anna-${written}@example.org`, message }))
}

async function round(side: Side, ms: number): Promise<void> {
  const { ours, sql, postmaster, perSecond, perCore } = side
  const sentBefore = await countSent(sql)
  const [before, databaseBefore, startedAt] = [(await ours.usage()).cpu, databaseSeconds(postmaster), performance.now()]
  const { calls, statuses } = await load(ours.port, oneEmail, { connections: CONNECTIONS, ms })
  const took = (performance.now() - startedAt) / 1000
  const after = (await ours.usage()).cpu
  const wrong = [...statuses].filter(([status]) => status !== 200)
  if (wrong.length > 0) throw new Error(`unexpected statuses: ${JSON.stringify(wrong)}`)
  const own = (after.user + after.system - before.user - before.system) / 1e6
  perSecond.push(calls / took)
  perCore.push(calls / (own + databaseSeconds(postmaster) - databaseBefore))
  side.sent += (await countSent(sql)) - sentBefore
  // Remaining emails would be sent during the next measurement.
  await sql`update outbox set state = 'cancelled', ended_at = now(), due_at = null where state in ('queued', 'deferred')`
}

const countSent = async (sql: Sql): Promise<number> => (await sql`select count(*)::int as count from outbox where state = 'sent'`)[0]!.count

/** CPU time of the postmaster and its children, including ended ones. */
function databaseSeconds(postmaster: number): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid)
    if (fields === undefined) continue
    const [parent, ...times] = [fields[1], ...fields.slice(11, 15)].map(Number) as [number, number, number, number, number]
    const [user, system, ofEndedUser, ofEndedSystem] = times
    if (Number(pid) === postmaster) ticks += user + system + ofEndedUser + ofEndedSystem
    else if (parent === postmaster) ticks += user + system
  }
  return ticks / TICKS_PER_SECOND
}

// Starts after the process name, which may contain any characters.
function statOf(pid: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  } catch {
    return undefined // ended
  }
}

async function startMailServer(behaviour: Behaviour): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (behaviour === 'is silent from the start') return void socket.resume()
    let isLetter = false
    let unread = ''
    socket.write('220 bench\r\n')
    socket.on('data', (part) => {
      unread += part.toString('latin1')
      for (;;) {
        const end = unread.indexOf(isLetter ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const line = unread.slice(0, end)
        unread = unread.slice(end + (isLetter ? 5 : 2))
        if (isLetter && behaviour === 'is silent after the dot') return
        const isData = !isLetter && /^data$/i.test(line)
        socket.write(isData ? '354 go on\r\n' : /^quit$/i.test(line) && !isLetter ? '221 bye\r\n' : '250 fine\r\n')
        isLetter = isData
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as { port: number }).port }
}
