import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeAge } from './age.ts'

const days = (count: number) => count * 86_400

test('ages are written as people say them', () => {
  for (const [seconds, en, ru] of [
    [-20, '20 seconds ago', '20 секунд назад'],
    [-90, '1 minute ago', '1 минуту назад'],
    [-7200, '2 hours ago', '2 часа назад'],
    [days(-1), 'yesterday', 'вчера'],
    [days(12), 'in 12 days', 'через 12 дней'],
    [days(-45), '45 days ago', '45 дней назад'],
    [days(-200), '6 months ago', '6 месяцев назад'],
    [days(100), 'in 3 months', 'через 3 месяца'],
    [days(-364), '11 months ago', '11 месяцев назад'],
    [days(-400), '1 year ago', '1 год назад'],
    [days(-1200), '3 years ago', '3 года назад'],
  ] as const) {
    assert.equal(writeAge(seconds, 'en'), en)
    assert.equal(writeAge(seconds, 'ru'), ru)
  }
  // 25 hours can be two days of the calendar, and 40 hours one.
  assert.deepEqual(
    [writeAge(-25 * 3600, 'en', -2), writeAge(-40 * 3600, 'en', -1), writeAge(-23 * 3600, 'en', -1)],
    ['2 days ago', 'yesterday', '23 hours ago'],
  )
})
