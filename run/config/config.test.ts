import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { ConfigError, readConfig, readEnvironment } from './config.ts'

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n').slice(1)
  }
  return []
}

test('an empty environment is valid', () => {
  const config = readConfig({})
  assert.equal(config.port, 8000)
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.publicUrl, 'http://localhost:8000')
  assert.equal(config.docsUrl, 'http://localhost:8000/api/docs')
  assert.equal(config.dataDir, resolve('data'))
  assert.equal(config.databaseUrl, null)
  assert.deepEqual([config.fixedSettings, config.rateLimits], [{}, 'on'])
  assert.deepEqual([config.isProduction, config.demo, config.publicPeople], [false, true, false])
  assert.deepEqual([config.trustProxy, config.corsOrigins], [[], []])
})

test('blank values count as absent, and values are trimmed', () => {
  assert.deepEqual(readConfig({ PORT: '  ', LOCALE: '', HOST: ' ', DEMO: ' ' }), readConfig({}))
  assert.equal(readConfig({ PORT: ' 8080 ' }).port, 8080)
  assert.deepEqual(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1 ,' }).trustProxy, ['10.0.0.0/8', '::1'])
})

test('every value is read', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://projects.example.org//',
    DATA_DIR: '/var/lib/projectory',
    DATABASE_URL: 'postgres://u:p@db/x',
    TIME_ZONE: 'Europe/Moscow',
    LOCALE: 'ru',
    PUBLIC_PEOPLE: 'true',
    DEMO: 'false',
    CORS_ORIGINS: 'https://app.example.org,http://localhost:5173',
    RATE_LIMITS: 'campus',
    LOG_LEVEL: 'error',
  })
  assert.equal(config.publicUrl, 'https://projects.example.org')
  assert.equal(config.docsUrl, 'https://projects.example.org/api/docs')
  assert.equal(config.dataDir, '/var/lib/projectory')
  assert.equal(config.databaseUrl, 'postgres://u:p@db/x')
  assert.deepEqual(config.corsOrigins, ['https://app.example.org', 'http://localhost:5173'])
  assert.deepEqual(
    [config.port, config.host, config.fixedSettings, config.rateLimits, config.logLevel],
    [0, '0.0.0.0', { timeZone: 'Europe/Moscow', locale: 'ru' }, 'campus', 'error'],
  )
  assert.deepEqual([config.publicPeople, config.demo], [true, false])
})

for (const [name, values] of Object.entries({
  NODE_ENV: ['prod', 'Production'],
  PORT: ['http', '-1', '65536', '80.5', '1e9'],
  PUBLIC_URL: ['example.org', 'ftp://example.org', '//example.org'],
  DATABASE_URL: ['mysql://db', 'localhost:5432', 'postgres'],
  TIME_ZONE: ['Mars/Olympus', 'MSK+3'],
  LOCALE: ['de', 'RU'],
  COUNTRY: ['gb', 'XX', 'Germany'],
  PUBLIC_PEOPLE: ['yes', '1'],
  DEMO: ['on'],
  TRUST_PROXY: ['10.0.0.0/33', 'everyone', '10.0.0.0/8,oops', '::1/129', '*'],
  CORS_ORIGINS: ['*', 'null', 'app.example.org', 'https://app.example.org/', 'https://app.example.org/path'],
  RATE_LIMITS: ['none'],
  LOG_LEVEL: ['loud'],
  SMTP_URL: ['mail.example.org', 'http://mail.example.org'],
  MAIL_FROM: ['nobody', 'Projects <nobody>', 'a@b.example, c@d.example', 'x <a@b.example> y'],
  MAIL_TO: ['nobody', 'a@b.example, c@d.example'],
  DATABASE_WAIT: ['long', '-1', '100000'],
  LIMITS: ['all'],
  LIMITS_URL: ['valkey.example.org:6379', 'https://limits.example.org'],
  METRICS_PORT: ['many', '-1', '70000'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'grpc://collector:4317'],
}))
  for (const value of values)
    test(`${name}=${value} is a fault with the name of the variable`, () => {
      const faults = faultsOf({ [name]: value })
      assert.equal(faults.length, 1, faults.join('\n'))
      assert.ok(faults[0]!.trim().startsWith(`${name}: `), faults[0])
    })

test('all faults are reported together, each on its own line', () => {
  const faults = faultsOf({ PORT: 'x', LOCALE: 'xx', TIME_ZONE: 'xx', TRUST_PROXY: 'a,b', DATABASE_URL: 'x', DEMO: 'x' })
  assert.deepEqual(faults.map((fault) => fault.trim().split(':')[0]).toSorted(), [
    'DATABASE_URL',
    'DEMO',
    'LOCALE',
    'PORT',
    'TIME_ZONE',
    'TRUST_PROXY',
    'TRUST_PROXY',
  ])
  assert.throws(() => readConfig({ PORT: 'x', LOCALE: 'xx' }), /has 2 faults/)
  assert.throws(() => readConfig({ PORT: 'x' }), /has a fault/)
})

