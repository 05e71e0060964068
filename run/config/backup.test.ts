import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

const keys = [
  'age1x85dh7yx8h8l3tydxds7d0hgt8v4yt07nr3hf0a0wkhjg7ax5ddq6j3h2p',
  'age1may0npjzhlwf9h7mwlzypkuc2m9uwpnvp9nnzyup33pa3vk9xersk6u6gk',
]
const url = 'postgres://user@host/database'

test('backups go to the data folder with the embedded database, and nowhere with demo data or an external one', () => {
  assert.equal(readConfig({}).backups.to, null)
  assert.equal(readConfig({ DEMO: 'false' }).backups.to, resolve('data/backups'))
  assert.equal(readConfig({ DEMO: 'false', DATABASE_URL: url }).backups.to, null)
  assert.equal(readConfig({ BACKUP_TO: 'kept', DATABASE_URL: url }).backups.to, resolve('kept'))
  assert.equal(readConfig({ BACKUP_TO: 's3://bucket/kept' }).backups.to, 's3://bucket/kept')
})

test('a backup is made before migrations where there is a place for it', () => {
  assert.equal(readConfig({}).backups.beforeMigrations, false)
  assert.equal(readConfig({ DATABASE_URL: url }).backups.beforeMigrations, false)
  assert.equal(readConfig({ BACKUP_TO: 'kept' }).backups.beforeMigrations, true)
  assert.equal(readConfig({ BACKUP_TO: 'kept', MIGRATION_BACKUP: 'off' }).backups.beforeMigrations, false)
})

test('times, numbers and keys are read', () => {
  const { at, kept, recipients } = readConfig({
    BACKUP_AT: '23:30',
    BACKUP_KEEP: '3/2/1',
    BACKUP_RECIPIENTS: keys.join(', '),
  }).backups
  assert.deepEqual([at, kept, recipients.length], [23 * 60 + 30, { days: 3, weeks: 2, months: 1 }, 2])
  assert.equal(readConfig({}).backups.at, 180)
  assert.equal(readConfig({ BACKUP_AT: 'off' }).backups.at, null)
})

test('all faults are reported together', () => {
  const env = {
    BACKUP_TO: 'ftp://host',
    BACKUP_AT: 'noon',
    BACKUP_KEEP: '0',
    BACKUP_RECIPIENTS: 'AGE-SECRET-KEY-1X',
    MIGRATION_BACKUP: 'maybe',
  }
  assert.throws(
    () => readConfig(env),
    (error: Error) => error instanceof ConfigError && Object.keys(env).every((name) => error.message.includes(`${name}: `)),
  )
})

test('a mistyped public key is reported at the start, not by the backup at night', () => {
  assert.throws(
    () => readConfig({ BACKUP_RECIPIENTS: `${keys[0]}, ${keys[1]!.replace('may0', 'may9')}` }),
    (error: Error) =>
      /BACKUP_RECIPIENTS: “age1may9…” is not a public key of age: .*checksum/.test(error.message) && !/x85/.test(error.message),
  )
  assert.throws(
    () => readConfig({ BACKUP_RECIPIENTS: 'AGE-SECRET-KEY-1QQPQPQ' }),
    (error: Error) => error instanceof ConfigError && !error.message.includes('QQPQPQ'),
  )
})
