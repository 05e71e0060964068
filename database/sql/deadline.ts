/** How long the server has left the statements of all connections unanswered. */
export type Silence = { sent(): void; answered(): void; ms(): number }
export function createSilence(): Silence {
  let waitingSince: number | null = null
  return {
    sent() {
      waitingSince ??= performance.now()
    },
    answered() {
      waitingSince = null // the other statements count again with the next one that is sent
    },
    ms: () => (waitingSince === null ? 0 : performance.now() - waitingSince),
  }
}

/** For `graceMs` of async/deadline.ts, and here. */
export const GRACE_MS = 1000
const LATE_MS = 100

/**
 * Waits for the answers of one connection. The server has its own statement timeout: longer silence means that the server or the network is
 * down. If this process was paused instead, the answer may be in the socket buffer, so there is a grace period of a second.
 */
export class AnswerTimer {
  ms: number
  readonly #timer: NodeJS.Timeout
  readonly #onSilence: () => void
  #silentSince = 0
  #pending = 0
  #answers = 0

  constructor(ms: number, onSilence: () => void) {
    this.ms = ms
    this.#onSilence = onSilence
    this.#timer = setTimeout(() => this.#onTimeout(), ms).unref()
  }

  get isWaiting(): boolean {
    return this.#pending > 0
  }

  sent(): void {
    this.#pending++
    this.#restart()
  }

  /** A COPY, whose rows come before its answer: the time does not start. */
  sentCopy(): void {
    this.#pending++
  }

  answered(): void {
    this.#pending--
    this.#answers++
    if (this.isWaiting) this.#restart()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #restart(): void {
    this.#silentSince = performance.now()
    this.#timer.refresh()
  }

  #onTimeout(): void {
    if (!this.isWaiting) return
    if (performance.now() - this.#silentSince + LATE_MS < this.ms) return void this.#timer.refresh()
    const before = this.#answers
    setTimeout(() => {
      if (this.#answers === before) this.#onSilence()
    }, GRACE_MS).unref()
  }
}
