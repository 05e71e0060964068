import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { startLoop } from '#async/loop.ts'
import { mergeSnapshots, readyGauge, type Snapshot } from '#run/metrics/snapshot.ts'
import { type Channel, openChannel } from './channel.ts'
import type { Start, ToMain, ToWorker } from './messages.ts'

// The workers of a machine: starts them, starts one that died again, replaces all of them one by one, stops all of them.

const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [200, 10_000]
const STABLE_MS = 60_000
const PEER_MS = 200
const SNAPSHOT_MS = 1000
const STOP_MS = 40_000 // longer than a worker needs to drain, without DRAIN_SECONDS
const PING_MS = 5000
const MOST_UNANSWERED = 6 // pings in a row, that is 30 s. Counted, not timed: this process may have been asleep itself

type One = {
  number: number
  process: Worker
  channel: Channel<ToWorker>
  isReady: boolean
  isWanted: boolean
  ready: Promise<number>
  gone: Promise<void>
  counted: Snapshot
  unanswered: number // pings in a row
}
type Options = { exec: string; env: Record<string, string>; log: Logger; stopMs?: number; pingMs?: number }

const withoutGauges = (snapshot: Snapshot): Snapshot => snapshot.filter(({ type }) => type !== 'gauge')

export function createWorkers({ exec, env, log, stopMs = STOP_MS, pingMs = PING_MS }: Options) {
  cluster.setupPrimary({ exec, args: [], serialization: 'advanced' })
  const all = new Set<One>()
  const pauses = new Map<number, number>() // before the next start of each number
  const timers = new Set<NodeJS.Timeout>()
  let orders: Omit<Start, 'worker'> | undefined
  let isStopping = false
  let ended: Snapshot = []

  function fork(number: number): One {
    const child = cluster.fork(env)
    const startedAt = performance.now()
    const { promise: ready, resolve, reject } = Promise.withResolvers<number>()
    ready.catch(() => {}) // those of restarts are logged
    const { promise: gone, resolve: resolveGone } = Promise.withResolvers<void>()
    let failure: Error | undefined
    const channel = openChannel<ToWorker, ToMain>(child.process, async (message) => {
      if (message.kind === 'peer') return tellOthers(one, message)
      if (message.kind === 'ready') {
        one.isReady = true
        resolve(message.port)
      } else failure = Object.assign(new Error(message.message), message.code !== undefined && { code: message.code })
    })
    const one: One = { number, process: child, channel, isReady: false, isWanted: true, ready, gone, counted: [], unanswered: 0 }
    all.add(one)
    child.once('exit', (code, signal) => onGone(signal ?? `exit code ${code}`))
    child.on('error', (error) => {
      if (child.process.pid === undefined) onGone(error.message) // it could not be started, so it has no exit
      // Otherwise: a message to a process that has just ended.
    })

    function onGone(why: string): void {
      if (!all.delete(one)) return
      resolveGone()
      ended = mergeSnapshots([ended, withoutGauges(one.counted)])
      const hasStarted = one.isReady
      one.isReady = false
      if (!hasStarted) reject(failure ?? new Error(`a worker ended before it was ready (${why})`))
      if (isStopping || !one.isWanted) return
      const pause = nextPause(number, performance.now() - startedAt > STABLE_MS)
      log.error({ worker: number, pid: child.process.pid, why, pause }, 'a worker ended; it is started again')
      startAfter(number, pause)
    }
    return one
  }

  function nextPause(number: number, wasStable: boolean): number {
    const before = pauses.get(number) ?? 0
    const pause = before === 0 || wasStable ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, before * 2)
    pauses.set(number, pause)
    return pause
  }

  function startAfter(number: number, ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      try {
        start(number)
      } catch (error) {
        const pause = nextPause(number, false)
        log.error({ worker: number, err: error, pause }, 'a worker could not be started; it is tried again') // for example without memory
        startAfter(number, pause)
      }
    }, ms)
    timers.add(timer)
  }

  function start(number: number): One {
    const one = fork(number)
    if (orders) one.channel.tell({ kind: 'start', ...orders, worker: number })
    return one
  }

  const ready = (): One[] => [...all].filter(({ isReady }) => isReady)

  /** A worker that hangs keeps its connections, which nobody answers: it is killed, and started again like one that died. */
  async function ping(one: One): Promise<void> {
    one.unanswered = (await one.channel.ask({ kind: 'ping' }, pingMs)) === true ? 0 : one.unanswered + 1
    if (one.unanswered !== MOST_UNANSWERED || !all.has(one)) return // once: its end may be noticed after the next one
    const { number: worker, process } = one
    log.error({ worker, pid: process.process.pid, seconds: (MOST_UNANSWERED * pingMs) / 1000 }, 'a worker does not answer; it is killed')
    process.process.kill('SIGKILL')
  }

  const watching = startLoop({ run: () => Promise.all(ready().map(ping)), everyMs: pingMs, firstMs: pingMs, isRef: false })

  /** The answers of those that answer in time. */
  async function tellOthers(from: One, message: ToWorker & { kind: 'peer' }): Promise<unknown[]> {
    const answers = await Promise.all(ready().map((one) => (one === from ? undefined : one.channel.ask(message, PEER_MS))))
    return answers.filter((answer) => answer !== undefined)
  }

  async function stopOne(one: One, how: { isReplaced: boolean; pauseMs?: number }): Promise<void> {
    one.isWanted = false
    // One that was not started yet has nothing to finish.
    const timer = setTimeout(() => one.process.process.kill('SIGKILL'), orders ? stopMs : 0)
    one.channel.tell({ kind: 'stop', ...how })
    await one.gone
    clearTimeout(timer)
  }

  async function replaceAll(): Promise<void> {
    for (const old of ready().toSorted((a, b) => a.number - b.number)) {
      if (isStopping || !all.has(old)) continue
      old.isWanted = false // it must not be started again beside its successor
      let one: One
      try {
        one = start(old.number)
        one.isWanted = false
        await one.ready
      } catch (error) {
        log.error({ worker: old.number, err: error }, 'a worker could not be replaced; the old one continues')
        old.isWanted = true
        if (!all.has(old) && !isStopping) startAfter(old.number, FIRST_PAUSE_MS) // it has ended meanwhile
        return
      }
      one.isWanted = true
      await stopOne(old, { isReplaced: true })
    }
  }

  let first: One | undefined
  let restarting: Promise<void> | null = null
  return {
    /** The first one loads its code while the main process opens the database. */
    prepare(): void {
      first = fork(1)
      first.isWanted = false // if it cannot start, nothing can
    },
    /** Resolves with the port when the first one listens; rejects with the reason why it cannot. */
    async startFirst(given: Omit<Start, 'worker'>): Promise<number> {
      orders = given
      first!.channel.tell({ kind: 'start', ...given, worker: 1 })
      const port = await first!.ready
      first!.isWanted = true
      return port
    },
    startOthers(count: number): void {
      for (let number = 2; number <= count; number++) start(number)
    },
    /** Each is replaced by a new one, which accepts connections before the old one stops. */
    restart(): Promise<void> {
      restarting ??= replaceAll().finally(() => {
        restarting = null
      })
      return restarting
    },
    /**
     * What each worker answers in a second, and what those that ended had counted: a sum must not become smaller. A worker that does not
     * answer keeps its counters and is not ready; its other values would look current.
     */
    async listSnapshots(): Promise<Snapshot[]> {
      await Promise.all(
        ready().map(async (one) => {
          const answer = (await one.channel.ask({ kind: 'snapshot' }, SNAPSHOT_MS)) as Snapshot | undefined
          one.counted = [...(answer ?? withoutGauges(one.counted)), readyGauge({ worker: answer !== undefined })]
        }),
      )
      return [ended, ...[...all].map(({ counted }) => counted)]
    },
    /** pauseMs: instead of DRAIN_SECONDS. */
    async stop(pauseMs?: number): Promise<void> {
      isStopping = true
      for (const timer of timers) clearTimeout(timer)
      watching.stop()
      await Promise.all([...all].map((one) => stopOne(one, { isReplaced: false, pauseMs })))
      await sleep(0)
    },
  }
}
