import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createKeyFile } from '#auth/token/secrets.ts'
import { isVariable, withSettingsFile } from '#run/config/variables.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { describe, providersFile } from '#tests/support/peer/evil-provider.ts'
import { runAlone } from '#tests/support/process/command.ts'
import { examine } from './doctor.ts'

// Remedies name the file with the settings that is in use.

const FILE = '/etc/projectory/projectory.env'
const folder = mkdtempSync(join(tmpdir(), 'remedies-test-'))
let database: TestDatabase
let DATABASE_URL: string
let taken: Server
before(async () => {
  database = await testDatabase()
  const { host, port, user, database: name } = database.database as { host: string; port: number; user: string; database: string }
  DATABASE_URL = `postgres://${user}@localhost/${name}?${new URLSearchParams({ host, port: String(port) })}`
  taken = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
})
after(async () => {
  taken.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})
const takenPort = () => String((taken.address() as { port: number }).port)
const at = (name: string) => join(folder, name)

const production = { NODE_ENV: 'production', DEMO: 'false', RATE_LIMITS: 'on' }
const openKey = () => {
  createKeyFile(at('open.key'))
  chmodSync(at('open.key'), 0o644)
  return at('open.key')
}
const aFile = () => {
  writeFileSync(at('a-file'), '')
  return at('a-file')
}

const table: [what: string, check: string, variable: string, settings: () => Record<string, string>][] = [
  ['a wrong value', 'configuration', 'PORT', () => ({ PORT: 'eighty' })],
  ['a missing value', 'configuration', 'PUBLIC_URL', () => production],
  ['a misspelt name', 'configuration', 'SMTP_URL', () => ({ SMTP_ULR: 'smtp://mail.example.org' })],
  [
    'an address without encryption',
    'configuration',
    'PUBLIC_URL',
    () => ({
      ...production,
      PUBLIC_URL: 'http://projects.example.org',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@projects.invalid',
      MAIL_TO: 'a@projects.invalid',
      PROVIDERS: providersFile([describe({ issuer: 'https://127.0.0.1:1' })]),
      KEY_FILE: openKey(),
    }),
  ],
  ['a database that is away', 'database', 'DATABASE_URL', () => ({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })],
  ['a bucket that is away', 'storage', 'FILES_URL', () => ({ FILES_URL: 's3://files/x?endpoint=http://127.0.0.1:1' })],
  ['a folder that is a file', 'storage', 'DATA_DIR', () => ({ DATA_DIR: aFile() })],
  ['a store of rate limits that is away', 'rate limits', 'LIMITS_URL', () => ({ LIMITS_URL: 'redis://127.0.0.1:1' })],
  ['no mail server', 'mail', 'SMTP_URL', () => ({})],
  ['a mail server that is away', 'mail', 'SMTP_URL', () => ({ SMTP_URL: 'smtp://127.0.0.1:1' })],
  ['no provider', 'providers', 'PROVIDERS', () => ({})],
  ['a provider that is away', 'providers', 'PROVIDERS', () => ({ PROVIDERS: providersFile([describe({ issuer: 'http://127.0.0.1:1' })]) })],
  ['a key that others may read', 'keys', 'KEY_FILE', () => ({ KEY_FILE: openKey() })],
  ['no backups', 'backups', 'BACKUP_TO', () => ({})],
  ['a bucket for backups that is away', 'backups', 'BACKUP_TO', () => ({ BACKUP_TO: 's3://files/x?endpoint=http://127.0.0.1:1' })],
  ['a port of another program', 'ports', 'PORT', () => ({ PORT: takenPort() })],
  ['an address of another machine', 'ports', 'HOST', () => ({ HOST: '203.0.113.1', PORT: '8000' })],
]
for (const [what, check, variable, settings] of table)
  test(`doctor, ${what}: the remedy names ${variable} and the file`, async () => {
    const dataDir = at('data')
    mkdirSync(dataDir, { recursive: true })
    const env = { NODE_ENV: 'test', DATABASE_URL, DATA_DIR: dataDir, PORT: '0', ENV_FILE: FILE, ...settings() }
    const { checks } = await examine(env, { deadlineMs: 60_000 })
    const remedies = checks.find((one) => one.check === check)!.findings.flatMap(({ remedy }) => remedy ?? [])
    assert.ok(
      remedies.some((remedy) => remedy.includes(variable) && remedy.includes(FILE)),
      remedies.join('\n'),
    )
    // Whatever else is found: no remedy names a variable without the file, and none the file that is not used.
    for (const remedy of checks.flatMap(({ findings }) => findings.flatMap(({ remedy }) => remedy ?? []))) {
      const names = remedy.match(/\b[A-Z][A-Z_]+\b/g)?.filter(isVariable) ?? []
      assert.ok(names.length === 0 || remedy.includes(FILE), remedy)
      assert.doesNotMatch(remedy, /\.env\b(?<!projectory\.env)(?!\.example)/)
    }
  })

