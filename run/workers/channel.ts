import { within } from '#async/within.ts'

// Messages between the main process and a worker, over the IPC channel of node:cluster: told, or asked with an answer within a time.

type End = {
  send?(message: Wire, callback: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: Wire) => void): unknown
  connected?: boolean
}
type Wire = { ask?: number; message?: unknown; reply?: number; value?: unknown }

export type Channel<Sent> = {
  tell(message: Sent): void
  /** Undefined when there is no answer in time, for example because the other process is busy or gone. */
  ask(message: Sent, ms: number): Promise<unknown>
}

/** `answer` gets every message of the other end; its value is the answer. */
export function openChannel<Sent, Received>(end: End, answer: (message: Received) => unknown): Channel<Sent> {
  const asked = new Map<number, (value: unknown) => void>()
  let last = 0
  const send = (wire: Wire): void => {
    if (end.send) end.send(wire, () => {}) // the exit of the other process is noticed elsewhere
  }

  end.on('message', async (wire) => {
    if (typeof wire !== 'object' || wire === null) return
    if (wire.reply !== undefined) return asked.get(wire.reply)?.(wire.value)
    if (!('message' in wire)) return // of node:cluster itself
    const answered = (async () => answer(wire.message as Received))()
    const value = await answered.catch(() => undefined) // as if it had not answered in time
    if (wire.ask !== undefined) send({ reply: wire.ask, value })
  })

  return {
    tell: (message) => send({ message }),
    ask(message, ms) {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const id = ++last
      asked.set(id, resolve)
      send({ ask: id, message })
      return within(promise, ms).finally(() => asked.delete(id))
    },
  }
}
