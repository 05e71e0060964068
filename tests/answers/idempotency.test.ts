import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before } from 'node:test'
import sharp from 'sharp'
import { errorsOf } from '#contract/answers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiEndpoints } from '#contract/index.ts'
import { connect } from '#store/sql.ts'
import { FORM_TYPE, field, file, formBody } from '#tests/support/form.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { addProject, addTeam, personOf } from '#tests/support/requests.ts'
import { pathOf, sampleOf } from '#tests/support/sample.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { sample, test, testPart } from '#tests/support/tier.ts'

// Every POST that changes something honours Idempotency-Key: the same key with another body, or during the first call.

const changing: Endpoint[] = sample(
  apiEndpoints.filter((one) => errorsOf(one).includes('idempotency_key_reused')),
  ({ id }) => id,
)

const root = join(import.meta.dirname, '..', '..')
let service: TestService
let token: string
type Sent = { path?: Record<string, string | number>; body?: Record<string, unknown>; file?: string }
const own: Record<string, Sent> = {} // where a generated body would be refused before any change
before(async () => {
  service = await startService()
  const { sql } = service
  token = (await signIn(service, 'admin')).accessToken
  const project = await addProject(sql, 'tried-with-keys')
  const team = await addTeam(sql, 'Tried with keys', 'admin*')
  await sql`insert into assignment (team_id, project_id) values (${team}, ${project})`
  const [old] = await sql`insert into file (kind, project_id, team_id, file_type_id)
    select 'result', ${project}, ${team}, id from file_type where name = 'Poster' returning id`
  await sql`insert into file_version (file_id, version, name, mime, size, sha256) values (${old!.id}, 1, 'a.txt', 'text/plain', 1, ${'a'.repeat(64)})`
  const [reason] = await sql`select min(id) as id from refusal_reason`
  Object.assign(own, {
    uploadResult: { body: { project: 'tried-with-keys', team, category: 'Report' }, file: 'report.txt' },
    changeResult: { body: { file: old!.id }, file: 'report.txt' },
    addDescriptionFile: { path: { id: project }, file: 'report.txt' },
    importSheet: { body: { mode: 'do' }, file: 'tags.csv' },
    uploadCover: { path: { slug: 'tried-with-keys' }, body: { alt: 'One colour' }, file: 'cover.png' },
    uploadLogo: { file: 'logo.png' },
    assignRequests: { body: { requests: [2_147_483_647], reviewer: await personOf(sql, 'admin') } },
    declineRequests: { body: { requests: [2_147_483_647], reason: reason!.id } },
  } satisfies Record<string, Sent>)
})
after(() => service.close())

const picture = (background: string) =>
  sharp({ create: { width: 320, height: 180, channels: 3, background } })
    .png()
    .toBuffer()

async function send(endpoint: Endpoint, key: string, more = ''): Promise<Response> {
  const { path, body = endpoint.body ? (sampleOf(endpoint.body) as object) : {}, file: name } = own[endpoint.id] ?? {}
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
  const url = service.url + pathOf(endpoint, path)
  if (name === undefined)
    return fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, more }),
    })
  const fields = Object.entries(body).map(([key, value]) => field(key, String(value)))
  const bytes = name.endsWith('.png') ? await picture(more === '' ? 'blue' : 'red') : `name\r\nTried with keys ${more}\r\n`
  const content = formBody([...fields, file(name, bytes)])
  return fetch(url, { method: 'POST', headers: { ...headers, 'content-type': FORM_TYPE }, body: new Uint8Array(content) })
}

testPart('the same key with another body is refused', async () => {
  for (const one of changing) {
    const first = await send(one, `reused-${one.id}-key`)
    assert.ok([200, 403, 404, 409].includes(first.status), `${one.id}: ${await first.text()}`)
    const second = await send(one, `reused-${one.id}-key`, 'and more')
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
    const first = await send(one, `repeated-${one.id}-key`)
    const answer = (await first.json()) as object
    const before = await stored()
    const second = await send(one, `repeated-${one.id}-key`)
    assert.equal(second.status, first.status, one.id)
    if (![200, 403, 404, 409].includes(first.status)) continue // refused before anything was looked at
    assert.equal(second.headers.get('idempotency-replayed'), 'true', one.id)
    const again = (await second.json()) as object
    assert.deepEqual({ ...again, requestId: '' }, { ...answer, requestId: '' }, one.id)
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
  const person = await personOf(service.sql, 'admin')
  const elsewhere = connect(service.database.database, { max: 1 })
  t.after(() => elsewhere.end({ timeout: 5 }))
  const answers = await elsewhere.begin(async (sql) => {
    await sql`set local idle_in_transaction_session_timeout = 0`
    for (const { id, path } of changing)
      await sql`insert into idempotency (scope, key, fingerprint, created_at)
        values (${`${person} POST ${path}`}, ${`waiting-${id}-key`}, ${Buffer.alloc(32)}, now())`
    const found: [Endpoint, Response][] = []
    // A few at a time: each waits two seconds on a pooled connection. Uploads first, so that the groups share them: a person may have two at a
    // time.
    const groups = Math.ceil(changing.length / 6)
    const ordered = changing.toSorted((a, b) => Number(!a.files) - Number(!b.files))
    assert.ok(ordered.filter(({ files }) => files).length <= 2 * groups)
    for (let group = 0; group < groups; group++)
      found.push(
        ...(await Promise.all(
          ordered
            .filter((_, n) => n % groups === group)
            .map(async (one): Promise<[Endpoint, Response]> => [one, await send(one, `waiting-${one.id}-key`)]),
        )),
      )
    return found
  })
  for (const [, response] of answers) await assertProblem(response, 'idempotency_in_progress')
})
