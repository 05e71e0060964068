import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { apiEndpoints } from '#contract/index.ts'
import {
  type Bodies,
  everything,
  type Good,
  improper,
  loggedErrors,
  nasty,
  pathOf,
  refusesAll,
  refusesEach,
  sendRaw,
  spoilt,
} from '#tests/support/hostile/hostile.ts'
import { startService, type TestService, untilReady } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { forEachCase } from '#tests/support/tier.ts'

// Invalid and hostile bodies to every endpoint for members that takes JSON: always a documented refusal, never a 5xx, and
// nothing is stored. Boris administrates the team, so that no refusal is about permissions.

let service: TestService
let tokens: Record<'boris' | 'curator', string>
let good: Record<string, Good>
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
  const question = await idOf(
    sql`insert into question (project_id, text) select id, 'q' from project where slug = 'museum-pocket-guide' returning id`,
  )
  await sql`insert into request_message (request_id, role, text) values (${request}, 'curator', 'q')`
  const seekers = await idOf(sql`insert into team (name, is_looking) values ('Seekers', true) returning id`)
  const hour = sql`now(), now() + interval '1 hour'`
  const invited = await idOf(
    sql`insert into person_invitation (team_id, person_id, created_at, expires_at) values (${seekers}, ${boris}, ${hour}) returning id`,
  )
  const asking = await idOf(
    sql`insert into join_request (team_id, person_id, created_at, expires_at) select ${team}, id, ${hour} from person where login = 'vera' returning id`,
  )
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
    updateJoining: { body: { isOpen: true, sentence: 'x', roles: ['QA'], projects: ['open-to-all'], neverInvite: false } },
    updateNotifications: { body: { kinds: [{ kind: 'team_added', when: 'off' }] } },
    uploadResult: { body: { project: 'museum-pocket-guide', team, category: 'Poster' } },
    changeResult: { body: { file: result, comment: 'c' } },
    putAvatar: { body: {} },
    uploadCover: { body: { alt: 'x', focalX: 50, focalY: 50 }, id: 'museum-pocket-guide' },
    createQuestion: { body: { text: 'x' }, id: 'museum-pocket-guide' },
    sendRequestMessage: { body: { text: 'x' }, id: request },
    answerQuestion: { body: { text: 'x', replaces: null }, id: question },
    createOwnTeam: { body: { name: 'Hostile', description: 'x', wantedRoles: [{ role: 'QA', count: 1 }], isLooking: true, roles: ['QA'] } },
    updateOwnTeam: { body: { name: 'Hostile', description: 'x', wantedRoles: [{ role: 'QA', count: 1 }], isLooking: true }, id: team },
    undoTeamChange: { body: { member }, id: team },
    requestLeave: { body: { message: 'x' }, id: team },
    handOverTeam: { body: { staysAdministrator: false }, id: team },
    createInvitation: { body: { uses: 5, message: 'x' }, id: team },
    answerInvitation: { body: { isAccepted: false, neverInvite: false }, id: invited },
    createJoinRequest: { body: { message: 'x' }, id: seekers },
    answerJoinRequest: { body: { isAccepted: false }, id: asking },
    orderChoices: { body: { team, requests: [request] }, id: 'no-such-round' },
    setWaiting: { body: { team, request, isWaiting: false }, id: 'no-such-round' },
    setWishes: { body: { team, projects: ['open-to-all'] }, id: 'no-such-round' },
    answerExchange: { body: { team, isConfirmed: true }, id: 1 },
    saveProjects: { body: { slugs: ['open-to-all'] } },
    updateCover: { body: { alt: 'x', focalX: 50, focalY: 50 }, id: 'museum-pocket-guide' },
  }
})
after(() => service.close())

// Console endpoints have their own file, except the one that is older than the console.
const jsonEndpoints = apiEndpoints.filter(
  ({ id, path, access, body }) => access !== 'public' && body && (id === 'decideRequest' || !path.startsWith('/console')),
)

const send = (endpoint: Endpoint, body: string | Buffer, id: string | number = good[endpoint.id]!.id ?? '') =>
  sendRaw(service, endpoint, endpoint.access === 'signed-in' ? tokens.boris : tokens.curator, pathOf(endpoint, { id }), body)

const refuses = (endpoint: Endpoint, bodies: Bodies): Promise<void> => refusesAll(service, endpoint, (body) => send(endpoint, body), bodies)

test('every endpoint that takes JSON is tested', () => {
  assert.deepEqual(jsonEndpoints.map(({ id }) => id).toSorted(), Object.keys(good).toSorted())
})

