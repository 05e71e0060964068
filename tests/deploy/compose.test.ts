import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'
import { createKeyFile } from '#auth/token/secrets.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { S3_KEY, startS3 } from '#tests/support/peer/s3-server.ts'
import { startPeer } from '#tests/support/peer/smtp-peer.ts'
import { test } from '#tests/support/tier.ts'

const root = join(import.meta.dirname, '..', '..')

type Service = {
  image?: string
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  volumes?: string[]
  ports?: string[]
  secrets?: string[]
  read_only?: boolean
  cap_drop?: string[]
  healthcheck?: { test: string[] }
  profiles?: string[]
}
type Compose = { services: Record<string, Service>; volumes: Record<string, null>; secrets: Record<string, object> }
const read = (name: string): Compose => parse(readFileSync(join(root, 'deploy', name), 'utf8'))
const compose = read('compose.yaml')
const production = read('compose.production.yaml')

const folder = mkdtempSync(join(tmpdir(), 'compose-test-'))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** `${NAME:?message}` and `${NAME:-standard}` as Compose replaces them. */
const filled = (text: string, values: Record<string, string>): string =>
  String(text).replace(
    /\$\{(\w+):([?-])([^}]*)\}/g,
    (_, name, kind, rest) => values[name] ?? (kind === '-' ? rest : assert.fail(`${name}: ${rest}`)),
  )

test('what compose.yaml refers to is defined in it', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      assert.equal(condition, 'service_healthy')
      assert.ok(compose.services[other]?.healthcheck, `${name} waits for the health check of ${other}`)
    }
    for (const volume of service.volumes ?? []) assert.ok(volume.split(':')[0]! in compose.volumes, volume)
    for (const secret of service.secrets ?? []) assert.ok(secret in compose.secrets, secret)
    for (const port of service.ports ?? []) assert.match(port, /^127\.0\.0\.1:/, `${name} is published on this machine only`)
    if (name !== 'db') assert.ok(service.read_only && service.cap_drop?.includes('ALL'), name)
    assert.match(service.image!, /^(localhost\/projectory|[\w/]+:v?[\d.]+)$/, `the version of ${name} is fixed`)
  }
  for (const secret of production.services.app!.secrets!) assert.ok(secret in production.secrets, secret)
  for (const volume of production.services.app!.volumes!) assert.ok(volume.split(':')[0]! in production.volumes, volume)
})

test('backups of production are made into a volume of their own that the user of the image may write', () => {
  const { environment, volumes } = production.services.app!
  const to = filled(environment!.BACKUP_TO!, {})
  assert.ok(volumes!.some((volume) => volume.endsWith(`:${to}`)))
  assert.match(
    readFileSync(join(root, 'deploy/Containerfile'), 'utf8'),
    new RegExp(`install -d -o 10001 -g 10001 -m 0700 /data ${to}$`, 'm'),
  )
})

test('no password has a default value', () => {
  for (const { services } of [compose, production])
    for (const { environment = {} } of Object.values(services))
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|SECRET|KEY_ID|ACCESS_KEY|_URL$/.test(name))
          assert.doesNotMatch(String(value).replaceAll(/:\?[^}]*/g, ''), /:-|:\/\/\w+:[^$]\w*@/, name)
})

test('the script for passwords writes every variable of compose.yaml, once', () => {
  const copy = join(folder, 'deploy')
  mkdirSync(copy)
  cpSync(join(root, 'deploy/compose-env.sh'), join(copy, 'compose-env.sh'))
  execFileSync(join(copy, 'compose-env.sh'))
  const written = readFileSync(join(copy, '.env'), 'utf8')
  const values = parseEnv(written) as Record<string, string>
  for (const { environment = {} } of Object.values(compose.services)) for (const value of Object.values(environment)) filled(value, values)
  assert.match(values.S3_ACCESS_KEY!, /^GK[0-9a-f]{24}$/, 'the form that Garage accepts')
  assert.match(values.S3_SECRET_KEY!, /^[0-9a-f]{64}$/)
  execFileSync(join(copy, 'compose-env.sh'))
  assert.equal(readFileSync(join(copy, '.env'), 'utf8'), written)
})

