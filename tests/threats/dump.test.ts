import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { type RefreshToken, readRefreshToken } from '#auth/token/refresh-token.ts'
import { startService, type TestService } from '#tests/support/service.ts'
import { insertedCode, openSession, ownSessions } from '#tests/support/session.ts'
import { codeFor, exchange, type FieldTokens, refresh, signIn, signOut, tokensFrom } from '#tests/support/sign-in.ts'
import { sample, test, testPart } from '#tests/support/tier.ts'

// The attacker has a copy of the whole database.

let service: TestService
const issued: string[] = []
const sessions: FieldTokens[] = []
before(async () => {
  service = await startService()
  const noted = (tokens: FieldTokens): FieldTokens => {
    issued.push(tokens.accessToken, tokens.refreshToken)
    return tokens
  }
  const code = await codeFor(service, 'anna')
  issued.push(code)
  const used = noted(await tokensFrom(await exchange(service, { code })))
  const next = noted(await tokensFrom(await refresh(service, used.refreshToken)))
  await ownSessions(service, next.accessToken)
  sessions.push(next, noted(await tokensFrom(await refresh(service, noted(await signIn(service, 'boris')).refreshToken))))
  const ended = noted(await openSession(service))
  await signOut(service, ended.accessToken)
  issued.push(await insertedCode(service)) // not used
})
after(() => service?.close())

type Cell = { where: string; value: unknown }
async function dump(): Promise<Cell[]> {
  const tables = await service.sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and (table_schema = 'auth' or table_name in ('audit_event', 'person', 'change'))`
  assert.ok(tables.length >= 8, `${tables.length} tables`)
  const cells: Cell[] = []
  for (const { name } of tables)
    for (const row of await service.sql.unsafe(`select * from ${name}`))
      for (const [column, value] of Object.entries(row)) cells.push({ where: `${name}.${column}`, value })
  return cells
}

const textsOf = (value: unknown): string[] => {
  if (value === null || value === undefined) return []
  if (value instanceof Date) return [value.toISOString()]
  if (Buffer.isBuffer(value)) return [value.toString('base64url'), value.toString('hex'), value.toString('latin1')]
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)]
}

test('a database dump contains no issued token, code or secret', async () => {
  const cells = await dump()
  const secrets = issued.flatMap((token) => {
    const read = readRefreshToken(token, service.app.auth.secrets.refreshMac) as RefreshToken | null
    const bytes = read?.secret ?? Buffer.from(token.replace(/^pj_ac_/, ''), 'base64url')
    return [token, ...(token.startsWith('eyJ') ? [token.split('.')[2]!] : textsOf(bytes))]
  })
  assert.ok(secrets.length > 20)
  for (const { where, value } of cells)
    for (const text of textsOf(value))
      for (const secret of secrets) assert.ok(!text.includes(secret), `${where} holds ${secret.slice(0, 20)}…`)
})

test('a database dump contains no readable private key and no master key', async () => {
  const { secrets } = service.app.auth
  const keys = Object.values(secrets).flat()
  for (const { where, value } of await dump())
    for (const text of textsOf(value)) {
      assert.doesNotMatch(text, /"d"\s*:|PRIVATE KEY|pj_(rt|ac)_|eyJ[\w-]{10,}\./, where)
      for (const key of keys) assert.ok(!textsOf(key).some((encoded) => text.includes(encoded)), where)
    }
})

testPart('no value of the dump works as a token anywhere', async () => {
  const cells = await dump()
  const texts = [...new Set(cells.flatMap(({ value }) => textsOf(value)))].filter((text) => text !== '' && text.length < 400)
  const tries = texts.filter((text) => /^[\x20-\x7e]+$/.test(text) && text.length >= 16)
  assert.ok(tries.length > 30, `${tries.length} tries`)
  for (const text of sample(tries)) {
    for (const token of [text, `pj_rt_1.${text}`])
      assert.equal((await refresh(service, token.slice(0, 400))).status, 401, token.slice(0, 40))
    for (const code of [text, `pj_ac_${text}`])
      assert.equal((await exchange(service, { code: code.slice(0, 200) })).status, 401, code.slice(0, 40))
    const { status } = await ownSessions(service, text)
    assert.equal(status, 401, text.slice(0, 40))
  }
  for (const { accessToken } of sessions)
    assert.equal((await ownSessions(service, accessToken)).status, 200, 'the attempts ended no session')
})

test('the log contains none of the secrets', () => {
  assert.ok(service.logged.length > 0)
  for (const line of service.logged) for (const secret of issued) assert.ok(!line.includes(secret), line.slice(0, 200))
})
