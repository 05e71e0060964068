import assert from 'node:assert/strict'
import { test } from 'node:test'
import { within } from './within.ts'

const never = new Promise<string>(() => {})

test('the outcome of work that ends in time', async () => {
  assert.equal(await within(Promise.resolve('done'), 10_000), 'done')
  await assert.rejects(within(Promise.reject(new Error('broken')), 10_000), /broken/)
})

test('late work: undefined, what late returns, or the error it throws', async () => {
  assert.equal(await within(never, 1), undefined)
  assert.equal(await within(never, 1, () => 'late'), 'late')
  const fail = () => {
    throw new Error('too slow')
  }
  await assert.rejects(within(never, 1, fail), /too slow/)
})

test('a timer that fires late, because the process was busy, waits for an answer that is already there', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const answer = within(promise, 1, () => 'late', { graceMs: 10_000 })
  for (const until = performance.now() + 150; performance.now() < until; );
  setTimeout(resolve, 5, 'answered')
  assert.equal(await answer, 'answered')
})
