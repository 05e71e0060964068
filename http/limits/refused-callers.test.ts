import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRefusedCallers, mergeRefused } from './refused-callers.ts'

test('refusals are counted by network and limit, most recent first, and the oldest are forgotten', () => {
  let at = 0
  const callers = createRefusedCallers(() => new Date(++at), 2)
  callers.note('203.0.113.1', 'calls')
  callers.note('203.0.113.2', 'search')
  callers.note('203.0.113.3', 'calls')
  assert.deepEqual(callers.list(), [
    { network: '203.0.113.0/24', limit: 'calls', count: 2, lastAt: new Date(3) },
    { network: '203.0.113.0/24', limit: 'search', count: 1, lastAt: new Date(2) },
  ])
  callers.note('198.51.100.1', 'calls')
  assert.deepEqual(
    callers.list().map(({ network, limit }) => [network, limit]),
    [
      ['198.51.100.0/24', 'calls'],
      ['203.0.113.0/24', 'calls'],
    ],
  )
})

test('the lists of several processes become one: counts are added, the most recent first', () => {
  const of = (network: string, limit: string, count: number, at: number) => ({ network, limit, count, lastAt: new Date(at) })
  const merged = mergeRefused(
    [[of('a', 'calls', 2, 5), of('b', 'calls', 1, 1)], [], [of('b', 'calls', 4, 9), of('a', 'search', 1, 2), of('a', 'calls', 3, 4)]],
    2,
  )
  assert.deepEqual(merged, [of('b', 'calls', 5, 9), of('a', 'calls', 5, 5)])
})
