import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { errorsOf } from '#contract/answers.ts'
import { titleOf } from '#contract/error-text.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { apiEndpoints, authEndpoints } from '#contract/index.ts'
import { startService } from '#tests/support/service.ts'
import { useService } from '#tests/support/use-service.ts'
import { docsPage } from './page.ts'

let page: string
const { service } = useService({ env: { PUBLIC_URL: 'http://10.20.30.40' } })
before(async () => {
  page = await (await fetch(`${service.url}/docs`)).text()
})

test('the documentation has every endpoint, every type and every error code in both languages', () => {
  for (const { id, path, summary } of [...apiEndpoints, ...authEndpoints]) {
    assert.ok(page.includes(`id="${id}"`), id)
    assert.ok(page.replace(/<\/?(wbr|i)>/g, '').includes(path), path)
    assert.ok(page.includes(summary), summary)
  }
  for (const code of Object.keys(errorStatus) as ErrorCode[]) {
    assert.ok(page.includes(`id="${code.replaceAll('_', '-')}"`), code)
    assert.ok(page.includes(titleOf(code, 'ru').replaceAll('"', '&quot;')), code)
  }
})

test('every internal link has a target, and the page loads no external resources', () => {
  const targets = new Set([...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1])
  assert.ok(links.length > 40)
  for (const link of links) assert.ok(targets.has(link), link)
  assert.equal(targets.size, [...page.matchAll(/ id="/g)].length, 'no id twice')
  assert.doesNotMatch(page, /<script|<link|src=|@import|url\(/)
})

test('the Content-Security-Policy of the page forbids loading anything', async () => {
  const response = await fetch(`${service.url}/docs`)
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
  const policy = response.headers.get('content-security-policy')!
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'"])
    assert.ok(policy.includes(part), part)
})

test('the documentation uses the public URL', () => {
  assert.ok(page.includes('http://10.20.30.40/api'))
  assert.doesNotMatch(page, /localhost/)
})

test('values from the configuration are escaped', () => {
  const evil = docsPage({ apiUrl: 'https://x/"><script>alert(1)</script>', authUrl: 'https://x/"><b>', version: '1<2' })
  assert.doesNotMatch(evil, /<script>/)
})

test('the OpenAPI document has the same endpoints, each with its errors', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as any
  assert.equal(document.openapi, '3.1.0')
  assert.equal(document.servers[0].url, 'http://10.20.30.40/api')
  for (const endpoint of apiEndpoints) {
    const { path, method, id } = endpoint
    const operation = document.paths[path][method.toLowerCase()]
    assert.equal(operation.operationId, id)
    const responses = Object.values(operation.responses as Record<string, { $ref?: string }>)
    const texts = JSON.stringify(responses.map(({ $ref, ...own }) => ($ref ? document.components.responses[$ref.split('/').at(-1)!] : own)))
    for (const code of errorsOf(endpoint)) assert.ok(texts.includes(`"${code}"`), `${id} ${code}`)
  }
})

test('if the main API is served alone, its root redirects to the documentation', async () => {
  const alone = await startService({ alone: 'api', database: service.database })
  const response = await fetch(alone.origin)
  assert.equal(new URL(response.url).pathname, '/docs')
  assert.match(await response.text(), /<title>[^<]*API/)
  await alone.close()
})
