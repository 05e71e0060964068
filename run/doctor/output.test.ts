import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { S3_KEY, startS3 } from '#tests/support/peer/s3-server.ts'
import { pretendOldNode } from '#tests/support/process/checkout.ts'
import { runNode } from '#tests/support/process/clone.ts'

// The command with files and backups in S3: everything it prints is ours.

const main = join(import.meta.dirname, '..', '..', 'cli', 'main.ts')
const keys = { AWS_ACCESS_KEY_ID: S3_KEY, AWS_SECRET_ACCESS_KEY: S3_KEY }
let s3: Awaited<ReturnType<typeof startS3>>
let folder: string
before(async () => {
  s3 = await startS3('files')
  folder = mkdtempSync(join(tmpdir(), 'doctor-output-test-'))
})
after(async () => {
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

const ours = /^$|^[✓·!✗] (?:[a-z ]{15}|\s{15})\S|^ {17}→ \S|^Everything works\.|^\d+ broken\./u

async function doctor(env: NodeJS.ProcessEnv): Promise<string> {
  const address = (prefix: string) => `s3://files/${prefix}?endpoint=${s3.endpoint}`
  const settings = { DATA_DIR: folder, PORT: '0', FILES_URL: address('files'), BACKUP_TO: address('backups') }
  const { out, error } = await runNode([main, 'doctor'], { cwd: folder, env: { ...settings, ...env } })
  assert.equal(error, '')
  for (const line of out.split('\n')) assert.match(line, ours)
  return out
}

test('keys that work', async () => {
  assert.match(await doctor(keys), /✓ storage {8}A file was written to the bucket of FILES_URL, read and deleted\./)
})

test('a profile beside the keys: the client uses the profile, and the remedy says so', async () => {
  const out = await doctor({ ...keys, AWS_PROFILE: 'nobody', AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null' })
  assert.match(out, /✗ storage .*\n +→ AWS_PROFILE is set, and is used instead of AWS_ACCESS_KEY_ID/)
})

test('another version of Node than the client likes', async () => {
  assert.match(await doctor({ ...keys, NODE_OPTIONS: pretendOldNode }), /✓ storage/)
})

test('wrong keys: what the server answered', async () => {
  assert.match(await doctor({ ...keys, AWS_ACCESS_KEY_ID: 'wrong' }), /✗ storage .*: the server answered 403\.\n/)
})

test('keys in the file with the settings are used too, and the remedy names the file', async (t) => {
  const file = join(folder, 'settings.env')
  t.after(() => rmSync(file))
  const write = (key: string) => writeFileSync(file, `AWS_ACCESS_KEY_ID=${key}\nAWS_SECRET_ACCESS_KEY=${key}\n`)
  const given = { ENV_FILE: file, AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined }
  write(S3_KEY)
  assert.match(await doctor(given), /✓ storage {8}A file was written/)
  write('wrong')
  assert.ok((await doctor(given)).includes(`put, get, list and delete. Settings are in ${file}.`))
})
