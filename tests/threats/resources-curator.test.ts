import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Problem } from '#contract/shared.ts'
import { presets } from '#http/limits/presets.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { openSession } from '#tests/support/session.ts'
import { test } from '#tests/support/tier.ts'
import { shareServed } from '#tests/support/world/crowd.ts'
import { addLargeRound } from '#tests/support/world/large-round.ts'

// One curator has more calls at once than there are database connections, and each of them waits for a locked table as long as the attack
// lasts. Another curator, at the same address, is served.

let service: TestService
let round = 0
let [greedy, other] = ['', '']

before(async () => {
  service = await startService({
    limits: { ...presets.on, calls: null, search: null },
    connection: { lockTimeout: 600_000, statementTimeout: 600_000 },
  })
  round = await addLargeRound(service, { teams: 30, projects: 20, choices: 10 })
  greedy = (await openSession(service, 'curator')).accessToken
  other = (await openSession(service, 'admin')).accessToken
})
after(() => service?.close())

const ask = (token: string, method: string, path: string, body?: object): Promise<Response> =>
  fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

// Each reads the database.
const probes = ['/console/project?pageSize=10', '/console/team?pageSize=10', '/console/person?pageSize=10', '/console/round']

// A busy machine may need more time than a call has; a resource that the attack has used up is another refusal.
async function probe(path: string): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await ask(other, 'GET', path)
    const isLate = response.status === 503 && ((await response.clone().json()) as Problem).code === 'deadline_exceeded'
    if (!isLate || tries === 5) return response
  }
}

type Attack = { title: string; locked: string; calls: number; run(): Promise<Response>; refused: number }

const attacks: Attack[] = [
  {
    title: 'forty console lists',
    locked: 'synonym',
    calls: 40,
    run: () => ask(greedy, 'GET', '/console/synonym'),
    refused: 0,
  },
  {
    title: 'twenty pages of a round',
    locked: 'round_change',
    calls: 20,
    run: () => ask(greedy, 'GET', `/console/round/${round}`),
    refused: 0,
  },
  {
    title: 'ten drafts of a round',
    locked: 'round_draft',
    calls: 10,
    run: () => ask(greedy, 'POST', `/console/round/${round}/place`),
    refused: 0,
  },
  {
    title: 'ten changes of many projects',
    locked: 'project_bulk',
    calls: 10,
    run: () => ask(greedy, 'POST', '/console/project/bulk', { mode: 'do', filter: {}, change: { shiftDays: 1 } }),
    refused: 8,
  },
]

for (const { title, locked, calls, run, refused } of attacks)
  test(`${title} of one curator: another one is served`, { timeout: 120_000 }, async () => {
    const statuses: number[] = []
    const attack = await service.sql.begin(async (sql) => {
      await sql`set local idle_in_transaction_session_timeout = 0`
      await sql.unsafe(`lock table ${locked} in access exclusive mode`)
      const running = Array.from({ length: calls }, async () => statuses.push((await run()).status))
      // Until as many as may are waiting for the lock.
      while ((await blocked()) === 0 || statuses.length < refused) await new Promise(setImmediate)
      const share = await shareServed(40, (n) => probe(probes[n % probes.length]!))
      assert.ok((await blocked()) > 0, 'the attack has lasted')
      assert.equal(share, 1)
      return running
    })
    await Promise.all(attack)
    assert.equal(statuses.length, calls)
    assert.ok(statuses.filter((status) => status === 429).length >= refused, statuses.join(' '))
  })

const blocked = async (): Promise<number> =>
  (await service.sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length
