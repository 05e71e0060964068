import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { within } from '#async/within.ts'
import { HeavyRefusal, refusal } from './fair-queue.ts'

// Runs a script outside of the main thread, with a deadline and a limited heap. The script uses heavy/inside.ts.
// A thread is cheaper. A process is for native code: the heap limit does not cover its memory, which a thread would leave to this process,
// and a thread cannot be ended before its native code returns.

export type Send<To> = (message: To, moved?: ArrayBuffer[]) => void
export type Job<From, To, T> = {
  script: URL
  task: unknown
  onMessage(message: From, send: Send<To>, done: (value: T) => void): void
  /** For a job that gets its input in parts. */
  begin?(send: Send<To>): Promise<void>
}
export type JobLimits = { deadlineMs: number; megabytes: number }

/** The heap was not enough. */
export class OutOfMemory extends Error {}

type Started = { events: Worker | ReturnType<typeof fork>; send: Send<unknown>; stop(): Promise<unknown> }

export const runInThread = <From, To, T>(job: Job<From, To, T>, limits: JobLimits, signal?: AbortSignal): Promise<T> =>
  run(job, limits, signal, () => {
    const worker = new Worker(job.script, {
      workerData: job.task,
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 16 },
    })
    return { events: worker, send: (message, moved) => worker.postMessage(message, moved), stop: () => worker.terminate() }
  })

export const runInProcess = <From, To, T>(job: Job<From, To, T>, limits: JobLimits, signal?: AbortSignal): Promise<T> =>
  run(job, limits, signal, () => {
    const child = fork(fileURLToPath(job.script), [JSON.stringify(job.task)], {
      execArgv: [`--max-old-space-size=${limits.megabytes}`],
      env: {}, // no secrets
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const exited = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
    return {
      events: child,
      send: (message) => void child.send(message as object, () => {}), // a child that has gone is reported by its exit
      stop() {
        child.kill('SIGKILL')
        return exited
      },
    }
  })

// Settles after the thread or process has ended: only then its memory is free for the next job.
async function run<From, To, T>(
  job: Job<From, To, T>,
  { deadlineMs }: JobLimits,
  signal: AbortSignal | undefined,
  start: () => Started,
): Promise<T> {
  signal?.throwIfAborted()
  const { events, send: sendTo, stop } = start()
  let isOver = false
  const send: Send<To> = (message, moved) => {
    if (isOver) throw new Error('the job is over') // ends `begin`
    sendTo(message, moved)
  }
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const abort = (): void => reject(signal!.reason)
  signal?.addEventListener('abort', abort, { once: true })
  events.on('message', (message: From) => {
    if (isOver) return
    try {
      job.onMessage(message, send, resolve)
    } catch (error) {
      reject(error) // an error in a listener would end this process
    }
  })
  events.on('error', (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new OutOfMemory(error.message) : error),
  )
  events.on('exit', () => reject(new Error('the job ended without a result'))) // ignored after a result
  job.begin?.(send).catch(reject)
  try {
    return await within(promise, deadlineMs, () => {
      throw new HeavyRefusal(refusal.late, { seconds: deadlineMs / 1000 })
    })
  } finally {
    isOver = true
    signal?.removeEventListener('abort', abort)
    await stop()
  }
}
