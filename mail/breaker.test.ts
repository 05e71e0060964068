import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBreaker } from './breaker.ts'

function breakerAt() {
  let time = 0
  const changes: boolean[] = []
  const breaker = createBreaker({ atOnce: 5, openMs: 30_000, clock: () => time, onChange: (isOpen) => changes.push(isOpen) })
  const fail = (times: number) => {
    for (let n = 0; n < times; n++) breaker.note(false)
  }
  return { breaker, fail, changes, pass: (ms: number) => (time += ms) }
}

test('a closed breaker allows five emails at a time', () => {
  const { breaker, fail, changes } = breakerAt()
  assert.deepEqual([breaker.capacity(0), breaker.capacity(3), breaker.capacity(5), breaker.capacity(6)], [5, 2, 0, 0])
  fail(4)
  breaker.note(true)
  fail(4)
  assert.deepEqual([breaker.isOpen(), breaker.capacity(0), changes], [false, 5, []])
})

test('after five failures in a row it opens for 30 s, then one email probes the server', () => {
  const { breaker, fail, changes, pass } = breakerAt()
  fail(5)
  assert.deepEqual([breaker.isOpen(), breaker.capacity(0)], [true, 0])
  pass(29_999)
  assert.equal(breaker.capacity(0), 0)
  pass(1)
  assert.deepEqual([breaker.capacity(0), breaker.capacity(1)], [1, 0])
  breaker.note(true)
  assert.deepEqual([breaker.isOpen(), breaker.capacity(0), changes], [false, 5, [true, false]])
})

test('a failed probe keeps it open for another 30 s', () => {
  const { breaker, fail, changes, pass } = breakerAt()
  fail(5)
  pass(40_000)
  breaker.note(false)
  assert.equal(breaker.capacity(0), 0)
  pass(29_999)
  assert.equal(breaker.capacity(0), 0)
  pass(1)
  assert.deepEqual([breaker.capacity(0), changes], [1, [true]])
})

test('emails whose server is silent do not hold the places of others, up to as many as there are places', () => {
  const { breaker, fail, pass } = breakerAt()
  assert.deepEqual(
    [breaker.capacity(5, 0), breaker.capacity(5, 3), breaker.capacity(5, 5), breaker.capacity(10, 10), breaker.capacity(8, 5)],
    [0, 3, 5, 0, 2],
  )
  fail(5)
  pass(30_000)
  assert.deepEqual([breaker.capacity(5, 5), breaker.capacity(6, 5)], [1, 0], 'nor the probe of an open breaker')
})
