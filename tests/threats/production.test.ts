import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createKeyFile, makeMasterKey } from '#auth/token/secrets.ts'
import { type TestDatabase, type TestServer, testDatabase } from '#tests/support/database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { ownClient } from '#tests/support/own-client.ts'
import { providersFile } from '#tests/support/peer/evil-provider.ts'
import { portOf, rawCall } from '#tests/support/raw.ts'
import { type ServiceSettings, startService } from '#tests/support/service.ts'
import { signIn } from '#tests/support/sign-in.ts'
import { test } from '#tests/support/tier.ts'

// The service in a child process, as an operator starts it: what it refuses to start with, and what it loads.

const folder = mkdtempSync(join(tmpdir(), 'production-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let number = 0
function keyFile(content?: string, mode = 0o400): string {
  number += 1
  const path = join(folder, `key-${number}`)
  if (content === undefined) createKeyFile(path)
  else writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

const github = { name: 'github', kind: 'github', client: { id: 'a', secret: 'b' }, allow: { domains: ['uni.example'] } }
const production = (): Record<string, string> => ({
  NODE_ENV: 'production',
  WORKERS: '1',
  PUBLIC_URL: 'https://projects.uni.example',
  PROVIDERS: providersFile([github]),
  KEY_FILE: keyFile(),
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'projects@uni.example',
  MAIL_TO: 'office@uni.example',
  HOST: '127.0.0.1',
  DATA_DIR: join(folder, 'data'),
})

// A loader hook that prints every loaded module.
const printModules = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { process._rawDebug('loaded ' + url); return next(url, context) } })`

function serve(env: Record<string, string>) {
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(printModules)}`,
    join(import.meta.dirname, '../../cli/main.ts'),
    'serve',
  ]
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(NODE_|TEST_)/.test(name)))
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...clean, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let loaded = ''
  child.stdout.on('data', (part) => (output += part))
  child.stderr.on('data', (part) => (loaded += part))
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 120_000)
  const ended = once(child, 'close').then(([code]) => {
    clearTimeout(killTimer)
    const lines = loaded.split('\n')
    // In production every line is JSON.
    const said = [...output.split('\n'), ...lines.filter((line) => !line.startsWith('loaded '))].filter(Boolean)
    const isJson = env.NODE_ENV === 'production'
    const text = said.map((line) => (isJson ? (JSON.parse(line) as { msg: string }).msg : line)).join('\n')
    return { code: code as number | null, output: text, modules: lines.filter((line) => line.startsWith('loaded ')) }
  })
  return { child, ended }
}

/** A database URL for another process: the test server listens on a socket file, which a URL cannot name. */
async function urlOf({ database }: TestDatabase): Promise<string> {
  const { host, port, user, database: name } = database as TestServer & { database: string }
  const relay = createServer((near) => {
    const far = connect(join(host, `.s.PGSQL.${port}`))
    for (const socket of [near, far]) socket.on('error', () => socket.destroy())
    near.pipe(far).pipe(near)
  })
  relay.listen(0, '127.0.0.1').unref()
  await once(relay, 'listening')
  return `postgres://${user}@127.0.0.1:${(relay.address() as AddressInfo).port}/${name}`
}

/** A process that starts although it should not is killed, so that the test fails instead of hanging. */
async function assertNotStarted(settings: ServiceSettings, expected: RegExp): Promise<void> {
  const message = await startService(settings).then(
    async (service) => {
      await service.close()
      return 'it started'
    },
    (error: Error) => error.message,
  )
  assert.match(message, expected)
}

/** All modules that a process loads until it is ready. */
async function modulesOf(env: Record<string, string>): Promise<string[]> {
  const database = await testDatabase()
  const port = await freePort()
  const { child, ended } = serve({ ...env, PORT: String(port), DATABASE_URL: await urlOf(database) })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (child.exitCode === null && !(await isReady())) await new Promise((resolve) => setTimeout(resolve, 50))
  child.kill('SIGTERM')
  const { output, modules, code } = await ended
  await database.close()
  assert.equal(code, 0, output)
  return modules
}

const ofTheDevelopmentProvider = (modules: string[]) => modules.filter((url) => /\/dev-idp\/|oidc-provider/.test(url))

test('development provider in production: without configured providers the service does not start', async () => {
  const { PROVIDERS, ...env } = production()
  const { code, output, modules } = await serve(env).ended
  assert.equal(code, 1)
  assert.match(output, /^The configuration has a fault:\n {2}PROVIDERS: production needs an identity provider; .*\(docs\/sign-in\.md\)\s*$/)
  assert.deepEqual(ofTheDevelopmentProvider(modules), [])
})