test('a password in DATABASE_URL is not in the message of a fault', () => {
  assert.doesNotMatch(faultsOf({ DATABASE_URL: 'mysql://root:hunter2@db' }).join(), /hunter2/)
})

test('variables of OpenTelemetry are read only with an endpoint, and their faults do not show a secret', () => {
  const others = { OTEL_TRACES_SAMPLER: 'sometimes', OTEL_TRACES_SAMPLER_ARG: '2', OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' }
  assert.equal(readConfig(others).tracing, null)
  const faults = faultsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/', ...others })
  assert.deepEqual(
    faults.map((fault) => fault.trim().split(':')[0]),
    ['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG', 'OTEL_EXPORTER_OTLP_HEADERS'],
  )
  assert.doesNotMatch(faults.join(), /hunter2/)
  const good = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x=y, tenant = a',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    OTEL_SERVICE_NAME: 'directory',
  }
  assert.deepEqual(readConfig(good).tracing, {
    endpoint: 'http://collector:4318',
    headers: { authorization: 'Bearer x=y', tenant: 'a' },
    serviceName: 'directory',
    sampler: 'parentbased_traceidratio',
    ratio: 0.25,
  })
  assert.equal(readConfig({ ...good, OTEL_SDK_DISABLED: 'true' }).tracing, null)
})

