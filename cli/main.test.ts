import assert from 'node:assert/strict'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { apiEndpoints, authEndpoints } from '#contract/index.ts'
import { partNames } from '#run/config/addresses.ts'
import { runAlone } from '#tests/support/process/command.ts'
import { commands } from './commands/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'projectory-cli-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const run = (args: string[], env: Record<string, string> = {}) => runAlone(folder, args, { PORT: '0', ...env })

test('help lists every command, and each command has its own help', () => {
  const { status, stdout } = run(['--help'])
  assert.equal(status, 0)
  assert.ok(stdout.includes(`(${partNames.join(', ')})`))
  const names = globSync('*.ts', { cwd: join(import.meta.dirname, 'commands') })
    .filter((file) => !/^index\.ts$|\.test\.ts$/.test(file))
    .map((file) => file.replace('.ts', ''))
  assert.deepEqual(Object.keys(commands).toSorted(), names.toSorted())
  for (const name of names) assert.match(stdout, new RegExp(`^ {2}${name} +\\S`, 'm'))
  for (const name of ['serve', 'build', 'migrate', 'seed', 'user', 'token', 'keys', 'upgrade-database', 'routes', 'openapi']) {
    assert.match(stdout, new RegExp(`^ {2}${name} `, 'm'))
    const own = run([name, '--help'])
    assert.equal(own.status, 0)
    assert.ok(own.stdout.includes(`npx projectory ${name}`), name)
  }
})

for (const [what, args] of Object.entries({
  'no command': [],
  'an unknown command': ['fly'],
  'an unknown option': ['routes', '--loud'],
  'an unknown part': ['serve', 'moon'],
  'a token for nobody': ['token'],
  'an access level that does not exist': ['user', 'grant', 'anna', 'king'],
  'revoking no key': ['keys', 'revoke'],
}))
  test(`${what} is a usage error: exit 2 and a message`, () => {
    const { status, stdout, stderr } = run(args)
    assert.equal(status, 2)
    assert.ok((stdout + stderr).length > 20)
    assert.doesNotMatch(stderr, /\n\s+at /, 'no stack trace')
  })

test('all faults of the configuration are reported before anything starts: exit 1', () => {
  const { status, stderr } = run(['serve'], { PORT: 'eighty', TIME_ZONE: 'Mars/Olympus', DATABASE_URL: 'mysql://x' })
  assert.equal(status, 1)
  for (const name of ['PORT', 'TIME_ZONE', 'DATABASE_URL']) assert.match(stderr, new RegExp(`^ {2}${name}: `, 'm'))
})

test('an unreachable database is reported: exit 1', () => {
  const { status, stderr } = run(['serve'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATABASE_WAIT: '0' })
  assert.equal(status, 1)
  assert.match(stderr, /DATABASE_URL: can’t connect to the database/)
})

test('routes lists every endpoint, openapi prints the document', () => {
  const { stdout } = run(['routes'])
  for (const [prefix, endpoints] of [['/api', apiEndpoints] as const, ['/auth', authEndpoints] as const])
    for (const { method, path } of endpoints)
      assert.ok(stdout.split('\n').some((line) => line.startsWith(method) && line.includes(`${prefix}${path} `)))
  assert.equal(JSON.parse(run(['openapi']).stdout).info.title, 'Projectory API')
  assert.equal(JSON.parse(run(['openapi', 'auth']).stdout).info.title, 'Projectory sign-in')
})

test('migrate and seed can be repeated without changes', () => {
  assert.match(
    run(['migrate']).stdout,
    /Applied 0001_directory\.sql, 0002_sign-in\.sql, 0003_taking-part\.sql, 0004_mail\.sql, 0005_console\.sql, 0006_quiet-language\.sql, 0007_accept-letter\.sql/,
  )
  assert.match(run(['migrate']).stdout, /up to date/)
  assert.match(run(['seed']).stdout, /Added \d+ projects, 41 people, 11 teams/)
  const again = run(['seed'])
  assert.equal(again.status, 0)
  assert.match(again.stdout, /Nothing was added/)
})