/** Starts the service with exactly the environment of the files; only addresses are replaced. */
async function startWith(given: Record<string, string>, replaced: Record<string, string>) {
  const port = await freePort()
  const env = { ...given, ...replaced, HOST: '127.0.0.1', PORT: String(port) }
  const child = spawn(process.execPath, [join(root, 'bin/projectory.mjs'), 'serve'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const ended = once(child, 'exit')
  const check = () => spawn(process.execPath, [join(root, 'bin/health-check.mjs'), '/readyz'], { env: { HOST: '0.0.0.0', PORT: env.PORT } })
  for (let code = 1; code !== 0; [code] = await once(check(), 'exit')) {
    assert.deepEqual([child.exitCode, child.signalCode], [null, null], output)
    await sleep(1000) // each check starts a process
  }
  const stop = async () => {
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null], output)
  }
  return { origin: `http://127.0.0.1:${port}`, stop }
}

function urlOf({ database }: TestDatabase): string {
  const { host, port, user, database: name } = database as { host: string; port: number; user: string; database: string }
  return `postgres://${user}@localhost/${name}?${new URLSearchParams({ host, port: String(port) })}`
}

const secrets = { POSTGRES_PASSWORD: 'p', S3_ACCESS_KEY: S3_KEY, S3_SECRET_KEY: S3_KEY, S3_RPC_SECRET: 's' }
const environmentOf = (values: Record<string, string>, ...services: Service[]): Record<string, string> => {
  const merged = Object.assign({}, ...services.map(({ environment }) => environment)) as Record<string, string>
  return Object.fromEntries(Object.entries(merged).map(([name, value]) => [name, filled(value, values)]))
}

test('the service starts with the environment of compose.yaml, with demo data, files in S3 and emails by SMTP', {
  timeout: 1_200_000,
}, async (t) => {
  const database = await testDatabase('template0')
  t.after(() => database.close())
  const s3 = await startS3('projectory')
  t.after(() => s3.close())
  const mail = await startPeer()
  t.after(() => mail.close())
  const given = environmentOf(secrets, compose.services.app!)
  const { origin, stop } = await startWith(given, {
    DATABASE_URL: urlOf(database),
    FILES_URL: given.FILES_URL!.replace('http://s3:3900', s3.endpoint),
    SMTP_URL: mail.url,
    DATA_DIR: join(folder, 'data'),
  })
  const { projects } = (await (await fetch(`${origin}/api/project/active`)).json()) as { projects: unknown[] }
  assert.ok(projects.length > 0, 'demo data')
  assert.ok(readdirSync(join(s3.folder, 'projectory')).length > 0, 'files are in the bucket')
  const body = JSON.stringify({
    email: 'guest@uni.example',
    name: 'Guest',
    subject: 'Hello',
    message: 'A question about the museum guide.',
  })
  const sent = await fetch(`${origin}/api/email`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  assert.equal(sent.status, 200, await sent.text())
  while (mail.taken.length === 0) await sleep(20)
  await stop()
})

test('the service starts with the environment of compose.production.yaml', { timeout: 1_200_000 }, async (t) => {
  const database = await testDatabase('template0')
  t.after(() => database.close())
  const s3 = await startS3('projectory')
  t.after(() => s3.close())
  const values = {
    PUBLIC_URL: 'https://projects.uni.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'p@uni.example',
    MAIL_TO: 'o@uni.example',
  }
  const given = environmentOf({ ...secrets, ...values }, compose.services.app!, production.services.app!)
  const key = join(folder, 'master.key')
  createKeyFile(key)
  const github = { name: 'github', kind: 'github', client: { id: 'a', secret: 'b' }, allow: { domains: ['uni.example'] } }
  writeFileSync(join(folder, 'providers.json'), JSON.stringify([github]))
  const { origin, stop } = await startWith(given, {
    DATABASE_URL: urlOf(database),
    FILES_URL: given.FILES_URL!.replace('http://s3:3900', s3.endpoint),
    DATA_DIR: join(folder, 'production-data'),
    KEY_FILE: key,
    PROVIDERS: join(folder, 'providers.json'),
    BACKUP_TO: join(folder, 'backups'),
    DRAIN_SECONDS: '0',
    WORKERS: '1',
  })
  const { projects } = (await (await fetch(`${origin}/api/project/active`)).json()) as { projects: unknown[] }
  assert.equal(projects.length, 0, 'no demo data')
  await stop()
})