test('without a file nothing is named that does not exist', async () => {
  const { checks } = await examine({ NODE_ENV: 'test', DATABASE_URL, DATA_DIR: at('data'), PORT: 'eighty' }, { deadlineMs: 60_000 })
  const remedies = checks.flatMap(({ findings }) => findings.flatMap(({ remedy }) => remedy ?? [])).join('\n')
  assert.match(remedies, /Correct PORT in the environment; /)
  assert.doesNotMatch(remedies, /\.env\b(?!\.example)|Settings are in/)
})

const start: [what: string, said: RegExp, settings: () => Record<string, string>][] = [
  ['a wrong value', /PORT: “eighty” is not a port/, () => ({ PORT: 'eighty' })],
  ['a missing value', /PUBLIC_URL: production needs/, () => ({ NODE_ENV: 'production' })],
  [
    'a database that is away',
    /DATABASE_URL: can’t connect/,
    () => ({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATABASE_WAIT: '0' }),
  ],
  ['a key that others may read', /KEY_FILE: others may read/, () => ({ KEY_FILE: openKey(), DATABASE_URL, PORT: '0' })],
  ['a port of another program', /Port \d+ is in use/, () => ({ PORT: takenPort(), DATABASE_URL })],
  ['an address of another machine', /Cannot listen on 203\.0\.113\.1/, () => ({ HOST: '203.0.113.1', PORT: '8000', DATABASE_URL })],
  ['a folder that is a file', /a-file/, () => ({ DATA_DIR: aFile() })],
]
for (const [what, said, settings] of start)
  for (const name of ['settings.env', '.env'])
    test(`a start with ${what} in ${name} is refused with the name of that file`, (t) => {
      const home = at('home')
      mkdirSync(home, { recursive: true })
      const file = join(home, name)
      t.after(() => rmSync(file))
      const values = { NODE_ENV: 'development', DEMO: 'false', DATA_DIR: at('started'), ...settings() }
      writeFileSync(
        file,
        Object.entries(values)
          .map(([name, value]) => `${name}="${value}"\n`)
          .join(''),
      )
      const { NODE_ENV, DATA_DIR } = values // those of runAlone would take precedence
      const { status, stdout, stderr } = runAlone(
        home,
        ['serve'],
        { NODE_ENV, DATA_DIR, ...(name === '.env' ? {} : { ENV_FILE: file }) },
        60_000,
      )
      assert.equal(status, 1, stdout)
      const text = [stdout, stderr].join('')
      assert.match(text, said)
      assert.ok(text.includes(`Settings are in ${file}.`), text)
      assert.doesNotMatch(text, /\n\s+at /)
    })

test('the file is added once, to texts that name a variable', () => {
  assert.equal(withSettingsFile('Set PORT.', FILE), `Set PORT. Settings are in ${FILE}.`)
  assert.equal(withSettingsFile('a\n  PORT: no', FILE), `a\n  PORT: no\nSettings are in ${FILE}.`)
  for (const text of [`Set PORT in ${FILE}.`, 'The port is taken.', 'SUPPORT']) assert.equal(withSettingsFile(text, FILE), text)
  assert.equal(withSettingsFile('Set PORT.', null), 'Set PORT.')
})
