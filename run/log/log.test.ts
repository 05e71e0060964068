import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#run/config/config.ts'
import { openLog, quietLog } from './log.ts'

test('the log level is that of the configuration', () => {
  for (const level of ['debug', 'info', 'warn', 'error', 'silent']) assert.equal(openLog(readConfig({ LOG_LEVEL: level })).level, level)
})

test('commands log only warnings and errors, on stderr', (t) => {
  const written: string[] = []
  const out = t.mock.method(process.stdout, 'write')
  t.mock.method(process.stderr, 'write', (line: string) => written.push(line) > 0)
  const log = quietLog()
  log.info('nothing to see')
  log.warn('look here')
  t.mock.restoreAll()
  assert.equal(written.filter((line) => line.includes('look here')).length, 1)
  assert.ok(written.every((line) => !line.includes('nothing to see')))
  assert.equal(out.mock.calls.filter(({ arguments: [line] }) => String(line).includes('look here')).length, 0)
})
