import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBreaker } from './breaker.ts'

function breakerAt() {
  let time = 0
  const turns: boolean[] = []
  const breaker = createBreaker({ atOnce: 5, openMs: 30_000, clock: () => time, onTurn: (isOpen) => turns.push(isOpen) })
  const fail = (times: number) => {
    for (let n = 0; n < times; n++) breaker.note(false)
  }
  return { breaker, fail, turns, pass: (ms: number) => (time += ms) }
}

test('as long as the server is reached there are five places', () => {
  const { breaker, fail, turns } = breakerAt()
  assert.deepEqual([breaker.places(0), breaker.places(3), breaker.places(5), breaker.places(6)], [5, 2, 0, 0])
  fail(4)
  breaker.note(true)
  fail(4)
  assert.deepEqual([breaker.isOpen(), breaker.places(0), turns], [false, 5, []])
})

test('after five failures in a row nothing goes for 30 s, then one letter finds out', () => {
  const { breaker, fail, turns, pass } = breakerAt()
  fail(5)
  assert.deepEqual([breaker.isOpen(), breaker.places(0)], [true, 0])
  pass(29_999)
  assert.equal(breaker.places(0), 0)
  pass(1)
  assert.deepEqual([breaker.places(0), breaker.places(1)], [1, 0])
  breaker.note(true)
  assert.deepEqual([breaker.isOpen(), breaker.places(0), turns], [false, 5, [true, false]])
})

test('a letter that finds the server still away closes the way for another 30 s', () => {
  const { breaker, fail, turns, pass } = breakerAt()
  fail(5)
  pass(40_000)
  breaker.note(false)
  assert.equal(breaker.places(0), 0)
  pass(29_999)
  assert.equal(breaker.places(0), 0)
  pass(1)
  assert.deepEqual([breaker.places(0), turns], [1, [true]])
})
