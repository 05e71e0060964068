import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listTags } from '#contract/tag.ts'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { readConfig } from './config.ts'
import { apiUrlOf, authUrlOf, partNames, version } from './parts.ts'

const config = readConfig({ PUBLIC_URL: 'https://projects.example.org' })
const opened: TestService[] = []
after(() => Promise.all(opened.map((service) => service.close())))

test('together each part has its prefix, alone it stands at its own root', () => {
  assert.deepEqual(partNames, ['api', 'auth'])
  assert.equal(apiUrlOf(config, null), 'https://projects.example.org/api')
  assert.equal(apiUrlOf(config, 'api'), 'https://projects.example.org')
  assert.equal(authUrlOf(config, null), 'https://projects.example.org/auth')
  assert.equal(authUrlOf(config, 'auth'), 'https://projects.example.org')
  const split = readConfig({ PUBLIC_URL: 'https://projects.example.org', AUTH_URL: 'https://sign-in.example.org/' })
  assert.equal(authUrlOf(split, 'api'), 'https://sign-in.example.org')
})

test('the version is the package’s own', () => assert.match(version, /^\d+\.\d+\.\d+/))

test('the main API alone answers at the root, and its problems point to its own documentation', async () => {
  const service = await startService({ alone: 'api', env: { PUBLIC_URL: 'http://api.example.org' } })
  opened.push(service)
  assert.equal(service.url, service.origin)
  assert.ok((await service.call(listTags)).length > 0)
  for (const path of ['/docs', '/openapi.json', '/healthz', '/readyz']) assert.equal((await fetch(service.origin + path)).status, 200, path)
  const problem = await assertProblem(await fetch(`${service.origin}/api/tag`), 'not_found')
  assert.equal(problem.type, 'http://api.example.org/docs#not-found')
  assert.match(problem.detail, /http:\/\/api\.example\.org\/docs\b/)
  const document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as { servers: { url: string }[] }
  assert.equal(document.servers[0]!.url, 'http://api.example.org')
})

test('the auth backend alone answers at the root, without the main API', async () => {
  const service = await startService({ alone: 'auth' })
  opened.push(service)
  assert.equal(service.authUrl, service.origin)
  assert.equal((await fetch(service.origin)).status, 204)
  for (const path of ['/openapi.json', '/.well-known/jwks.json', '/healthz', '/readyz'])
    assert.equal((await fetch(service.origin + path)).status, 200, path)
  await assertProblem(await fetch(`${service.origin}/tag`), 'not_found')
  const start = await fetch(`${service.origin}/mobile/idpauthenticate`, { redirect: 'manual' })
  assert.equal(start.status, 302)
})
