import { startLoop } from '#async/loop.ts'
import type { AnySql } from './sql.ts'

// A transaction that holds a lock while other work goes on is idle for long. Proxies close such a connection, the example in deploy/ha after 30
// minutes, and the lock is lost: a statement now and then keeps it open.

const BEAT_MS = 60_000

/** Runs work that does not use this connection. */
export async function keepingAlive<T>(sql: AnySql, work: () => Promise<T>, beatMs = BEAT_MS): Promise<T> {
  // A failure is not reported here: the transaction fails when its connection is lost.
  const beating = startLoop({ run: () => sql`select 1`.execute(), everyMs: beatMs, firstMs: beatMs, isRef: false })
  try {
    return await work()
  } finally {
    await beating.stop()
  }
}

/** For work that uses the connection itself now and then: the same parts, with a statement between them if the last one was long ago. */
export function createKeeper(sql: AnySql, beatMs = BEAT_MS) {
  let last = performance.now()
  return async function* (parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const part of parts) {
      if (performance.now() - last >= beatMs) {
        await sql`select 1`
        last = performance.now()
      }
      yield part
    }
  }
}
