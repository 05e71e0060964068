import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairQueue, HeavyRefusal } from './fair-queue.ts'

const limits = { perOwner: 3, total: 6, atOnce: 2 }
const [anna, boris, vera, gleb] = [1, 2, 3, 4]

// Jobs that run until they are ended.
function jobsOf(queue: ReturnType<typeof createFairQueue>) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    add(owner: number, name: string, signal?: AbortSignal): Promise<string> {
      return queue.run(
        owner,
        () => {
          started.push(name)
          return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
        },
        signal,
      )
    },
    async end(name: string): Promise<void> {
      ends.get(name)!()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
const refusalOf = (code: string) => (error: unknown) => error instanceof HeavyRefusal && error.code === code
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('one job per person runs at a time, and people take turns', async () => {
  const jobs = jobsOf(createFairQueue({ perOwner: 4, total: 20, atOnce: 1 }))
  const all = [
    jobs.add(anna, 'a1'),
    jobs.add(anna, 'a2'),
    jobs.add(anna, 'a3'),
    jobs.add(boris, 'b1'),
    jobs.add(boris, 'b2'),
    jobs.add(vera, 'v1'),
  ]
  await turn()
  for (const name of ['a1', 'b1', 'v1', 'a2', 'b2', 'a3']) {
    assert.equal(jobs.started.at(-1), name)
    await jobs.end(name)
  }
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'b1', 'b2', 'v1'])
})

test('a person who exhausts the queue is refused at once, and another one is served meanwhile', async () => {
  const jobs = jobsOf(createFairQueue(limits))
  const own = [jobs.add(anna, 'a1'), jobs.add(anna, 'a2'), jobs.add(anna, 'a3')]
  await assert.rejects(jobs.add(anna, 'a4'), refusalOf('too_many_jobs'))
  const other = jobs.add(boris, 'b1')
  await turn()
  assert.deepEqual(jobs.started, ['a1', 'b1'], 'a job of anna is running, her others wait')
  await jobs.end('b1')
  assert.equal(await other, 'b1')
  assert.deepEqual(jobs.started, ['a1', 'b1'], 'a free place is not for a second job of the same person')
  for (const name of ['a1', 'a2', 'a3']) await jobs.end(name)
  await Promise.all(own)
  const again = jobs.add(anna, 'a5')
  await turn()
  await jobs.end('a5')
  assert.equal(await again, 'a5')
})

test('the jobs of all people are limited', async () => {
  const jobs = jobsOf(createFairQueue(limits))
  const all = [anna, anna, boris, boris, vera, vera].map((owner, at) => jobs.add(owner, `j${at}`))
  await assert.rejects(jobs.add(gleb, 'g'), refusalOf('overloaded'))
  for (const name of ['j0', 'j2', 'j4', 'j1', 'j3', 'j5']) await jobs.end(name)
  await Promise.all(all)
})

test('a job whose caller has gone leaves the queue and is never started', async () => {
  const jobs = jobsOf(createFairQueue({ perOwner: 2, total: 3, atOnce: 1 }))
  const first = jobs.add(anna, 'a1')
  const caller = new AbortController()
  const gone = jobs.add(boris, 'b1', caller.signal)
  const waiting = jobs.add(vera, 'v1')
  await assert.rejects(jobs.add(gleb, 'g1'), refusalOf('overloaded'))
  caller.abort(new Error('gone'))
  await assert.rejects(gone, /gone/)
  const next = jobs.add(gleb, 'g2')
  await assert.rejects(jobs.add(gleb, 'g3', caller.signal), /gone/)
  for (const name of ['a1', 'v1', 'g2']) await jobs.end(name)
  await Promise.all([first, waiting, next])
  assert.deepEqual(jobs.started, ['a1', 'v1', 'g2'])
})

test('a failed job frees its place', async () => {
  const queue = createFairQueue({ perOwner: 1, total: 1, atOnce: 1 })
  await assert.rejects(
    queue.run(anna, () => Promise.reject(new Error('failed'))),
    /failed/,
  )
  assert.equal(await queue.run(anna, async () => 'done'), 'done')
})
