import { AsyncLocalStorage } from 'node:async_hooks'

const ignore = (): void => {}

type LoopOptions = {
  run(): unknown
  /** From the end of one run to the start of the next. */
  everyMs: number | ((isFailing: boolean) => number)
  /** Until the first run; default: it runs now. */
  firstMs?: number
  /** False: the timer does not keep the process. */
  isRef?: boolean
  /** A run has failed, and the one before it had not. */
  onFailing?(error: unknown): void
  /** A run has succeeded, and the one before it had failed. */
  onWorking?(): void
}

export type Loop = {
  /** Runs as soon as possible, once for all who ask meanwhile. The outcome is that of a run that starts after this call. */
  runNow(): Promise<void>
  /** The same for a caller who needs no outcome: a failure is reported by the loop only. */
  wake(): Promise<void>
  /** No further run starts; resolves when the present one has ended. */
  stop(): Promise<void>
}

/** Runs again and again, one run at a time, each in the context of the start: not in that of the call that woke the loop. */
export function startLoop({ run, everyMs, firstMs, isRef = true, onFailing, onWorking }: LoopOptions): Loop {
  const inOwnContext = AsyncLocalStorage.snapshot()
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let isFailing = false
  let isStopped = false

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(wake, ms)
    if (!isRef) timer.unref()
  }

  async function runOnce(): Promise<void> {
    next = null
    clearTimeout(timer)
    if (isStopped) return
    try {
      await run()
      if (isFailing) onWorking?.()
      isFailing = false
    } catch (error) {
      if (!isFailing && !isStopped) onFailing?.(error)
      isFailing = true
      throw error
    } finally {
      schedule(typeof everyMs === 'number' ? everyMs : everyMs(isFailing))
    }
  }

  function runNow(): Promise<void> {
    next ??= last.catch(ignore).then(() => inOwnContext(runOnce))
    last = next
    return next
  }
  const wake = (): Promise<void> => runNow().catch(ignore)

  if (firstMs === undefined) wake()
  else schedule(firstMs)

  return {
    runNow,
    wake,
    stop() {
      isStopped = true
      clearTimeout(timer)
      return last.catch(ignore)
    },
  }
}