test('development provider in production: its code is never loaded', async () => {
  const [inProduction, inDevelopment] = await Promise.all([
    modulesOf(production()),
    modulesOf({ NODE_ENV: 'development', KEY_FILE: keyFile(), DEMO: 'false', HOST: '127.0.0.1' }),
  ])
  assert.ok(inProduction.length > 100, 'the modules were seen')
  assert.deepEqual(ofTheDevelopmentProvider(inProduction), [])
  assert.ok(ofTheDevelopmentProvider(inDevelopment).length > 0, 'and would have been seen')
  for (const modules of [inProduction, inDevelopment])
    assert.deepEqual(
      modules.filter((url) => /opentelemetry|\/run\/tracing\/(?!open|settings|limits)/.test(url)),
      [],
      'nor is OpenTelemetry, when no traces are exported',
    )
})

test('development provider in production: its address is not served', async (t) => {
  const service = await startService({ env: { ...production(), RATE_LIMITS: 'on' } })
  t.after(service.close)
  for (const path of ['/idp', '/idp/.well-known/openid-configuration', '/idp/auth', '/auth/mobile/idpauthenticate'])
    assert.equal((await fetch(service.origin + path, { redirect: 'manual' })).status, 404, path)
  const query = new URLSearchParams(ownClient().parameters)
  const { status, headers } = await rawCall(
    portOf(service.origin),
    `GET /auth/mobile/githubauthenticate?${query} HTTP/1.1\r\nHost: projects.uni.example\r\n\r\n`,
  )
  assert.deepEqual([status, headers.get('location')], [400, undefined], 'nor is the client for development')
})

test('key exposure: the service does not start with a key file that others may read, or with a sample key', async (t) => {
  const refused: [KEY_FILE: string, message: RegExp][] = [
    [keyFile(undefined, 0o644), /others may read .*chmod 400/],
    [keyFile(undefined, 0o440), /others may read/],
    [keyFile('A'.repeat(43)), /holds a sample, not a secret.*npx projectory keys create/],
    [keyFile(`change-me-${makeMasterKey().slice(10)}`), /holds a sample/],
    [keyFile(`${makeMasterKey()}\n${'x'.repeat(43)}`), /holds a sample/],
    [keyFile(''), /one or two lines of 43 characters/],
    [keyFile('short'), /one or two lines of 43 characters/],
    [keyFile(`${makeMasterKey()}\n${makeMasterKey()}\n${makeMasterKey()}`), /one or two lines/],
  ]
  const database = await testDatabase()
  t.after(database.close)
  for (const [KEY_FILE, message] of refused) await assertNotStarted({ database, env: { KEY_FILE } }, message)
  for (const [KEY_FILE, message] of refused.slice(1, 3)) {
    const { code, output } = await serve({ ...production(), KEY_FILE, PORT: '0', DATABASE_URL: await urlOf(database) }).ended
    assert.equal(code, 1)
    assert.match(output, message)
    assert.doesNotMatch(output, /^\s+at /m, 'a message without a stack trace')
  }
})

test('key exposure: production does not generate a key', async () => {
  const { KEY_FILE, ...env } = production()
  for (const given of [env, { ...env, KEY_FILE: join(folder, 'nowhere') }]) {
    const { code, output } = await serve(given).ended
    assert.equal(code, 1)
    assert.match(output, /^ {2}KEY_FILE: production needs a key of its own/m)
  }
})

test('key exposure: neither the JWKS nor the database contains a private key', async (t) => {
  const service = await startService()
  t.after(service.close)
  await signIn(service, 'anna')
  const published = (await (await fetch(`${service.authUrl}/.well-known/jwks.json`)).json()) as { keys: Record<string, unknown>[] }
  assert.ok(published.keys.length >= 2)
  for (const key of published.keys) assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'], 'no d')
  const rows = await service.sql`select public_jwk, private_sealed from auth.signing_key where private_sealed is not null`
  assert.ok(rows.length >= 2)
  for (const { public_jwk, private_sealed } of rows) {
    assert.equal('d' in public_jwk, false)
    for (const encoding of ['latin1', 'base64', 'utf16le'] as const)
      assert.doesNotMatch((private_sealed as Buffer).toString(encoding), /"d":|"kty"|PRIVATE|^MIG[A-Za-z0-9]{20}/)
    // Random bytes do not compress; an encoded key would.
    assert.ok(new Set(private_sealed as Buffer).size > 90)
  }
  await assertNotStarted({ database: service.database, env: { KEY_FILE: keyFile() } }, /was sealed with another master key/)
})
