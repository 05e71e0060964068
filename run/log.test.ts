import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { openLog, quietLog } from './log.ts'

test('the log level is that of the configuration', () => {
  for (const level of ['debug', 'info', 'warn', 'error', 'silent']) assert.equal(openLog(readConfig({ LOG_LEVEL: level })).level, level)
})

test('commands log only warnings and errors, on stderr', (t) => {
  const said: string[] = []
  const out = t.mock.method(process.stdout, 'write')
  t.mock.method(process.stderr, 'write', (line: string) => said.push(line) > 0)
  const log = quietLog()
  log.info('nothing to see')
  log.warn('look here')
  t.mock.restoreAll()
  assert.equal(said.filter((line) => line.includes('look here')).length, 1)
  assert.ok(said.every((line) => !line.includes('nothing to see')))
  assert.equal(out.mock.calls.filter(({ arguments: [line] }) => String(line).includes('look here')).length, 0)
})
