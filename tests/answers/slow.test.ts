import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { errorsOf } from '#contract/answers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { apiEndpoints, authEndpoints } from '#contract/index.ts'
import { FORM_TYPE } from '#tests/support/form.ts'
import { portOf, rawConnection } from '#tests/support/raw.ts'
import { pathOf } from '#tests/support/sample.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { sample, testPart } from '#tests/support/tier.ts'

// Bodies that never arrive completely: every endpoint gives up after ten seconds, so all are tested at the same time.

const endpoints: Endpoint[] = [...apiEndpoints, ...authEndpoints]
const implying = (code: ErrorCode) => endpoints.filter((one) => errorsOf(one).includes(code))
const chosen = (code: ErrorCode) => sample(implying(code), ({ id }) => id)

let service: TestService
let administrator: string
let curators: string[] // each person may have two uploads at a time
before(async () => {
  service = await startService()
  await service.sql`update person set access = 'curator' where login in ('anna', 'boris', 'vera', 'gleb')`
  await service.app.catalog.refresh()
  administrator = (await signIn(service, 'admin')).accessToken
  curators = await Promise.all(
    ['curator', 'anna', 'boris', 'vera', 'gleb'].map(async (login) => (await signIn(service, login)).accessToken),
  )
})
after(() => service.close())

/** Sends less than its Content-Length. */
async function codeOfHalf(endpoint: Endpoint, type: string, token: string): Promise<string> {
  const base = new URL(authEndpoints.includes(endpoint) ? service.authUrl : service.url).pathname
  const connection = await rawConnection(portOf(service.origin))
  const lines = [
    `${endpoint.method} ${base}${pathOf(endpoint)} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
  ]
  connection.send(`${lines.join('\r\n')}\r\nContent-Length: 1000\r\n\r\n{`)
  const { body } = await connection.answer({ withinMs: 60_000 })
  connection.end()
  return (JSON.parse(body) as { code: string }).code
}

testPart('request_timeout and too_slow: every endpoint that takes a body', { timeout: 120_000 }, async () => {
  const codes = async (code: ErrorCode, type: string) =>
    Promise.all(
      chosen(code).map(
        async (one, n) =>
          `${one.id} ${await codeOfHalf(one, type, one.access === 'administrator' ? administrator : curators[n % curators.length]!)}`,
      ),
    )
  const [late, slow] = await Promise.all([codes('request_timeout', 'application/json'), codes('too_slow', FORM_TYPE)])
  assert.ok(implying('request_timeout').length > 40 && implying('too_slow').length > 5)
  assert.deepEqual(
    late,
    chosen('request_timeout').map(({ id }) => `${id} request_timeout`),
  )
  assert.deepEqual(
    slow,
    chosen('too_slow').map(({ id }) => `${id} too_slow`),
  )
})
