import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import { type Loop, startLoop } from './loop.ts'

const HOUR_MS = 3_600_000

test('a loop runs at once and again after each pause, until it is stopped', async (t) => {
  const times: number[] = []
  const third = Promise.withResolvers<void>()
  const loop = startLoop({
    run() {
      times.push(performance.now())
      if (times.length === 3) third.resolve()
    },
    everyMs: 5,
  })
  t.after(() => loop.stop())
  await third.promise
  await loop.stop()
  const count = times.length
  await loop.runNow()
  assert.equal(times.length, count, 'a stopped loop runs no more')
})

test('one run at a time; all who ask meanwhile share the next one, which starts after them', async (t) => {
  let running = 0
  let runs = 0
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const loop = startLoop({
    async run() {
      assert.equal(++running, 1)
      await gates[runs++]?.promise
      running--
    },
    everyMs: HOUR_MS,
  })
  t.after(() => loop.stop())
  await new Promise(setImmediate)
  assert.equal(runs, 1)
  const asked = Promise.all([loop.runNow(), loop.runNow(), loop.wake()])
  gates[0]!.resolve()
  await new Promise(setImmediate)
  assert.equal(runs, 2)
  gates[1]!.resolve()
  await asked
  assert.equal(runs, 2)
})

test('a failure is reported once, and so is its end; the pause depends on it', async (t) => {
  const log: string[] = []
  const pauses: boolean[] = []
  let isBroken = true
  const loop: Loop = startLoop({
    run() {
      if (isBroken) throw new Error('broken')
    },
    firstMs: HOUR_MS,
    everyMs(isFailing) {
      pauses.push(isFailing)
      return HOUR_MS
    },
    onFailing: (error) => log.push((error as Error).message),
    onWorking: () => log.push('works'),
  })
  t.after(() => loop.stop())
  await assert.rejects(loop.runNow(), /broken/)
  await loop.wake()
  isBroken = false
  await loop.runNow()
  await loop.runNow()
  assert.deepEqual(log, ['broken', 'works'])
  assert.deepEqual(pauses, [true, true, false, false])
})

test('stop waits for the present run, whose failure is not reported', async () => {
  const gate = Promise.withResolvers<void>()
  const log: unknown[] = []
  const loop = startLoop({ run: () => gate.promise, everyMs: 1, onFailing: (error) => log.push(error) })
  await new Promise(setImmediate)
  let isStopped = false
  const stopping = loop.stop().then(() => {
    isStopped = true
  })
  await new Promise(setImmediate)
  assert.equal(isStopped, false)
  gate.reject(new Error('the database is closed'))
  await stopping
  assert.deepEqual(log, [])
})

test('a run is in the context of the start, not of the caller who woke the loop', async (t) => {
  const context = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  const loop = context.run('start', () => startLoop({ run: () => seen.push(context.getStore()), firstMs: HOUR_MS, everyMs: HOUR_MS }))
  t.after(() => loop.stop())
  await context.run('call', loop.runNow)
  assert.deepEqual(seen, ['start'])
})
