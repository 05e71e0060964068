import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#http/response/problem.ts'
import { createWorkQueue } from './work-queue.ts'

const bounds = { atOnce: 1, perOwner: 100, total: 150, deadlineMs: 60_000 }
const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code

// One piece of work that runs until it is ended.
function held() {
  const gate = Promise.withResolvers<void>()
  return { work: () => gate.promise, end: () => gate.resolve() }
}

test('an owner with much waiting work delays others by the piece that is running only', async () => {
  const queue = createWorkQueue(bounds)
  const first = held()
  const done: string[] = []
  const piece = (owner: string) => queue.run(owner, async () => void done.push(owner))
  const all = [queue.run('greedy', first.work), ...Array.from({ length: 50 }, () => piece('greedy')), piece('other'), piece('third')]
  first.end()
  await Promise.all(all)
  assert.deepEqual(done.slice(0, 4), ['other', 'third', 'greedy', 'greedy'])
  assert.equal(done.length, 52)
})

test('an owner beyond their share is refused, another is not; beyond the total everyone is', async () => {
  const queue = createWorkQueue({ ...bounds, perOwner: 2, total: 3 })
  const first = held()
  const nothing = async () => {}
  const accepted = [queue.run('a', first.work), queue.run('a', nothing), queue.run('a', nothing)]
  await assert.rejects(queue.run('a', nothing), refusedWith('too_many_calls'))
  accepted.push(queue.run('b', nothing))
  await assert.rejects(queue.run('c', nothing), refusedWith('overloaded'))
  first.end()
  await Promise.all(accepted)
  await queue.run('c', nothing)
})

test('work that waits too long is refused and never started', async () => {
  const queue = createWorkQueue({ ...bounds, deadlineMs: 20 })
  const first = held()
  const running = queue.run('a', first.work)
  let started = 0
  const late = queue.run('b', async () => void started++)
  await assert.rejects(late, refusedWith('overloaded'))
  first.end()
  await running
  await queue.run('b', async () => {})
  assert.equal(started, 0)
})

test('failing work frees its place', async () => {
  const queue = createWorkQueue(bounds)
  await assert.rejects(
    queue.run('a', () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await queue.run('b', async () => 7), 7)
})
