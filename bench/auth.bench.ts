import { openSession } from '#auth/session.ts'
import { createKeyRing } from '#auth/token/keys.ts'
import { writeRefreshToken } from '#auth/token/refresh-token.ts'
import { readKeyFile, type Secrets } from '#auth/token/secrets.ts'
import { signAccessToken } from '#auth/token/tokens.ts'
import { connect, type Sql } from '#database/sql.ts'
import { signInClients } from '#rules/sign-in/client.ts'
import { generateWorld } from '#tests/support/world/world.ts'
import { type Ask, load, request } from './support/load.ts'
import type { BenchProcess } from './support/process.ts'
import { callsPerCpuSecond, type Hello, withWorld } from './support/world.ts'

const PROJECTS = 5000
const PEOPLE = 2000
const ROUNDS = 7
const REFRESHES = 2000
const publicUrl = 'http://localhost:8000'
const authUrl = `${publicUrl}/auth`

type Session = { accessToken: string; refreshToken: string }

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

// The cost of authentication: a cached response for a guest and for a signed-in caller, whose token and session are checked. People are
// public here, so both get the same bytes. Also the number of database round trips of a refresh.
export async function benchAuth(): Promise<void> {
  await withWorld(
    PROJECTS,
    async (ours, env) => {
      const sql = connect(ours.hello.database)
      const sessions = await openSessions(sql, readKeyFile(env.KEY_FILE!))
      await compareCosts(ours, sessions)
      await countStatements(ours, sql, sessions)
      await sql.end()
    },
    { PUBLIC_PEOPLE: 'true' },
  )
}

async function openSessions(sql: Sql, secrets: Secrets): Promise<Session[]> {
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
  const people = await sql<
    { id: number }[]
  >`insert into person (login) select 'bench-' || n from generate_series(1, ${PEOPLE}) as n returning id`
  return Promise.all(
    people.map(async ({ id: personId }) => {
      const { grant, secret } = await openSession(sql, {
        client,
        personId,
        provider: 'github',
        authTime: now,
        device: null,
        network: null,
        now,
      })
      const accessToken = await signAccessToken(keys, authUrl, grant, client.accessSeconds, now)
      return { accessToken, refreshToken: writeRefreshToken({ sid: grant.sid, gen: grant.gen, secret }, secrets.refreshMac) }
    }),
  )
}

async function compareCosts(ours: BenchProcess<Hello>, sessions: Session[]): Promise<void> {
  const paths = [...generateWorld(500)].map(({ slug }) => `/api/project/${slug}`)
  const of = (count: number, headers: (n: number) => Record<string, string>): Ask => {
    const ready = Array.from({ length: count }, (_, n) => request('GET', paths[n % paths.length]!, headers(n)))
    return (n) => ready[(n * 7919) % count]!
  }
  const bearer = (n: number) => ({ authorization: `Bearer ${sessions[n % sessions.length]!.accessToken}` })
  const guest = of(PEOPLE, () => ({}))
  const signedIn = of(PEOPLE, bearer)
  // As many bytes in the head, but no token: the cost of the longer request alone.
  const padded = of(PEOPLE, (n) => ({ 'x-padding': bearer(n).authorization }))
  for (const ask of [guest, signedIn, padded]) await load(ours.port, ask, { ms: 3000 })
  const added: number[] = []
  const addedByCheck: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const costs = new Map<Ask, number>()
    const order = [guest, signedIn, padded]
    for (let i = 0; i < order.length; i++) {
      const ask = order[(i + round) % order.length]!
      costs.set(ask, 1 / (await callsPerCpuSecond(ours, ask, 1200)))
    }
    added.push(costs.get(signedIn)! / costs.get(guest)! - 1)
    addedByCheck.push(costs.get(signedIn)! / costs.get(padded)! - 1)
  }
  const percent = (values: number[]): string => `${(median(values) * 100).toFixed(0)} %`
  console.log(
    `GET /project/{slug} signed in, ${PEOPLE} people in turn: token check and session read add ${percent(addedByCheck)} (target ≤ 25 %)`,
  )
  console.log(`  against a guest, whose request is 500 bytes shorter: ${percent(added)}`)
}

// Counts transactions of the database, minus those of polling the change feed, which are measured while idle.
async function countStatements(ours: BenchProcess<Hello>, sql: Sql, sessions: Session[]): Promise<void> {
  const transactions = async (): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, 1500)) // the statistics of PostgreSQL are up to a second behind
    const [row] = await sql`select xact_commit::int as count from pg_stat_database where datname = current_database()`
    return row!.count
  }
  const idleFrom = performance.now()
  const idleBefore = await transactions()
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const perMs = ((await transactions()) - idleBefore) / (performance.now() - idleFrom)
  const before = await transactions()
  const startedAt = performance.now()
  for (let n = 0; n < REFRESHES; n++) {
    const { refreshToken } = sessions[n % sessions.length]!
    const response = await fetch(`http://127.0.0.1:${ours.port}/auth/mobile/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    })
    if (response.status !== 200) throw new Error(`refresh failed with ${response.status}`)
    await response.arrayBuffer()
  }
  const took = performance.now() - startedAt
  const own = (await transactions()) - before - perMs * (performance.now() - startedAt)
  console.log(
    `POST /mobile/session: ${(own / REFRESHES).toFixed(2)} database round trips (target ≤ 3), ${Math.round((REFRESHES / took) * 1000)} a second, one after another`,
  )
}
