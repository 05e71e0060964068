import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createLog } from '#http/observe/log.ts'
import { isAlive } from '#tests/support/process/workers.ts'
import { until } from '#tests/support/until.ts'
import { createWorkers } from './workers.ts'

const exec = fileURLToPath(import.meta.resolve('#tests/support/process/tiny-worker.ts'))
const logged: { msg: string; why?: string; err?: { message: string } }[] = []
const log = createLog('error', { write: (line) => void logged.push(JSON.parse(line)) })
const orders = {} as Parameters<ReturnType<typeof createWorkers>['startFirst']>[0]

let workers: ReturnType<typeof createWorkers>
async function start(own: { pingMs?: number } = {}): Promise<void> {
  workers = createWorkers({ exec, env: {}, log, ...own })
  workers.prepare()
  await workers.startFirst(orders)
}
beforeEach(async () => {
  logged.length = 0
  await start()
})
afterEach(async () => {
  cluster.setupPrimary({ cwd: undefined, uid: undefined })
  await workers.stop()
})
const own = () => Object.values(cluster.workers!).find((one) => one!.process.pid !== undefined)!

// A folder that does not exist is reported like a machine without free processes or files: by an event. A wrong user is thrown, like too
// little memory.
const faults = { reported: { cwd: '/nonexistent' }, thrown: { uid: 'nobody' as unknown as number } }
for (const [name, fault] of Object.entries(faults)) {
  test(`a worker that cannot be started is tried again until it can (${name})`, { timeout: 60_000 }, async () => {
    cluster.setupPrimary(fault)
    own().process.kill('SIGKILL')
    await until(() => logged.length >= 3) // its end, and two attempts
    assert.equal(logged[0]!.why, 'SIGKILL')
    assert.match(logged[2]!.why ?? logged[2]!.err!.message, /ENOENT|uid/)
    const back = once(cluster, 'online')
    cluster.setupPrimary({ cwd: undefined, uid: undefined })
    await back
  })

  test(`workers that cannot be replaced stay (${name})`, { timeout: 60_000 }, async () => {
    const { pid } = own().process
    cluster.setupPrimary(fault)
    await workers.restart()
    assert.deepEqual(
      logged.map(({ msg }) => msg),
      ['a worker could not be replaced; the old one continues'],
    )
    cluster.setupPrimary({ cwd: undefined, uid: undefined })
    assert.ok(isAlive(pid!))
    await workers.restart()
    assert.ok(!isAlive(pid!), 'a later restart replaces it')
  })
}

test('a worker that hangs is killed and started again', { timeout: 60_000 }, async () => {
  await workers.stop()
  await start({ pingMs: 200 }) // only here: on a busy machine one that does not hang may need longer
  const { pid } = own().process
  const back = once(cluster, 'online')
  process.kill(pid!, 'SIGSTOP')
  await back
  assert.deepEqual(
    logged.map(({ msg, why }) => why ?? msg),
    ['a worker does not answer; it is killed', 'SIGKILL'],
  )
  assert.ok(!isAlive(pid!))
})

test('a stop waits for the end of a worker also when a message to it is lost', { timeout: 60_000 }, async () => {
  const one = own()
  const stopped = workers.stop()
  one.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
  await stopped
  assert.ok(!isAlive(one.process.pid!))
})

test('a worker that fails before it can serve says why', { timeout: 60_000 }, async () => {
  const real = createWorkers({ exec: join(import.meta.dirname, 'worker-process.ts'), env: {}, log })
  real.prepare()
  await assert.rejects(real.startFirst(orders), /Cannot destructure property 'tracing'/)
  await real.stop()
})
