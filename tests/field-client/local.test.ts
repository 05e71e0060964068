import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fixedEndpoints } from '#contract/index.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn, tokensFrom } from '#tests/support/sign-in.ts'
import { createVisitor } from '#tests/support/visitor.ts'

// Local builds of the deployed mobile client: they call {origin}/project/… without /api, and the auth backend below /auth
// even where it is served alone.

let service: TestService
let anna: string
before(async () => {
  service = await startService()
  anna = (await signIn(service, 'anna')).accessToken
})
after(() => service.close())

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const phone = { accept: 'application/json', 'accept-charset': 'UTF-8', 'user-agent': 'ktor-client' }
const signedIn = () => ({ ...phone, authorization: `Bearer ${anna}` })
const send = (base: string, method: string, path: string, headers: Record<string, string>, body?: string) =>
  fetch(base + path, {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
const variesByAccept = ({ headers }: Response) =>
  headers
    .get('vary')!
    .split(/\s*,\s*/)
    .includes('Accept')
const isPage = (response: Response) => response.headers.get('content-type') === 'text/html; charset=utf-8'

test('the fixed endpoints are the 22 of the contract and their four variants', () => {
  assert.deepEqual(
    fixedEndpoints.map(({ method, path }) => `${method} ${path}`).toSorted(),
    [
      'GET /project/active',
      'GET /project/new',
      'POST /project/findmany',
      'GET /project/{slug}',
      'GET /user/role',
      'GET /user/role/{query}',
      'GET /tag',
      'GET /tag/filters/{query}',
      'POST /email',
      'GET /user',
      'GET /user/profile',
      'GET /user/projectstatus',
      'GET /user/projectstatus/{slug}',
      'POST /request',
      'PUT /request',
      'GET /request/available',
      'DELETE /request/{id}',
      'POST /project/results/upload-file',
      'POST /project/results/change-file',
      'DELETE /project/results/delete-file',
      'POST /project/links',
      'DELETE /project/links/{id}',
      'PUT /profile/account',
      'PUT /profile/personal',
      'PUT /member',
      'PUT /member/{id}',
    ].toSorted(),
  )
})

const values: Record<string, string> = { slug: 'karta-dvorov', query: 'web', id: '999999' }
for (const { method, path } of fixedEndpoints)
  test(`[field] ${method} ${path} has the same answer with and without /api`, async () => {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!)
    for (const headers of [phone, signedIn()]) {
      // Invalid bodies are enough to show that both addresses lead to the same endpoint.
      const body = method === 'GET' ? undefined : '{"page":"x"}'
      const [direct, short] = await Promise.all([
        send(service.url, method, address, headers, body),
        send(service.origin, method, address, headers, body),
      ])
      assert.equal(short.status, direct.status)
      assert.notEqual(short.headers.get('content-type'), 'text/html; charset=utf-8')
      for (const name of ['content-type', 'etag', 'cache-control', 'www-authenticate'])
        assert.equal(short.headers.get(name), direct.headers.get(name), name)
      const [one, two] = [await direct.json(), await short.json()].map((answer) => ({ ...(answer as object), requestId: '' }))
      assert.deepEqual(two, one)
      assert.ok(variesByAccept(short), 'Vary separates page and JSON in caches')
    }
  })

test('[field] reads and changes work without /api, with and without a trailing slash', async () => {
  const get = async (path: string) => (await send(service.origin, 'GET', path, signedIn())).json() as Promise<Record<string, unknown>>
  const { fullName } = (await get('/user')) as { fullName: object }
  const put = await send(service.origin, 'PUT', '/profile/personal/', signedIn(), JSON.stringify({ ...fullName, patronymic: 'Иная' }))
  assert.equal(put.status, 200)
  assert.deepEqual((await get('/user/')).fullName, { ...fullName, patronymic: 'Иная' })
  const found = await send(service.origin, 'POST', '/project/findmany', phone, '{}')
  assert.equal(((await found.json()) as { projects: object[] }).projects.length, 5)
  const head = await send(service.origin, 'HEAD', '/project/karta-dvorov', phone)
  assert.deepEqual([head.status, head.headers.get('content-type')], [200, 'application/json; charset=utf-8'])
})

test('a browser gets the page of the client even after API calls to the same address', async () => {
  const [page, plain] = [await (await fetch(service.origin)).text(), await (await fetch(`${service.url}/project/karta-dvorov`)).text()]
  // Three times each: a response is cached from the second time on.
  for (let round = 0; round < 3; round++) {
    for (const headers of [phone, signedIn()]) {
      const response = await send(service.origin, 'GET', '/project/karta-dvorov', headers)
      assert.ok(!isPage(response) && response.status === 200)
      if (headers === phone) assert.equal(await response.text(), plain)
    }
    for (const accept of [BROWSER, '*/*']) {
      const response = await send(service.origin, 'GET', '/project/karta-dvorov', { accept })
      assert.ok(isPage(response) && response.status === 200, accept)
      assert.ok(variesByAccept(response))
      assert.equal(await response.text(), page)
    }
  }
  const json = (await send(service.origin, 'GET', '/project/karta-dvorov', phone)).headers.get('etag')!
  const seen = await send(service.origin, 'GET', '/project/karta-dvorov', { accept: BROWSER, 'if-none-match': json })
  assert.ok(seen.status === 200 && isPage(seen), 'page and JSON have different ETags')
  assert.equal((await send(service.origin, 'GET', '/project/karta-dvorov', { ...phone, 'if-none-match': json })).status, 304)
})

test('a browser gets the not-found page at the address of an endpoint that is not a page', async () => {
  for (const path of ['/tag', '/user/profile', '/request/available']) {
    const response = await send(service.origin, 'GET', path, { accept: BROWSER })
    assert.ok(response.status === 404 && isPage(response), path)
    assert.ok(variesByAccept(response))
  }
})

test('endpoints that are not fixed are only below /api', async () => {
  for (const [method, path] of [
    ['DELETE', '/user'],
    ['GET', '/user/sessions'],
    ['GET', '/user/export'],
    ['GET', '/platform'],
    ['GET', '/console/project'],
    ['PUT', '/profile/avatar'],
  ] as const) {
    const response = await send(service.origin, method, path, signedIn())
    assert.ok([404, 405].includes(response.status), `${method} ${path} ${response.status}`)
  }
})

test('[field] the auth backend served alone answers at its root and below /auth: a complete session on each', async (t) => {
  const alone = await startService({ alone: 'auth', database: service.database })
  t.after(() => alone.close())
  for (const base of [alone.origin, `${alone.origin}/auth`]) {
    const get = (path: string, headers: Record<string, string> = {}) => fetch(base + path, { headers: { ...phone, ...headers } })
    assert.equal((await get('')).status, 204)
    assert.equal((await get('/')).status, 204)
    for (const path of ['/openapi.json', '/.well-known/jwks.json']) assert.equal((await get(path)).status, 200, path)
    const browser = createVisitor(Number(new URL(alone.origin).port))
    const end = await browser.press(await browser.visit(`${base}/mobile/githubauthenticate`), 'login', 'gleb')
    const code = end.url.searchParams.get('code')
    const tokens = await tokensFrom(await send(base, 'POST', '/mobile/exchange', phone, JSON.stringify({ code })))
    const refresh = () => send(base, 'POST', '/mobile/session', phone, JSON.stringify({ refreshToken: tokens.refreshToken }))
    const next = await tokensFrom(await refresh())
    assert.equal((await get('/logout', { authorization: `Bearer ${next.accessToken}` })).status, 204)
    assert.equal((await refresh()).status, 401)
    const refusal = await send(base, 'POST', '/mobile/exchange', phone, JSON.stringify({ code }))
    assert.equal(((await refusal.json()) as { error: string }).error, 'invalid_grant', 'problems in the form OAuth libraries read')
  }
})
