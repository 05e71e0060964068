import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runAlone } from '#tests/support/process/command.ts'
import { startProcess, type WholeProcess } from '#tests/support/process/whole-process.ts'

// The commands run as processes next to a service, on its embedded database.

const folder = mkdtempSync(join(tmpdir(), 'projectory-cli-'))
let service: WholeProcess
before(async () => {
  service = await startProcess(folder)
})
after(async () => {
  await service.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

const run = (args: string[], env: Record<string, string> = {}) => runAlone(folder, args, { PORT: new URL(service.origin).port, ...env })

const tokenOf = (login: string): string => run(['token', login]).stdout.trim()
// No keep-alive: commands run synchronously, so this process would not notice that the service has closed a connection.
const sessions = (token: string): Promise<Response> =>
  fetch(`${service.origin}/api/user/sessions`, { headers: { authorization: `Bearer ${token}`, connection: 'close' } })

test('a token from the command line is valid for calls to the running service', async () => {
  const response = await sessions(tokenOf('anna'))
  assert.equal(response.status, 200)
  const [session] = (await response.json()) as { client: string; device: string }[]
  assert.deepEqual([session!.client, session!.device], ['projectory-dev', 'npx projectory token'])
})

test('there is no token for an unknown login, for a disabled account, or in production', () => {
  for (const [login, message] of [
    ['stranger', /no account with the login “stranger”/],
    ['former', /is disabled/],
  ] as const) {
    const { status, stderr, stdout } = run(['token', login])
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, message)
  }
  const { status, stderr } = run(['token', 'anna'], { NODE_ENV: 'production', PUBLIC_URL: 'https://projects.example.org' })
  assert.equal(status, 1)
  assert.doesNotMatch(stderr, /\n\s+at /)
})

test('access levels can be changed, except that of the last administrator', () => {
  assert.match(run(['user', 'grant', 'vera', 'curator']).stdout, /vera: member → curator/)
  assert.match(run(['user', 'grant', 'vera', 'curator']).stdout, /already curator/)
  assert.match(run(['user', 'grant', 'vera', 'member']).stdout, /vera: curator → member/)
  const refused = run(['user', 'grant', 'admin', 'member'])
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /only administrator/)
  assert.match(run(['user', 'grant', 'nobody-here', 'curator']).stderr, /no account with the login/)
})

test('keys are listed, rotated and revoked; a token of a rotated key is still valid', async () => {
  const keyLines = (verb: string[]) =>
    run(['keys', ...verb])
      .stdout.split('\n')
      .map((line) => line.split(/\s+/) as [string, string])
  const kidOf = (lines: [string, string][], status: string) => lines.find(([name]) => name === status)?.[1]
  const token = tokenOf('anna')
  const before = keyLines([])
  const rotated = keyLines(['rotate'])
  assert.equal(kidOf(rotated, 'current'), kidOf(before, 'next'))
  assert.equal(kidOf(rotated, 'previous'), kidOf(before, 'current'))
  assert.equal((await sessions(token)).status, 200)
  const revoked = keyLines(['revoke', kidOf(rotated, 'current')!])
  assert.equal(kidOf(revoked, 'current'), kidOf(rotated, 'next'))
  assert.equal(kidOf(revoked, 'revoked'), kidOf(rotated, 'current'))
  for (const name of ['nonsense', `-${'x'.repeat(42)}`, `--${'x'.repeat(41)}`]) {
    const { status, stderr } = run(['keys', 'revoke', name])
    assert.equal(status, 1, stderr)
    assert.ok(stderr.includes(`no active key ${name}`), stderr)
  }
})

test('a master key is created with mode 0400 and never overwritten', () => {
  const path = join(folder, 'new', 'master.key')
  assert.equal(run(['keys', 'create', path]).status, 0)
  assert.equal(statSync(path).mode & 0o777, 0o400)
  const again = run(['keys', 'create', path])
  assert.equal(again.status, 1)
  assert.match(again.stderr, /was not changed/)
})
