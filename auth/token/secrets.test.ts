import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { createKeyFile, makeMasterKey, readKeyFile, secretsOf } from './secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'projectory-secrets-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let count = 0
const pathOf = (text?: string, mode = 0o400): string => {
  const path = join(folder, `${++count}.key`)
  if (text !== undefined) {
    writeFileSync(path, text)
    chmodSync(path, mode)
  }
  return path
}
const isWindows = process.platform === 'win32'

test('a new key file has one line, its folder is created, and only its owner may read it', () => {
  const path = join(folder, 'deep', 'er', 'master.key')
  createKeyFile(path)
  assert.match(readFileSync(path, 'utf8'), /^[\w-]{43}\n$/)
  if (!isWindows) {
    assert.equal(statSync(path).mode & 0o777, 0o400)
    assert.equal(statSync(join(folder, 'deep', 'er')).mode & 0o077, 0)
  }
  assert.equal(readKeyFile(path).refreshMac.length, 1)
})

test('an existing file is not changed', () => {
  const path = pathOf(`${makeMasterKey()}\n`)
  const before = readFileSync(path, 'utf8')
  createKeyFile(path)
  assert.equal(readFileSync(path, 'utf8'), before)
})

test('processes that start at the same time get the same key', async () => {
  const program = `
    const { createKeyFile, readKeyFile } = await import(${JSON.stringify(new URL('./secrets.ts', import.meta.url).href)})
    const { readdirSync, writeFileSync } = await import('node:fs')
    const meeting = ${JSON.stringify(join(folder, 'meeting'))}
    for (let round = 0; round < 40; round++) {
      const path = ${JSON.stringify(join(folder, 'shared'))} + round + '/master.key'
      writeFileSync(meeting + '/' + round + ' ' + process.pid, '')
      while (readdirSync(meeting).filter((name) => name.startsWith(round + ' ')).length < 3); // until all three are here
      createKeyFile(path)
      console.log(readKeyFile(path).cookie[0].toString('hex'))
    }`
  mkdirSync(join(folder, 'meeting'))
  const run = promisify(execFile)
  const started = Array.from({ length: 3 }, () => run(process.execPath, ['--input-type=module', '-e', program]))
  const ends = await Promise.allSettled(started)
  const read = ends.map((end) => (end.status === 'fulfilled' ? end.value.stdout : end.reason.stderr))
  assert.equal(new Set(read).size, 1, read.join('\n'))
  assert.equal(read[0].trim().split('\n').length, 40)
})

test('master keys are 32 random bytes', () => {
  const keys = Array.from({ length: 50 }, () => makeMasterKey())
  assert.ok(keys.every((key) => Buffer.from(key, 'base64url').length === 32))
  assert.equal(new Set(keys).size, 50)
})

test('a file that others may read is refused, and the error says how to fix it', {
  skip: isWindows && 'Windows has no file modes: run it elsewhere with npm test auth/secrets',
}, () => {
  for (const mode of [0o440, 0o404, 0o420, 0o402, 0o410, 0o644, 0o600 | 0o001]) {
    const path = pathOf(makeMasterKey(), mode)
    assert.throws(
      () => readKeyFile(path),
      { message: `KEY_FILE: others may read ${path}. Make it private: chmod 400 ${path}` },
      mode.toString(8),
    )
  }
  for (const mode of [0o400, 0o600, 0o700]) assert.ok(readKeyFile(pathOf(makeMasterKey(), mode)))
})

test('a file in another format is refused', () => {
  const key = makeMasterKey()
  const three = [makeMasterKey(), makeMasterKey(), makeMasterKey()].join('\n')
  for (const text of ['', '\n\n', 'short', `${key}x`, key.slice(1), three, `${key} ${key}`, `${key.slice(0, 42)}=`, `${key}\nshort`])
    assert.throws(() => readKeyFile(pathOf(text)), /should hold one or two lines of 43 characters/, JSON.stringify(text))
  assert.throws(() => readKeyFile(join(folder, 'none.key')), /ENOENT/)
  assert.ok(!existsSync(join(folder, 'none.key')))
})

test('a sample key is refused', () => {
  const sample = 'change-me'.padEnd(43, 'x7')
  for (const text of ['A'.repeat(43), '0'.repeat(43), sample, `${makeMasterKey()}\n${sample}`, 'an_Example_of_a_key'.padEnd(43, 'q2w3')])
    assert.throws(() => readKeyFile(pathOf(text)), /holds a sample, not a secret/, text)
})

test('two lines make two keys per purpose, in order; whitespace and empty lines are ignored', () => {
  const [one, two] = [makeMasterKey(), makeMasterKey()]
  const secrets = readKeyFile(pathOf(`\n  ${one}  \r\n\n${two}\n`))
  assert.deepEqual(secrets, secretsOf([one, two]))
  assert.deepEqual(secrets.cookie, [...secretsOf([one]).cookie, ...secretsOf([two]).cookie])
})

test('each purpose has its own derived key, different from the master key', () => {
  const master = makeMasterKey()
  const secrets = secretsOf([master])
  const all = [...Object.values(secrets).map(([key]) => key!), Buffer.from(master, 'base64url')]
  assert.equal(all.length, 8)
  assert.equal(new Set(all.map((key) => key.toString('hex'))).size, all.length)
  assert.ok(all.every((key) => key.length === 32))
  assert.deepEqual(secretsOf([master]), secrets)
})
