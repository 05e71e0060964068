import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { changeIdempotently, fingerprintOf, Replay } from './idempotency.ts'

// Boris and Gleb administrate teams that work on this project, on which there is room for thirty links.
const project = 'museum-pocket-guide'
const HOUR = 3_600_000
let clock = new Date()
let service: TestService
let tokens: Record<'boris' | 'gleb', string>
before(async () => {
  service = await startService({ now: () => clock })
  const { sql } = service
  await sql`update project set team_limit = 20 where slug = ${project}`
  await sql`insert into team (name) select 'more ' || n from generate_series(1, 10) as n`
  await sql`insert into assignment (team_id, project_id) select t.id, p.id from team t, project p where t.name like 'more %' and p.slug = ${project}`
  await sql`insert into member (team_id, person_id, name, is_administrator)
    select t.id, p.id, 'x', true from team t, person p where t.name = 'more 1' and p.login = 'gleb'`
  tokens = { boris: (await signIn(service, 'boris')).accessToken, gleb: (await signIn(service, 'gleb')).accessToken }
})
after(() => service.close())

let keys = 0
const newKey = () => `a key of its own ${String(++keys).padStart(4, '0')}`.replaceAll(' ', '-')
type Given = { key?: string; link?: string; body?: string; who?: 'boris' | 'gleb'; language?: string }
const post = ({ key, link = 'https://example.org/', body, who = 'boris', language = 'en' }: Given) =>
  fetch(`${service.url}/project/links`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens[who]}`,
      'content-type': 'application/json',
      'accept-language': language,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: body ?? JSON.stringify({ project, link }),
  })
const isReplayed = (response: Response) => response.headers.get('idempotency-replayed') === 'true'
const linksNow = () => service.sql<{ id: number; url: string }[]>`
  select l.id, l.url from link l join project p on p.id = l.project_id where p.slug = ${project}`
const clear = () => service.sql`delete from link where url like 'https://example.org/%'`
const wholeAnswer = async (response: Response) => {
  const [location, etag, type, caching] = ['location', 'etag', 'content-type', 'cache-control'].map((name) => response.headers.get(name))
  return { status: response.status, body: await response.text(), location, etag, type, caching }
}

test('ten concurrent equal calls with each of twenty keys are executed twenty times', async (t) => {
  t.after(clear)
  await post({})
  await clear()
  const calls = Array.from({ length: 200 }, (_, n) => ({ key: `burst-of-calls-${n % 20}`, link: `https://example.org/${n % 20}` }))
  const answers = await Promise.all(calls.map(async (call) => ({ call, response: await post(call) })))
  const broken = service.logged.filter((line) => line.includes('call failed'))
  assert.deepEqual([...new Set(answers.map(({ response }) => response.status))], [200], broken.join('') || undefined)
  assert.equal(answers.filter(({ response }) => isReplayed(response)).length, 180)
  for (let n = 0; n < 20; n++) {
    const same = answers.filter(({ call }) => call.key === `burst-of-calls-${n}`)
    assert.equal(new Set(await Promise.all(same.map(async ({ response }) => JSON.stringify(await wholeAnswer(response))))).size, 1)
  }
  assert.equal((await linksNow()).filter(({ url }) => url.startsWith('https://example.org/')).length, 20)
})

test('concurrent work is executed once per key, without other constraints', async () => {
  const { sql } = service
  await sql`create table tally (key text)`
  const keyOf = (n: number) => ({
    scope: 'test',
    key: `key ${n}`,
    fingerprint: fingerprintOf({ n }, []),
    now: clock,
    headers: () => [],
    serialise: JSON.stringify,
  })
  const calls = Array.from({ length: 200 }, (_, n) => n % 20)
  const results = await Promise.allSettled(
    calls.map((n) =>
      changeIdempotently(sql, keyOf(n), async (sql) => {
        await sql`insert into tally values (${n})`
        return { n }
      }),
    ),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 20)
  for (const result of results) if (result.status === 'rejected') assert.ok(result.reason instanceof Replay, String(result.reason))
  assert.equal((await sql`select 1 from tally`).count, 20)
})

