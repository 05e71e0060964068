import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { commonErrors, type ErrorCode } from '#contract/errors.ts'
import { apiEndpoints } from '#contract/index.ts'
import { assertRawProblem } from './support/problem.ts'
import { portOf, rawCall } from './support/raw.ts'
import { startService, type TestService } from './support/service.ts'
import { signIn } from './support/sign-in.ts'

// What a signed-in person may send by mistake or malice, to every call that takes JSON: always a documented refusal, never a 5xx, and
// nothing is kept of it. Boris administrates the team, so that nothing is refused for who he is.

let service: TestService
let tokens: Record<'boris' | 'curator', string>
let good: Record<string, { body: Record<string, unknown>; id?: number }>
before(async () => {
  service = await startService()
  tokens = { boris: (await signIn(service, 'boris')).accessToken, curator: (await signIn(service, 'curator')).accessToken }
  const { sql } = service
  const idOf = async (rows: Promise<unknown>) => ((await rows) as { id: number }[])[0]!.id
  await sql`insert into project (slug, name, state, published_at) values ('open-to-all', 'Open', 'published', now())`
  const boris = await idOf(sql`select id from person where login = 'boris'`)
  const team = await idOf(sql`insert into team (name) values ('Free') returning id`)
  const member = await idOf(
    sql`insert into member (team_id, person_id, name, is_administrator) values (${team}, ${boris}, 'x', true) returning id`,
  )
  const other = await idOf(
    sql`insert into project (slug, name, state, published_at) values ('asked-for', 'Asked', 'published', now()) returning id`,
  )
  const request = await idOf(sql`insert into request (team_id, project_id) values (${team}, ${other}) returning id`)
  const result = await idOf(sql`insert into file (kind, project_id, team_id, file_type_id)
    select 'result', p.id, t.id, f.id from project p, team t, file_type f where p.slug = 'museum-pocket-guide' and t.name = 'Маяк' and f.name = 'Poster' returning id`)
  await sql`insert into file_version (file_id, version, name, mime, size, sha256) values (${result}, 1, 'a.txt', 'text/plain', 1, ${'a'.repeat(64)})`
  good = {
    createRequest: { body: { project: 'open-to-all', team, message: 'x' } },
    updateRequest: { body: { request, message: 'y' } },
    decideRequest: { body: { decision: 'decline', reason: 1, comment: 'z' }, id: request },
    deleteResult: { body: { file: result } },
    createLink: { body: { project: 'museum-pocket-guide', link: 'https://example.org/hostile', platform: 'Website' } },
    updateMember: { body: { member: { id: member, roles: ['Tester'] } } },
    updateMemberRole: { body: { role: 'Tester' }, id: member },
    updateAccount: { body: { email: '', phone: '+447700900199' } },
    updatePersonal: { body: { name: 'Имя', surname: 'Фамилия', patronymic: 'Отчество' } },
    updateNotifications: { body: { kinds: [{ kind: 'team_added', when: 'off' }] } },
    uploadResult: { body: { project: 'museum-pocket-guide', team, category: 'Poster' } },
    changeResult: { body: { file: result, comment: 'c' } },
    putAvatar: { body: {} },
  }
})
after(() => service.close())

const takers = apiEndpoints.filter(({ access, body }) => access !== 'public' && body)

async function send(endpoint: Endpoint, body: string | Buffer, path: string | number = good[endpoint.id]!.id ?? '') {
  const token = endpoint.access === 'signed-in' ? tokens.boris : tokens.curator
  const bytes = Buffer.from(body as string)
  const address = `/api${endpoint.path.replace(/\{\w+\}/, String(path))}`
  const head = `${endpoint.method} ${address} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`
  return rawCall(portOf(service.origin), Buffer.concat([Buffer.from(head), bytes]))
}

async function everything(): Promise<object> {
  const tables = await service.sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('change', 'audit_event') order by 1`
  const sums = tables.map(
    ({ name }) => `select '${name}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from ${name} t`,
  )
  return service.sql.unsafe(`${sums.join(' union all ')} order by 1`)
}

type Expected = ErrorCode | undefined // undefined: any refusal the contract names
async function refuses(
  endpoint: Endpoint,
  bodies: (readonly [what: string, body: string | Buffer, expected?: Expected])[],
  path?: string,
): Promise<void> {
  const before = await everything()
  for (const [what, body, expected] of bodies) {
    const answer = await send(endpoint, body, path)
    assert.ok(answer.status >= 400 && answer.status < 500, `${what}: ${answer.status} ${answer.body.slice(0, 300)}`)
    const { code } = assertRawProblem(answer, expected)
    assert.ok(
      [...endpoint.errors, ...commonErrors].includes(code as ErrorCode),
      `${what}: ${code} is not in the contract of ${endpoint.id}`,
    )
  }
  assert.deepEqual(await everything(), before, 'something was kept')
}

