import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { assertProblem } from '#tests/support/problem.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(service.authUrl + path, { method, headers, redirect: 'manual' })

async function assertRefused(response: Response, code: Parameters<typeof assertProblem>[1], language: 'en' | 'ru' = 'en') {
  const { error, error_description: description, ...problem } = (await response.json()) as Record<string, string>
  assert.equal(error, 'invalid_request')
  assert.equal(description, problem.detail)
  return assertProblem(new Response(JSON.stringify(problem), response), code, language)
}

test('the base URL answers with and without a trailing slash: the field client calls it first', async () => {
  for (const path of ['', '/', '?x=1']) {
    const response = await ask(path, { authorization: 'Bearer long.gone.token' })
    assert.equal(response.status, 204, path)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('set-cookie'), null)
  }
})

test('the JWKS is public, cacheable for five minutes, and verifies a token', async () => {
  const response = await ask('/.well-known/jwks.json')
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/jwk-set+json')
  assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
  const set = (await response.json()) as { keys: Record<string, string>[] }
  assert.deepEqual(Object.keys(set), ['keys'])
  assert.equal(set.keys.length, 2, 'the one that signs, and the next')
  for (const key of set.keys) {
    assert.deepEqual(Object.keys(key).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'], 'above all no d')
    const { kty, crv, alg, use } = key
    assert.deepEqual({ kty, crv, alg, use }, { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
  }
  const { accessToken } = await signIn(service, 'anna')
  const { payload } = await jwtVerify(accessToken, createLocalJWKSet(set as never))
  assert.equal(payload.iss, service.authUrl)
})

test('an unknown provider is an HTML page for browsers and a problem for other clients', async () => {
  for (const language of ['en', 'ru'] as const) {
    const page = await ask('/mobile/nobodyauthenticate', { accept: 'text/html,*/*;q=0.8', 'accept-language': language })
    assert.equal(page.status, 404)
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.ok((await page.text()).includes(`<html lang="${language}">`))
    const problem = await ask('/mobile/nobodyauthenticate', { 'accept-language': language })
    await assertRefused(problem, 'not_found', language)
  }
})

test('the provider name is never parsed from the URL', async () => {
  for (const path of [
    '/mobile/authenticate',
    '/mobile/IDPauthenticate',
    '/mobile/idp%61uthenticate/x',
    '/mobile/constructorauthenticate',
    '/mobile/..%2fidpauthenticate',
    '/mobile/githubcallback',
  ]) {
    const response = await ask(path)
    assert.equal(response.status, 404, path)
    assert.equal(response.headers.get('location'), null)
  }
})

test('the OpenAPI document has all four endpoints', async () => {
  const response = await ask('/openapi.json')
  assert.equal(response.status, 200)
  const document = (await response.json()) as { openapi: string; servers: { url: string }[]; paths: Record<string, object> }
  assert.match(document.openapi, /^3\.1\./)
  assert.equal(document.servers[0]!.url, service.authUrl)
  assert.deepEqual(Object.keys(document.paths).toSorted(), ['/logout', '/mobile/exchange', '/mobile/session', '/mobile/{idp}authenticate'])
})

test('a wrong method gets 405 with Allow', async () => {
  const wrong: [string, string, string][] = [
    ['GET', '/mobile/exchange', 'POST, OPTIONS'],
    ['GET', '/mobile/session/', 'POST, OPTIONS'],
    ['DELETE', '/mobile/session', 'POST, OPTIONS'],
    ['POST', '/logout', 'GET, OPTIONS'],
    ['PUT', '/mobile/idpauthenticate', 'GET, OPTIONS'],
    ['POST', '/mobile/idpcallback', 'GET, OPTIONS'],
    ['POST', '/.well-known/jwks.json', 'GET, HEAD, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
  ]
  for (const [method, path, allow] of wrong) {
    const response = await ask(path, {}, method)
    assert.equal(response.headers.get('allow'), allow, `${method} ${path}`)
    await assertRefused(response, 'method_not_allowed')
  }
})

test('HEAD works for documents, not for a GET with side effects', async () => {
  for (const path of ['/logout', '/mobile/idpauthenticate', '/mobile/idpcallback'])
    assert.equal((await ask(path, {}, 'HEAD')).status, 404, path)
  assert.equal((await ask('/openapi.json', {}, 'HEAD')).status, 200)
  assert.equal((await ask('/.well-known/jwks.json', {}, 'HEAD')).status, 200)
})

test('a trailing slash is accepted', async () => {
  for (const path of ['/mobile/exchange/', '/mobile/session/']) {
    const response = await fetch(service.authUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"code":"x","refreshToken":"x"}',
    })
    assert.equal(response.status, 401, path)
  }
  assert.equal((await ask('/logout/')).status, 204)
})

test('an unknown path is a problem, also below a known one', async () => {
  for (const path of ['/nothing', '/mobile', '/mobile/exchange/more', '/.well-known/openid-configuration']) {
    const problem = await assertRefused(await ask(path), 'not_found')
    assert.ok(problem.detail.includes(`/auth${path}`), problem.detail)
  }
})
