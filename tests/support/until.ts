import { setTimeout as sleep } from 'node:timers/promises'

/** Polls: the deadline only ends a test that hangs. */
export async function until<T>(look: () => Promise<T | false | undefined> | T | false | undefined, seconds = 300): Promise<T> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > deadline) throw new Error(`it did not become true within ${seconds} s: ${look}`)
    await sleep(50)
  }
}
