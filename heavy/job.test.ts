import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeavyRefusal } from './fair-queue.ts'
import { OutOfMemory, runInProcess, runInThread } from './job.ts'

const script = new URL('../tests/support/hostile/heavy-script.ts', import.meta.url)
const limits = { deadlineMs: 60_000, megabytes: 32 }
type Run = typeof runInThread

function jobOf(task: string, onStarted: () => void = () => {}) {
  const onMessage = (message: unknown, _: unknown, done: (value: unknown) => void) => (message === 'started' ? onStarted() : done(message))
  return { script, task, onMessage }
}
const isLate = (error: unknown) => error instanceof HeavyRefusal && error.code === 'deadline_exceeded'

for (const [where, run] of [
  ['thread', runInThread],
  ['process', runInProcess],
] as [string, Run][]) {
  test(`a job that never ends is terminated, and the next one works: ${where}`, async () => {
    await assert.rejects(run(jobOf('endless'), { ...limits, deadlineMs: 300 }), isLate)
    assert.equal(await run(jobOf('answer'), limits), 'done')
  })

  test(`a job is terminated when its caller has gone: ${where}`, async () => {
    const caller = new AbortController()
    const job = jobOf('endless', () => caller.abort(new Error('gone')))
    await assert.rejects(run(job, limits, caller.signal), /gone/)
    await assert.rejects(run(jobOf('answer'), limits, caller.signal), /gone/)
  })

  test(`an error while its messages are handled ends the job: ${where}`, async () => {
    const onMessage = () => {
      throw new Error('in the listener')
    }
    await assert.rejects(run({ script, task: 'endless', onMessage }, limits), /in the listener/)
  })

  test(`a job that ends without a result is an error: ${where}`, async () => {
    await assert.rejects(run(jobOf('crash'), limits), /without a result/)
  })

  test(`a job that needs too much memory is terminated, and this process goes on: ${where}`, async () => {
    const expected = where === 'thread' ? (error: unknown) => error instanceof OutOfMemory : /without a result/
    await assert.rejects(run(jobOf('memory'), limits), expected)
    assert.equal(await run(jobOf('answer'), limits), 'done')
  })
}

test('a process gets none of the settings of the service', async () => {
  const env = (await runInProcess(jobOf('environment'), limits)) as Record<string, string>
  assert.deepEqual(
    Object.keys(env).filter((key) => !key.startsWith('NODE_CHANNEL')),
    [],
  )
})
