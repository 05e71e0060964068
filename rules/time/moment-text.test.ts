import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentText } from './moment-text.ts'

test('times are in the directory’s time zone and show it', () => {
  const at = new Date('2026-11-15T21:05:00Z')
  assert.equal(momentText(at, 'en', 'Europe/Moscow').replace(/\s/gu, ' '), 'November 16, 2026 at 12:05 AM GMT+3')
  assert.equal(momentText(at, 'ru', 'Europe/Moscow').replace(/\s/gu, ' '), '16 ноября 2026 г. в 00:05 GMT+3')
})