const folder = mkdtempSync(join(tmpdir(), 'config-test-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const mail = {
  SMTP_URL: 'smtps://directory:secret@mail.example.org',
  MAIL_FROM: 'Projects <projects@example.org>',
  MAIL_TO: 'office@example.org',
}

function productionFiles() {
  const providers = join(folder, 'providers.json')
  const client = { id: 'projectory', secret: 'of the provider' }
  writeFileSync(
    providers,
    JSON.stringify([{ name: 'uni', kind: 'oidc', issuer: 'https://id.uni.example', client, allow: { domains: ['uni.example'] } }]),
  )
  const keyFile = join(folder, 'master.key')
  writeFileSync(keyFile, 'not looked into here')
  return { PROVIDERS: providers, KEY_FILE: keyFile }
}

test('production listens on all interfaces, has no demo data, and refuses development settings', () => {
  const good = { NODE_ENV: 'production', PUBLIC_URL: 'https://projects.example.org', ...mail, ...productionFiles() }
  const config = readConfig(good)
  assert.deepEqual([config.isProduction, config.host, config.demo, config.rateLimits], [true, '0.0.0.0', false, 'on'])
  assert.match(faultsOf({ ...good, DEMO: 'true' }).join(), /DEMO/)
  assert.match(faultsOf({ ...good, RATE_LIMITS: 'off' }).join(), /RATE_LIMITS/)
  assert.match(faultsOf({ ...good, PUBLIC_URL: '' }).join(), /PUBLIC_URL/)
  assert.equal(faultsOf({ NODE_ENV: 'production', DEMO: 'true', RATE_LIMITS: 'off', PORT: 'x', ...mail }).length, 6)
  assert.equal(config.metricsHost, '127.0.0.1')
})

test('production needs an identity provider and a key of its own, unless it serves the main API alone', () => {
  const bare = { NODE_ENV: 'production', PUBLIC_URL: 'https://projects.example.org', ...mail }
  const [first, second, ...others] = faultsOf(bare)
  assert.match(first!, /PROVIDERS: production needs an identity provider/)
  assert.match(second!, /KEY_FILE: .*npx projectory keys create/)
  assert.deepEqual(others, [])
  assert.match(faultsOf({ ...bare, ...productionFiles(), KEY_FILE: join(folder, 'nowhere') }).join(), /KEY_FILE/)
  assert.equal(readConfig(bare, false).providers, null)
})

test('the settings of sign-in are read and validated', () => {
  const config = readConfig({ FIELD_CLIENT: 'off', BOOTSTRAP_ADMINS: 'github:583231, entra:t/o', MAIL_TO: 'office@uni.example' })
  assert.deepEqual(config.bootstrapAdministrators, ['github:583231', 'entra:t/o'])
  assert.deepEqual(
    [config.isFieldClientOn, config.contact, config.mobileRedirectUris],
    [false, 'office@uni.example', ['projectory://auth/callback']],
  )
  const several = readConfig({ MOBILE_REDIRECT_URI: ' itclinicapp://auth/callback , projectory://auth/callback,' })
  assert.deepEqual(several.mobileRedirectUris, ['itclinicapp://auth/callback', 'projectory://auth/callback'])
  assert.deepEqual(readConfig({ MOBILE_REDIRECT_URI: ' , ' }).mobileRedirectUris, ['projectory://auth/callback'])
  assert.deepEqual(faultsOf({ MOBILE_REDIRECT_URI: 'itclinicapp://auth/callback,javascript:x,no-scheme' }), [
    '  MOBILE_REDIRECT_URI: the address has the scheme javascript: “javascript:x”',
    '  MOBILE_REDIRECT_URI: the address has no scheme: “no-scheme”',
  ])
  assert.match(
    faultsOf({ MOBILE_REDIRECT_URI: 'javascript:alert(1)' }).join(),
    /MOBILE_REDIRECT_URI: the address has the scheme javascript/,
  )
  assert.match(faultsOf({ BOOTSTRAP_ADMINS: 'anna@uni.example' }).join(), /BOOTSTRAP_ADMINS/)
  assert.match(faultsOf({ PROVIDERS: join(folder, 'nowhere.json') }).join(), /PROVIDERS: .*cannot be read/)
  assert.match(faultsOf({ FIELD_CLIENT: 'maybe' }).join(), /FIELD_CLIENT/)
})

test('production needs a mail server and two addresses, and each missing one is a fault', () => {
  const good = { NODE_ENV: 'production', PUBLIC_URL: 'https://projects.example.org', ...mail, ...productionFiles() }
  const { smtpUrl, mailFrom, mailTo } = readConfig(good)
  assert.deepEqual([smtpUrl, mailFrom, mailTo], [mail.SMTP_URL, mail.MAIL_FROM, mail.MAIL_TO])
  for (const name of Object.keys(mail)) {
    const [fault, ...others] = faultsOf({ ...good, [name]: '' })
    assert.match(fault!, new RegExp(`^ {2}${name}: production sends mail`))
    assert.deepEqual(others, [])
  }
})

test('without a mail server the development mailbox is used, with addresses of this machine', () => {
  const { smtpUrl, mailFrom, mailTo, contact } = readConfig({ PUBLIC_URL: 'http://projects.example.org' })
  assert.deepEqual([smtpUrl, mailFrom, mailTo, contact], [null, 'projectory@projects.example.org', 'people@projects.example.org', null])
})

test('.env is read, but the environment takes precedence', () => {
  writeFileSync(join(folder, '.env'), '# a comment\nLOCALE=ru\nCONFIG_TEST="from the file"\nCONFIG_TEST_BOTH=file\n')
  process.env.CONFIG_TEST_BOTH = 'environment'
  const env = readEnvironment(folder)
  assert.deepEqual([env.LOCALE, env.CONFIG_TEST, env.CONFIG_TEST_BOTH], ['ru', 'from the file', 'environment'])
  delete process.env.CONFIG_TEST_BOTH
})

test('ENV_FILE is read instead of .env', () => {
  writeFileSync(join(folder, '.env'), 'CONFIG_TEST=of another program\n')
  writeFileSync(join(folder, 'settings.env'), 'CONFIG_TEST_OWN=own\n')
  process.env.ENV_FILE = join(folder, 'settings.env')
  const env = readEnvironment(folder)
  delete process.env.ENV_FILE
  assert.deepEqual([env.CONFIG_TEST, env.CONFIG_TEST_OWN], [undefined, 'own'])
})

test('without .env only the environment is read', () => {
  assert.equal(readEnvironment(join(folder, 'nowhere')).PATH, process.env.PATH)
})

test('limits are shared in production with a database of its own, with several workers, or where LIMITS_URL is set', () => {
  const limitsOf = (env: Record<string, string>) => readConfig({ ...env }).limits
  assert.equal(limitsOf({}), 'process')
  assert.equal(limitsOf({ DATABASE_URL: 'postgres://db/directory' }), 'process')
  assert.equal(limitsOf({ LIMITS_URL: 'rediss://user:password@limits.example.org' }), 'shared')
  assert.equal(limitsOf({ LIMITS: 'shared' }), 'shared')
  assert.equal(limitsOf({ WORKERS: '2' }), 'shared')
  assert.equal(limitsOf({ WORKERS: '2', LIMITS: 'process' }), 'process')
  assert.deepEqual(faultsOf({ LIMITS: 'process', LIMITS_URL: 'redis://limits.example.org' }), [
    '  LIMITS_URL: has no effect with LIMITS=process; unset one of them',
  ])
})

test('the audit log is kept for ever, or for at least 30 days', () => {
  assert.equal(readConfig({}).auditKeepDays, 0)
  assert.equal(readConfig({ AUDIT_KEEP_DAYS: '400' }).auditKeepDays, 400)
  for (const value of ['29', '-1', '1.5', 'x']) assert.match(faultsOf({ AUDIT_KEEP_DAYS: value })[0]!, /AUDIT_KEEP_DAYS: “/)
})

test('there is a worker for each core in production, at most eight, and one in development', () => {
  assert.equal(readConfig({}).workers, 1)
  assert.equal(readConfig({ WORKERS: ' 3 ' }).workers, 3)
  for (const WORKERS of ['0', '65', '1.5', 'all'])
    assert.throws(() => readConfig({ WORKERS }), /WORKERS: “.*” is not a number of processes \(1 to 64\)/)
})
