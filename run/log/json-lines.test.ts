import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createKeyFile } from '#auth/token/secrets.ts'
import { readMigrations } from '#database/migrate.ts'
import { providersFile } from '#tests/support/peer/evil-provider.ts'
import { runAlone } from '#tests/support/process/command.ts'
import { startProcess } from '#tests/support/process/whole-process.ts'
import { until } from '#tests/support/until.ts'

// What a service in production writes, from its first byte to its end.

const folder = mkdtempSync(join(tmpdir(), 'json-lines-test-'))
chmodSync(folder, 0o755)
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
const key = join(folder, 'master.key')
createKeyFile(key)
const github = { name: 'github', kind: 'github', client: { id: 'a', secret: 'b' }, allow: { domains: ['uni.example'] } }

// A library writes a line, Node a warning, and at the second signal nothing handles an error.
const library = `process.once('SIGWINCH', () => {
  process.emitWarning('a warning of Node')
  console.warn('a line of\\n%s', 'a library')
  process.once('SIGWINCH', () => { throw new Error('of nobody') })
})`
const production = (): Record<string, string> => ({
  NODE_ENV: 'production',
  WORKERS: '1',
  PUBLIC_URL: 'https://projects.uni.example',
  PROVIDERS: providersFile([github]),
  KEY_FILE: key,
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'projects@uni.example',
  MAIL_TO: 'office@uni.example',
  HOST: '127.0.0.1',
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(library)}`,
})

type Line = { level: string; time: string; msg: string; migration?: string; ms?: number; err?: { message: string } }
function linesOf(output: string): Line[] {
  return output
    .trim()
    .split('\n')
    .map((line) => {
      const read = JSON.parse(line) as Line
      assert.ok(read.level && read.msg && !Number.isNaN(Date.parse(read.time)), line)
      return read
    })
}

test('every line is JSON, from the migrations to the end, also those of libraries and of Node; each migration has its time', async () => {
  const { child, origin, output, kill } = await startProcess(join(folder, 'data'), production())
  assert.equal((await fetch(`${origin}/api/nothing`)).status, 404)
  child.kill('SIGWINCH')
  await until(() => output().includes('a library'))
  assert.equal(await kill('SIGTERM'), 0, output())
  const lines = linesOf(output())
  const migrated = lines.filter(({ migration }) => migration !== undefined)
  assert.deepEqual(
    migrated.map(({ migration }) => migration),
    (await readMigrations()).map(({ name }) => name),
  )
  assert.ok(migrated.every(({ ms }) => Number.isInteger(ms)))
  const said = lines.map(({ level, msg }) => `${level} ${msg}`)
  assert.ok(said.includes('warn a line of\na library') && said.includes('warn a warning of Node'), output())
  assert.ok(said.some((line) => /^info Projectory is ready \(.* s\): https:\/\/projects\.uni\.example, port \d+/.test(line)))
})

test('with workers too, and the error that ends the process', async () => {
  const { child, output, kill } = await startProcess(join(folder, 'data'), { ...production(), WORKERS: '2' })
  child.kill('SIGWINCH')
  await until(() => output().includes('a library'))
  child.kill('SIGWINCH')
  assert.equal(await kill('SIGCONT'), 1)
  const lines = linesOf(output())
  assert.ok(lines.some(({ level, err }) => level === 'fatal' && err?.message === 'of nobody'))
})

test('a start that fails says why in one line', () => {
  for (const [env, why] of [
    [{ PUBLIC_URL: 'nonsense' }, /PUBLIC_URL/],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/none', DATABASE_WAIT: '0' }, /DATABASE_URL: can’t connect/],
  ] as const) {
    const { status, stdout, stderr } = runAlone(folder, ['serve'], { ...production(), PORT: '0', ...env })
    assert.equal(status, 1)
    assert.match(linesOf(stdout + stderr).at(-1)!.msg, why)
  }
})
