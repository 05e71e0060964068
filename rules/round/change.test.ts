import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roundChangeText } from './change.ts'

test('a change of a round is a sentence in both languages', () => {
  assert.equal(roundChangeText({ code: 'places', project: 'bridge', before: 2, after: null }, 'en', 'UTC'), 'Places of bridge: 2 → –')
  const rule = { code: 'rule', before: 'fair', after: 'fullest' }
  assert.equal(roundChangeText(rule, 'en', 'UTC'), 'Rule: fair → most teams placed')
  assert.equal(roundChangeText(rule, 'ru', 'UTC'), 'Правило: по справедливости → больше команд с местом')
})

test('moments are in the time zone of the directory', () => {
  const closes = { code: 'closes', before: '2026-11-15T21:05:00.000Z', after: '2026-11-20T21:05:00.000Z' }
  const plain = (text: string): string => text.replace(/\s/gu, ' ')
  assert.equal(
    plain(roundChangeText(closes, 'en', 'Europe/Moscow')),
    'Closes: November 16, 2026 at 12:05 AM GMT+3 → November 21, 2026 at 12:05 AM GMT+3',
  )
  assert.equal(
    plain(roundChangeText({ ...closes, code: 'closed' }, 'ru', 'UTC')),
    'Приём закрыт раньше срока, был назначен на 15 ноября 2026 г. в 21:05 UTC',
  )
})

test('an unknown code, as of a later version, is shown as it is', () => {
  assert.equal(roundChangeText({ code: 'moved' }, 'en', 'UTC'), 'moved')
})