test('a replay is the complete first response, even when the created row has been deleted', async (t) => {
  t.after(clear)
  const call = { key: newKey(), link: 'https://example.org/gone' }
  const first = await post(call)
  assert.ok(!isReplayed(first))
  const answered = await wholeAnswer(first)
  assert.equal(answered.status, 200)
  assert.match(answered.location!, /\/project\/links\/\d+$/)
  assert.ok(answered.etag)
  await clear()
  const again = await post(call)
  assert.ok(isReplayed(again))
  assert.deepEqual(await wholeAnswer(again), answered)
  assert.ok(!(await linksNow()).some(({ url }) => url === call.link), 'nothing was done again')
})

test('the order of keys and whitespace in the body do not matter', async (t) => {
  t.after(clear)
  const key = newKey()
  const first = await post({ key, body: `{"project":"${project}","link":"https://example.org/s","more":{"a":1,"b":[1,2]}}` })
  const again = await post({ key, body: `{ "more": {"b":[1, 2],"a":1}, "link":"https://\\u0065xample.org/s", "project":"${project}" }` })
  assert.ok(isReplayed(again))
  assert.deepEqual(await wholeAnswer(again), await wholeAnswer(first))
})

test('other content with the same key is refused, and the first response stays stored', async (t) => {
  t.after(clear)
  const key = newKey()
  await post({ key, link: 'https://example.org/one' })
  await assertProblem(await post({ key, link: 'https://example.org/two' }), 'idempotency_key_reused')
  await assertProblem(
    await post({ key, body: `{"project":"${project}","link":"https://example.org/one","x":[2,1]}` }),
    'idempotency_key_reused',
  )
  assert.ok(!(await linksNow()).some(({ url }) => url === 'https://example.org/two'))
  assert.ok(isReplayed(await post({ key, link: 'https://example.org/one' })))
})

test('a refusal because of stored state is replayed, in the language of the retry', async (t) => {
  t.after(clear)
  for (let n = (await linksNow()).length; n < 30; n++) await post({ link: `https://example.org/full/${n}` })
  const call = { key: newKey(), link: 'https://example.org/over' }
  const first = await post(call)
  assert.ok(!isReplayed(first))
  const problem = await assertProblem(first, 'link_limit')
  await clear()
  const again = await post(call)
  assert.ok(isReplayed(again))
  assert.deepEqual({ ...(await assertProblem(again, 'link_limit')), requestId: '' }, { ...problem, requestId: '' })
  const inRussian = await assertProblem(await post({ ...call, language: 'ru' }), 'link_limit', 'ru')
  assert.match(inRussian.detail, /30/)
  await assertProblem(await post({ ...call, link: 'https://example.org/other' }), 'idempotency_key_reused')
  assert.equal((await post({ ...call, key: newKey() })).status, 200)
})

test('refusals 403 and 404 are replayed too', async () => {
  for (const [slug, code] of [
    ['bee-hive-monitor', 'not_working_on_it'],
    ['no-such-project', 'project_not_found'],
  ] as const) {
    const call = { key: newKey(), body: JSON.stringify({ project: slug, link: 'https://example.org/' }) }
    for (const replayed of [false, true]) {
      const response = await post(call)
      assert.equal(isReplayed(response), replayed)
      await assertProblem(response, code)
    }
  }
})

test('a call with invalid input may be retried with its key', async (t) => {
  t.after(clear)
  const call = { key: newKey(), body: JSON.stringify({ project, link: 'https://example.org/p', platform: 'Later' }) }
  await assertProblem(await post(call), 'unknown_platform')
  await service.sql`insert into platform (name, hosts) values ('Later', '{later.example}')`
  await service.app.catalog.refresh()
  const second = await post(call)
  assert.equal(second.status, 200)
  assert.ok(!isReplayed(second))
})

