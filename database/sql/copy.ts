import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Connection, CopyWire } from './connection.ts'

// COPY as streams: whole tables pass through without being in memory.

const PART_BYTES = 256 * 1024
const MOST_PARTS = 4

/** The bytes of COPY … TO STDOUT. The server is not read while the reader is slower. */
export async function* copyOut(connection: Connection, text: string): AsyncGenerator<Buffer> {
  const parts: Buffer[] = []
  let part = Buffer.allocUnsafe(PART_BYTES)
  let length = 0
  let wake = () => {}
  let paused = null as Socket | null
  let isOver = false
  const push = () => {
    if (length > 0) parts.push(part.subarray(0, length))
    part = Buffer.allocUnsafe(PART_BYTES)
    length = 0
    wake()
  }
  const onData = (chunk: Buffer, socket: Socket) => {
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(part, length, at)
      length += copied
      at += copied
      if (length === PART_BYTES) push()
    }
    if (parts.length < MOST_PARTS || paused) return
    paused = socket.pause()
  }
  const ended = connection.copy(text, { onData }).finally(() => {
    isOver = true
    push()
  })
  ended.catch(() => {}) // thrown below
  try {
    for (;;) {
      const next = parts.shift()
      if (next) {
        yield next
        continue
      }
      if (isOver) break
      paused?.resume()
      paused = null
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    await ended
  } finally {
    if (!isOver) connection.destroy() // abandoned half-way: the rest would still arrive
  }
}

/** COPY … FROM STDIN. Returns the number of rows; a source that fails makes the statement fail with its error. */
export async function copyIn(connection: Connection, text: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  let failure: unknown = null
  let isOver = false
  const send = async (wire: CopyWire, socket: Socket): Promise<void> => {
    try {
      for await (const chunk of source) {
        if (isOver || connection.lost) return // refused by the server: it ignores the rest
        wire.sendCopyFromChunk(chunk)
        if (socket.writableNeedDrain) await Promise.race([once(socket, 'drain'), ended.catch(() => {})])
      }
      if (!isOver) wire.endCopyFrom()
    } catch (error) {
      failure = error
      if (!isOver) wire.sendCopyFail('the source has failed')
    }
  }
  let sending: Promise<void> = Promise.resolve()
  const ended = connection
    .copy(text, {
      onReady(wire, socket) {
        sending = send(wire, socket)
      },
    })
    .finally(() => {
      isOver = true
    })
  try {
    const { count } = await ended
    return count
  } catch (error) {
    throw failure ?? error
  } finally {
    await sending
  }
}