test('every call that takes JSON is looked at', () => {
  assert.deepEqual(takers.map(({ id }) => id).toSorted(), Object.keys(good).toSorted())
})

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const forms: [string, string | Buffer, ErrorCode?][] = [
  ['a list', '[]', 'invalid_input'],
  ['a number', '5', 'invalid_input'],
  ['a text', '"{}"', 'invalid_input'],
  ['half an object', '{"a":', 'malformed_json'],
  ['60 KiB of [', '['.repeat(60 * 1024), 'malformed_json'],
  ['deep lists', deep(30_000), 'invalid_input'],
  ['__proto__', '{"__proto__":{"id":1}}', 'malformed_json'],
  ['__proto__ inside', '{"member":{"__proto__":{"isAdministrator":true}}}', 'malformed_json'],
  ['constructor.prototype', '{"constructor":{"prototype":{"x":1}}}', 'malformed_json'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'malformed_json'],
  ['a raw NUL', '{"name":"\0"}', 'malformed_json'],
  ['a raw line break', '{"name":"a\nb"}', 'malformed_json'],
  ['70 KiB', JSON.stringify({ x: 'x'.repeat(70_000) }), 'body_too_large'],
]

for (const endpoint of takers) {
  const { id } = endpoint
  test(`${id}: what is no proper JSON object is refused`, () => {
    const isEmptyGood = id === 'deleteResult' || id === 'putAvatar' || id === 'uploadResult' || id === 'changeResult'
    return refuses(
      endpoint,
      forms.map(([what, body, code]) => [what, body, isEmptyGood ? undefined : code] as const),
    )
  })

  // Each value in turn becomes something it must not be.
  test(`${id}: values of other types and beyond all numbers are refused`, () => {
    const { body } = good[id]!
    const bodies: [string, string][] = []
    const spoil = (path: string[], value: unknown): void => {
      for (const wrong of wrongFor(path.at(-1)!, value)) {
        const text = JSON.stringify(body, (_, inner) => inner)
        bodies.push([`${path.join('.')} = ${wrong.slice(0, 40)}`, replaceAt(JSON.parse(text), path, wrong)])
      }
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        for (const [key, inner] of Object.entries(value)) spoil([...path, key], inner)
    }
    for (const [key, value] of Object.entries(body)) spoil([key], value)
    return refuses(endpoint, bodies)
  })
}

const numbers = [
  '0',
  '-1',
  '1.5',
  '1e400',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  '"1"',
  '"1 or 1=1"',
  'true',
  'null',
  '[]',
  '[1]',
  '{}',
]
const mayBeNull = new Set(['message', 'comment', 'platform', 'reason'])
function wrongFor(key: string, value: unknown): string[] {
  const list =
    typeof value === 'number'
      ? numbers
      : Array.isArray(value)
        ? ['"Tester"', '5', 'null', '{}', '[5]', '[null]', '[["Tester"]]', '[{}]']
        : ['5.5', 'true', '[]', '["x"]', '{}', '{"$ne":null}', 'null', deep(20_000)]
  return list.filter((wrong) => !(wrong === 'null' && mayBeNull.has(key)))
}

// Written as text, because 1e400 is no value of JavaScript's.
function replaceAt(body: Record<string, unknown>, path: string[], wrong: string): string {
  let place = body
  for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>
  place[path.at(-1)!] = '@@wrong@@'
  return JSON.stringify(body).replace('"@@wrong@@"', () => wrong)
}

const named = (id: string): Endpoint => takers.find((one) => one.id === id)!
const withKey = (id: string, key: string, value: unknown): string => JSON.stringify({ ...good[id]!.body, [key]: value })
const nasty: [string, string][] = [
  ['NUL', 'a\0b'],
  ['CR and LF', 'a\r\nBcc: x@example.org'],
  ['a lone surrogate', 'a\ud800b'],
  ['a text turned around', 'a\u202egnp.exe'],
  ['turned around by an isolate', 'a\u2066b\u2069'],
  ['a line separator', 'a\u2028b'],
]