test('a call that failed with a server error is rolled back and may be retried with its key', async (t) => {
  t.after(clear)
  const { sql } = service
  const call = { key: newKey(), link: 'https://example.org/broken' }
  await sql`create function break_it() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`
  await sql`create trigger breaks after insert on link for each row execute function break_it()`
  await assertProblem(await post(call), 'internal')
  await sql`drop trigger breaks on link`
  assert.equal((await sql`select 1 from idempotency where key = ${call.key}`).count, 0)
  const second = await post(call)
  assert.equal(second.status, 200)
  assert.ok(!isReplayed(second))
})

test('while the first call is in progress, others get Retry-After: 2', async () => {
  const call = { key: newKey(), link: 'https://example.org/slow' }
  const { promise: isDone, resolve: end } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const scope = `${(await service.sql`select id from person where login = 'boris'`)[0]!.id} POST /project/links`
  const first = service.sql.begin(async (sql) => {
    await sql`insert into idempotency (scope, key, fingerprint, created_at) values (${scope}, ${call.key}, '', ${clock})`
    begun.resolve()
    await isDone
    throw new Error('undone')
  })
  await begun.promise
  const startedAt = performance.now()
  const response = await post(call)
  const took = performance.now() - startedAt
  await assertProblem(response, 'idempotency_in_progress')
  assert.equal(response.headers.get('retry-after'), '2')
  assert.ok(took > 1800 && took < 10_000, `${took} ms`) // not until the first one ends
  end()
  await assert.rejects(first, /undone/)
  assert.equal((await post(call)).status, 200)
  await clear()
})

test('another lock timeout is not reported as a call in progress', async (t) => {
  t.after(clear)
  const call = { key: newKey(), link: 'https://example.org/busy' }
  const { promise: isDone, resolve: end } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const holder = service.sql.begin(async (sql) => {
    await sql`select 1 from project where slug = ${project} for update`
    begun.resolve()
    await isDone
  })
  await begun.promise
  await assertProblem(await post(call), 'database_unavailable')
  end()
  await holder
  assert.equal((await post(call)).status, 200)
})

test('keys have 16 to 255 visible characters; only POST uses them', async (t) => {
  t.after(clear)
  for (const key of ['x'.repeat(15), 'x'.repeat(256), 'with a blank inside', 'кириллица'.repeat(2), ''])
    await assertProblem(await post({ key: Buffer.from(key).toString('latin1') }), 'idempotency_key_invalid')
  for (const key of ['y'.repeat(16), 'y'.repeat(255), '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~']) assert.equal((await post({ key })).status, 200)
  const [link] = (await linksNow()).filter(({ url }) => url === 'https://example.org/')
  const headers = { authorization: `Bearer ${tokens.boris}`, 'idempotency-key': 'short' }
  assert.equal((await fetch(`${service.url}/project/links/${link!.id}`, { method: 'DELETE', headers })).status, 200)
})

test('keys are scoped to the person', async (t) => {
  t.after(clear)
  const key = newKey()
  const [boris, gleb] = [
    await post({ key, link: 'https://example.org/b' }),
    await post({ key, link: 'https://example.org/g', who: 'gleb' }),
  ]
  assert.deepEqual([boris.status, gleb.status], [200, 200])
  const again = await post({ key, link: 'https://example.org/g', who: 'gleb' })
  assert.ok(isReplayed(again))
  assert.equal(await again.text(), await gleb.text())
})

test('a body that is nested too deeply for the fingerprint is refused as malformed', async (t) => {
  t.after(clear)
  const body = `{"project":"${project}","link":"https://example.org/deep","x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
  await assertProblem(await post({ key: newKey(), body }), 'malformed_json')
})

test('a key expires after a day', async (t) => {
  const now = clock
  t.after(async () => {
    clock = now
    await clear()
  })
  const call = { key: newKey(), link: 'https://example.org/day' }
  await post(call)
  clock = new Date(now.getTime() + 24 * HOUR - 1000)
  tokens.boris = (await signIn(service, 'boris')).accessToken
  assert.ok(isReplayed(await post(call)))
  clock = new Date(now.getTime() + 24 * HOUR + 1)
  const fresh = await post({ ...call, link: 'https://example.org/another-day' })
  assert.equal(fresh.status, 200)
  assert.ok(!isReplayed(fresh))
})