const forms: [string, string | Buffer, ErrorCode][] = [...improper, ['70 KiB', JSON.stringify({ x: 'x'.repeat(70_000) }), 'body_too_large']]
const mayBeNull = new Set(['sentence', 'message', 'comment', 'description', 'platform', 'reason', 'replaces'])

forEachCase(
  jsonEndpoints,
  ({ id }) => `${id}: a body that is not a JSON object, values of wrong types and out of range are refused`,
  (endpoint) => {
    const { id } = endpoint
    const isEmptyGood = id === 'deleteResult' || id === 'putAvatar' || id === 'uploadResult' || id === 'changeResult'
    return refuses(endpoint, [
      ...forms.map(([what, body, code]) => [what, body, isEmptyGood ? undefined : code] as const),
      ...spoilt(good[id]!, (key) => mayBeNull.has(key)),
    ])
  },
)

const named = (id: string): Endpoint => jsonEndpoints.find((one) => one.id === id)!
const withKey = (id: string, key: string, value: unknown): string => JSON.stringify({ ...good[id]!.body, [key]: value })
for (const key of ['name', 'surname', 'patronymic'])
  test(`a ${key} that does not exist is refused`, () =>
    refuses(named('updatePersonal'), [
      ...nasty.map(([what, text]) => [what, withKey('updatePersonal', key, text), 'invalid_name'] as const),
      ['300 characters', withKey('updatePersonal', key, 'я'.repeat(300)), 'invalid_name'],
      ['500 characters', withKey('updatePersonal', key, 'я'.repeat(500)), 'invalid_value'],
      ...(key === 'name' ? ([['nothing', withKey('updatePersonal', key, ' \u00a0 '), 'invalid_name']] as const) : []),
    ]))

test('an invalid email or phone is refused', () =>
  refuses(named('updateAccount'), [
    ...nasty.map(([what, text]) => [what, withKey('updateAccount', 'email', `${text}@example.org`), 'invalid_email'] as const),
    ...nasty.map(([what, text]) => [what, withKey('updateAccount', 'phone', `+44 7700 ${text}`), 'invalid_phone'] as const),
    ['two addresses', withKey('updateAccount', 'email', 'a@example.org,b@example.org'), 'invalid_email'],
    ['a name before it', withKey('updateAccount', 'email', 'Anna <a@example.org>'), 'invalid_email'],
    ['300 characters', withKey('updateAccount', 'email', `${'x'.repeat(290)}@example.org`), 'invalid_value'],
    ['letters', withKey('updateAccount', 'phone', 'call me'), 'invalid_phone'],
    ['very many digits', withKey('updateAccount', 'phone', '+4477009001231231231231231'), 'invalid_phone'],
  ]))

test('an invalid slug, role, category, platform or URL is refused', async () => {
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

test('ids that do not exist are not found', async () => {
  await refuses(named('updateRequest'), [['the last number', withKey('updateRequest', 'request', 2147483647), 'request_not_found']])
  await refuses(named('createRequest'), [['the last number', withKey('createRequest', 'team', 2147483647), 'team_not_found']])
  await refuses(named('deleteResult'), [['the last number', withKey('deleteResult', 'file', 2147483647), 'file_not_found']])
  await refuses(named('decideRequest'), [['the last number', withKey('decideRequest', 'reason', 2147483647), 'unknown_reason']])
  for (const id of ['decideRequest', 'updateMemberRole'])
    await refusesEach(
      service,
      named(id),
      ['0', '2147483648', '9999999999', '99999999999', '-1', '1.5', 'x', '%00', '%zz', '1%20or%201=1'].map((path) => ({
        what: path,
        send: () => send(named(id), JSON.stringify(good[id]!.body), path),
      })),
    )
})

test('free text is refused, or stored without characters that no client can display', async () => {
  const before = await everything(service)
  for (const [what, text] of nasty)
    for (const id of ['createRequest', 'updateRequest'])
      assert.ok((await send(named(id), withKey(id, 'message', text))).status < 500, `${id}: ${what}`)
  const stored = await service.sql<
    { message: string }[]
  >`select message from request where message is not null and project_id in (select id from project where slug in ('open-to-all', 'asked-for'))`
  assert.notDeepEqual(await everything(service), before)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
  for (const { message } of stored) assert.doesNotMatch(message, /[\0-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069\ufffe]/)
  await refuses(named('createRequest'), [['5001 letters', withKey('createRequest', 'message', 'x'.repeat(5001)), 'invalid_value']])
})

test('no internal error was logged', async () => {
  await untilReady(service)
  assert.deepEqual(loggedErrors(service), [])
  assert.equal(({} as { isAdministrator?: boolean }).isAdministrator, undefined)
})