for (const key of ['name', 'surname', 'patronymic'])
  test(`a ${key} that nobody has is refused`, () =>
    refuses(named('updatePersonal'), [
      ...nasty.map(([what, text]) => [what, withKey('updatePersonal', key, text), 'invalid_name'] as const),
      ['300 characters', withKey('updatePersonal', key, 'я'.repeat(300)), 'invalid_name'],
      ['500 characters', withKey('updatePersonal', key, 'я'.repeat(500)), 'invalid_value'],
      ...(key === 'patronymic' ? [] : ([['nothing', withKey('updatePersonal', key, ' \u00a0 '), 'invalid_name']] as const)),
    ]))

test('an e-mail or phone that is none is refused', () =>
  refuses(named('updateAccount'), [
    ...nasty.map(([what, text]) => [what, withKey('updateAccount', 'email', `${text}@example.org`), 'invalid_email'] as const),
    ...nasty.map(([what, text]) => [what, withKey('updateAccount', 'phone', `+44 7700 ${text}`), 'invalid_phone'] as const),
    ['two addresses', withKey('updateAccount', 'email', 'a@example.org,b@example.org'), 'invalid_email'],
    ['a name before it', withKey('updateAccount', 'email', 'Anna <a@example.org>'), 'invalid_email'],
    ['300 characters', withKey('updateAccount', 'email', `${'x'.repeat(290)}@example.org`), 'invalid_value'],
    ['letters', withKey('updateAccount', 'phone', 'call me'), 'invalid_phone'],
    ['very many digits', withKey('updateAccount', 'phone', '+4477009001231231231231231'), 'invalid_phone'],
  ]))

test('a slug, a role, a category, a platform or an address that cannot be is refused', async () => {
  for (const id of ['createRequest', 'createLink'])
    await refuses(
      named(id),
      [...nasty, ['a path', '../../etc/passwd'], ['SQL', `'; drop table team; --`], ['81 letters', 'x'.repeat(81)]].map(
        ([what, text]) => [what!, withKey(id, 'project', text)] as const,
      ),
    )
  await refuses(
    named('updateMemberRole'),
    [...nasty, ['a prototype', 'toString']].map(
      ([what, text]) => [what!, withKey('updateMemberRole', 'role', text), 'unknown_role'] as const,
    ),
  )
  await refuses(
    named('createLink'),
    nasty.map(([what, text]) => [what, withKey('createLink', 'platform', text), 'unknown_platform'] as const),
  )
  const links = nasty
    .slice(0, 3)
    .map(([what, text]) => [what, withKey('createLink', 'link', `https://example.org/${text}`), 'invalid_link'] as const)
  await refuses(named('createLink'), links)
  await refuses(
    named('decideRequest'),
    [...nasty, ['another word', 'Approve']].map(([what, text]) => [what!, withKey('decideRequest', 'decision', text)] as const),
  )
})

test('numbers that nothing has find nothing', async () => {
  await refuses(named('updateRequest'), [['the last number', withKey('updateRequest', 'request', 2147483647), 'request_not_found']])
  await refuses(named('createRequest'), [['the last number', withKey('createRequest', 'team', 2147483647), 'team_not_found']])
  await refuses(named('deleteResult'), [['the last number', withKey('deleteResult', 'file', 2147483647), 'file_not_found']])
  await refuses(named('decideRequest'), [['the last number', withKey('decideRequest', 'reason', 2147483647), 'unknown_reason']])
  for (const id of ['decideRequest', 'updateMemberRole'])
    for (const path of ['0', '2147483648', '9999999999', '99999999999', '-1', '1.5', 'x', '%00', '%zz', '1%20or%201=1'])
      await refuses(named(id), [[path, JSON.stringify(good[id]!.body)]], path)
})

test('what people write freely is kept without what no reader can hold, or refused', async () => {
  const before = await everything()
  for (const [what, text] of nasty)
    for (const id of ['createRequest', 'updateRequest'])
      assert.ok((await send(named(id), withKey(id, 'message', text))).status < 500, `${id}: ${what}`)
  const kept = await service.sql<
    { message: string }[]
  >`select message from request where message is not null and project_id in (select id from project where slug in ('open-to-all', 'asked-for'))`
  assert.notDeepEqual(await everything(), before)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
  for (const { message } of kept) assert.doesNotMatch(message, /[\0-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069\ufffe]/)
  await refuses(named('createRequest'), [['5001 letters', withKey('createRequest', 'message', 'x'.repeat(5001)), 'invalid_value']])
})

test('after all this nothing was a fault of ours', async () => {
  assert.equal((await fetch(`${service.origin}/readyz`)).status, 200)
  assert.deepEqual(
    service.logged.filter((line) => line.includes('"level":"error"')),
    [],
  )
  assert.equal(({} as { isAdministrator?: boolean }).isAdministrator, undefined)
})
