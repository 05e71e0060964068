import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import sharp from 'sharp'
import { errorsOf } from '#contract/answers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiEndpoints } from '#contract/index.ts'
import { connect } from '#database/sql.ts'
import { ofCurators } from '#tests/support/changes/curators.ts'
import { ofMembers } from '#tests/support/changes/members.ts'
import { ofRounds } from '#tests/support/changes/rounds.ts'
import { type Prepared, prepare, type Samples, type Sent } from '#tests/support/changes/sent.ts'
import { FORM_TYPE, field, file, formBody } from '#tests/support/form.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { pathOf, sampleOf } from '#tests/support/sample.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { sample, test, testPart } from '#tests/support/tier.ts'

// Every POST that changes something honours Idempotency-Key: the same key again, with another body, or during the first call. Each first call
// succeeds: a refusal would prove little.

const all: Endpoint[] = apiEndpoints.filter((one) => errorsOf(one).includes('idempotency_key_reused'))
const changing = sample(all, ({ id }) => id)

const root = join(import.meta.dirname, '..', '..')
const samples: Samples = { ...ofMembers, ...ofRounds, ...ofCurators }
let service: TestService
before(async () => {
  service = await startService({ hasDuties: false })
})
after(() => service.close())

/** Of a colour of its own. */
const picture = (text: string) => {
  const background = `#${createHash('sha256').update(text).digest('hex').slice(0, 6)}`
  return sharp({ create: { width: 320, height: 180, channels: 3, background } })
    .png()
    .toBuffer()
}

type Ready = { endpoint: Endpoint; sent: Sent; given: Prepared }

/** A call that succeeds, with data and a caller of its own. */
async function ready(endpoint: Endpoint): Promise<Ready> {
  const given = await prepare(service)
  const sent = await samples[endpoint.id]?.(given)
  assert.ok(sent, `no sample of ${endpoint.id}`)
  return { endpoint, sent, given }
}

async function send({ endpoint, sent, given }: Ready, key: string, more = ''): Promise<Response> {
  const { path, body = endpoint.body && sent.file === undefined ? (sampleOf(endpoint.body) as object) : {}, file: name } = sent
  const headers = { authorization: `Bearer ${given.me.token}`, 'idempotency-key': key }
  const url = service.url + pathOf(endpoint, path)
  if (name === undefined)
    return fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, more }),
    })
  const fields = Object.entries(body).map(([key, value]) => field(key, String(value)))
  const bytes = name.endsWith('.png') ? await picture(given.unique + more) : `name\r\nTried with keys ${given.unique} ${more}\r\n`
  const content = formBody([...fields, file(name, bytes)])
  return fetch(url, { method: 'POST', headers: { ...headers, 'content-type': FORM_TYPE }, body: new Uint8Array(content) })
}

test('every change has a sample', () => {
  assert.deepEqual(Object.keys(samples).sort(), all.map(({ id }) => id).sort())
})

testPart('the same key with another body is refused', async () => {
  for (const one of changing) {
    const call = await ready(one)
    const first = await send(call, `reused-${one.id}-key`)
    assert.equal(first.status, 200, `${one.id}: ${await first.text()}`)
    const second = await send(call, `reused-${one.id}-key`, 'and more')
    await assertProblem(second, 'idempotency_key_reused')
  }
})

/** What the service has stored, apart from the keys themselves, the feed, and contents that arrived again. */
async function stored(): Promise<Record<string, string>> {
  const { sql } = service
  const tables = await sql<{ name: string }[]>`select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname not in ('idempotency', 'change', 'orphan')`
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql.unsafe(`select count(*)::text || ' ' || coalesce(sum(hashtext(t::text)::bigint), 0) as state from ${name} t`)
    found[name] = row!.state as string
  }
  return found
}

testPart('the same key with the same body: the second call gets the first answer, and nothing happens', async () => {
  for (const one of changing) {
    const call = await ready(one)
    const untouched = await stored()
    const first = await send(call, `repeated-${one.id}-key`)
    assert.equal(first.status, 200, `${one.id}: ${await first.clone().text()}`)
    const answer = (await first.json()) as object
    const before = await stored()
    assert.notDeepEqual(before, untouched, `${one.id} changes something`)
    const second = await send(call, `repeated-${one.id}-key`)
    assert.equal(second.status, first.status, one.id)
    assert.equal(second.headers.get('idempotency-replayed'), 'true', one.id)
    assert.deepEqual(await second.json(), answer, one.id)
    assert.deepEqual(await stored(), before, one.id)
  }
})

// A change that an app sends is a POST with a key, or a PUT or DELETE, which have the same effect twice.
test('every change that the apps send honours the key', () => {
  const names = new Set<string>()
  for (const room of ['client', 'console', 'ui'])
    for (const path of globSync(`${room}/**/*.{ts,tsx}`, { cwd: root }))
      for (const [, list] of readFileSync(join(root, path), 'utf8').matchAll(/import \{([^}]*)\} from '#contract\//g))
        for (const name of list!.split(',')) names.add(name.trim())
  const sent = apiEndpoints.filter(({ id, method }) => method !== 'GET' && names.has(id))
  assert.ok(sent.length > 80, `${sent.length}`)
  const without = sent.filter((one) => one.method === 'POST' && !one.changesNothing && !errorsOf(one).includes('idempotency_key_reused'))
  assert.deepEqual(
    without.map(({ id }) => id),
    ['findProjects'],
    'it changes nothing',
  )
})

testPart('the same key during the first call is refused with idempotency_in_progress', { timeout: 120_000 }, async (t) => {
  const calls: Ready[] = []
  for (const one of changing) calls.push(await ready(one))
  const elsewhere = connect(service.database.database, { max: 1 })
  t.after(() => elsewhere.end({ timeout: 5 }))
  const answers = await elsewhere.begin(async (sql) => {
    await sql`set local idle_in_transaction_session_timeout = 0`
    for (const { endpoint, given } of calls)
      await sql`insert into idempotency (scope, key, fingerprint, created_at)
        values (${`${given.me.id} POST ${endpoint.path}`}, ${`waiting-${endpoint.id}-key`}, ${Buffer.alloc(32)}, now())`
    const found: Response[] = []
    // A few at a time: each waits two seconds on a pooled connection.
    const groups = Math.ceil(calls.length / 6)
    for (let group = 0; group < groups; group++) {
      const some = calls.filter((_, n) => n % groups === group)
      found.push(...(await Promise.all(some.map((call) => send(call, `waiting-${call.endpoint.id}-key`)))))
    }
    return found
  })
  for (const response of answers) await assertProblem(response, 'idempotency_in_progress')
})
