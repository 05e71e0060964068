import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiEndpoints } from '#contract/index.ts'
import { everything } from './support/hostile/hostile.ts'
import { assertProblem } from './support/problem.ts'
import { startService, type TestService } from './support/service.ts'
import { openSession } from './support/session.ts'
import { signIn } from './support/sign-in.ts'
import { forEachCase, sample } from './support/tier.ts'

// Console endpoints require a curator, those about people and settings an administrator: access is checked before anything else.

const members = ['anna', 'boris', 'vera', 'gleb']
const endpoints: Endpoint[] = apiEndpoints.filter(({ path }) => path.startsWith('/console'))

let service: TestService
let clock = new Date()
const tokens: Record<string, string> = {}
const ids: Record<string, number> = {}
before(async () => {
  service = await startService({ now: () => clock })
  for (const login of [...members, 'curator', 'admin']) {
    const { accessToken, user } = await signIn(service, login)
    tokens[login] = accessToken
    ids[login] = user.id
  }
})
after(() => service.close())

// At most 100 refusals of a person are audited in a day: after 30 endpoints with three calls each it is the next day.
let tested = 0
beforeEach(async () => {
  if (++tested % 30 !== 0) return
  clock = new Date(clock.getTime() + 25 * 3_600_000)
  for (const login of Object.keys(ids)) tokens[login] = (await openSession(service, login)).accessToken
})

// An existing id, a missing one, and an invalid one.
const paramSets: Record<string, string>[] = [
  { id: '1', into: '2', kind: 'tag', ticket: 'a-ticket-of-theirs' },
  { id: '2147483647', into: '1', kind: 'projects', ticket: '00000000' },
  { id: 'x', into: '%00', kind: 'verbs', ticket: 'x!' },
]

function send(endpoint: Endpoint, params: Record<string, string>, login?: string): Promise<Response> {
  const url = service.url + endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!)
  const { method } = endpoint
  const headers: Record<string, string> = login === undefined ? {} : { authorization: `Bearer ${tokens[login]}` }
  if (endpoint.files) {
    const form = new FormData()
    form.set('mode', 'do')
    form.set('files', new Blob(['name\r\nMallory\r\n']), 'tags.csv')
    return fetch(url, { method, headers, body: form })
  }
  if (method === 'GET' || method === 'DELETE') return fetch(url, { method, headers })
  const [example] = (endpoint.body as { examples?: object[] } | undefined)?.examples ?? [{}]
  return fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...example, access: 'administrator' }),
  })
}

const deniedTo = async (login: string, target: string): Promise<number> =>
  (
    await service.sql`select count(*)::int as n from audit_event where action = 'authz_denied' and outcome = 'failure' and actor_id = ${ids[login]!} and target = ${target}`
  )[0]!.n

const state = async (): Promise<object> => ({
  everything: await everything(service),
  accounts:
    await service.sql`select s.id, s.person_id, s.revoked_at, i.subject from auth.session s left join auth.identity i using (person_id) order by 1, 4`,
})

test('every console endpoint requires more than a sign-in', () => {
  assert.ok(endpoints.length > 40)
  for (const { id, access } of endpoints) assert.ok(access === 'curator' || access === 'administrator', id)
  const administratorOnly = endpoints.filter(({ access }) => access === 'administrator').map(({ id }) => id)
  assert.deepEqual(administratorOnly.toSorted(), [
    'allowAddress',
    'cancelMail',
    'deleteLogo',
    'exportPeople',
    'getMail',
    'getOperations',
    'getPerson',
    'listBounces',
    'listMails',
    'mergePeople',
    'previewMerge',
    'resendMail',
    'setAccess',
    'setDisabled',
    'signOutPerson',
    'updateSettings',
    'uploadLogo',
  ])
})

forEachCase(
  endpoints,
  ({ id, access }) => `${id}: guests must sign in, members are refused${access === 'administrator' ? ', and curators too' : ''}`,
  async (endpoint) => {
    const before = await state()
    const refusedLogins = endpoint.access === 'administrator' ? [...members, 'curator'] : members
    const counts = await Promise.all(refusedLogins.map((login) => deniedTo(login, endpoint.id)))
    for (const params of paramSets) {
      const guest = await send(endpoint, params)
      await assertProblem(guest, 'not_signed_in')
      assert.equal(guest.headers.get('www-authenticate'), 'Bearer realm="projectory"')
      for (const login of refusedLogins) {
        const answer = await send(endpoint, params, login)
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="projectory", error="insufficient_scope"', login)
        await assertProblem(answer, 'not_permitted')
      }
    }
    assert.deepEqual(await state(), before, 'something changed')
    for (const [index, login] of refusedLogins.entries())
      assert.equal(await deniedTo(login, endpoint.id), counts[index]! + paramSets.length, `${login} is on record`)
  },
)

test('an invalid token, or the token of an ended session, is refused', async () => {
  const [endpoint] = endpoints
  tokens.nobody = 'garbage'
  await assertProblem(await send(endpoint!, paramSets[0]!, 'nobody'), 'invalid_token')
  tokens.former = (await signIn(service, 'curator')).accessToken
  await fetch(`${service.authUrl}/logout`, { headers: { authorization: `Bearer ${tokens.former}` } })
  for (const one of sample(endpoints, ({ id }) => id)) await assertProblem(await send(one, paramSets[0]!, 'former'), 'invalid_token')
})

test('an administrator who signed in more than twelve hours ago must sign in again for people and settings only', async () => {
  const { accessToken } = await signIn(service, 'admin')
  tokens.yesterday = accessToken
  await service.sql`update auth.session set auth_time = ${new Date(Date.now() - 12.1 * 3_600_000)} where person_id = ${ids.admin!}
    and id = (select max(id) from auth.session where person_id = ${ids.admin!})`
  const before = await state()
  for (const endpoint of endpoints.filter(({ access }) => access === 'administrator'))
    for (const params of paramSets) {
      const answer = await send(endpoint, params, 'yesterday')
      assert.match(answer.headers.get('www-authenticate')!, /error="insufficient_user_authentication", max_age=43200/)
      await assertProblem(answer, 'sign_in_again')
    }
  assert.deepEqual(await state(), before, 'something changed')
  assert.equal((await fetch(`${service.url}/console/vocabulary/tag`, { headers: { authorization: `Bearer ${accessToken}` } })).status, 200)
})

test('a person who loses access is refused immediately', async () => {
  const { sql } = service
  await sql`update person set access = 'member' where id = ${ids.curator!}`
  const ask = () => fetch(`${service.url}/console/vocabulary/tag`, { headers: { authorization: `Bearer ${tokens.curator}` } })
  const until = Date.now() + 10_000
  while ((await ask()).status === 200) assert.ok(Date.now() < until, 'still let in')
  await assertProblem(await ask(), 'not_permitted')
})
