import { startDeadline } from './deadline.ts'

// Work in turn: an owner with much of it delays the others by one piece.

export type QueueCounts = { running: number; waiting: number }
type Owned = { waiting: (() => void)[]; running: number }

type QueueOptions = {
  atOnce: number
  /** Pieces of one owner that run at once. */
  atOnceOfOwner: number
  /** Called with what there is already; throws an error when there is too much of it. */
  refuse(own: QueueCounts, all: QueueCounts): void
  /** How long a piece waits at most. */
  wait?: { ms: number; late(): Error }
}

export function createTurns<Owner>({ atOnce, atOnceOfOwner, refuse, wait }: QueueOptions) {
  const owners = new Map<Owner, Owned>() // in the order of their turns
  const all: QueueCounts = { running: 0, waiting: 0 }

  function moveBehind(owner: Owner, owned: Owned): void {
    owners.delete(owner)
    if (owned.running + owned.waiting.length > 0) owners.set(owner, owned)
  }

  function startNext(): void {
    for (const [owner, owned] of owners) {
      if (all.running >= atOnce) return
      if (owned.running >= atOnceOfOwner || owned.waiting.length === 0) continue
      const start = owned.waiting.shift()!
      all.waiting--
      begin(owner, owned)
      start()
    }
  }

  function begin(owner: Owner, owned: Owned): void {
    owned.running++
    all.running++
    moveBehind(owner, owned)
  }

  function turnOf(owner: Owner, owned: Owned, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (reason: unknown): void => {
      owned.waiting.splice(owned.waiting.indexOf(start), 1)
      all.waiting--
      if (owned.running + owned.waiting.length === 0) owners.delete(owner)
      end()
      reject(reason)
    }
    const onAbort = (): void => leave(signal!.reason)
    const stopTimer = wait && startDeadline(wait.ms, () => leave(wait.late()))
    const end = (): void => {
      stopTimer?.()
      signal?.removeEventListener('abort', onAbort)
    }
    const start = (): void => {
      end()
      resolve()
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    owned.waiting.push(start)
    all.waiting++
    owners.set(owner, owned)
    return promise
  }

  return {
    /** Work whose signal is aborted leaves the queue; running work has to end by itself. */
    async run<T>(owner: Owner, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted()
      const owned = owners.get(owner) ?? { waiting: [], running: 0 }
      refuse({ running: owned.running, waiting: owned.waiting.length }, all)
      // Whoever waits while a place is free has used their own share.
      if (all.running < atOnce && owned.running < atOnceOfOwner) begin(owner, owned)
      else await turnOf(owner, owned, signal)
      try {
        return await work()
      } finally {
        owned.running--
        all.running--
        moveBehind(owner, owned)
        startNext()
      }
    },
  }
}
