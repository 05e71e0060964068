import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

// HTTP as bytes over a socket, for requests that fetch refuses to send and responses that it hides.

export type RawAnswer = { status: number; head: string; headers: Map<string, string[]>; body: string; bytes: Buffer }
export type RawConnection = {
  socket: Socket
  send(bytes: string | Uint8Array): void
  /** The next complete response; a HEAD or 304 has no body, even with a Content-Length. */
  answer(options?: { hasBody?: boolean; withinMs?: number }): Promise<RawAnswer>
  /** Resolves when the other side has closed. */
  closed(withinMs?: number): Promise<void>
  end(): void
}

export const portOf = (origin: string): number => Number(new URL(origin).port)

export async function rawConnection(port: number, options: { host?: string; localAddress?: string } = {}): Promise<RawConnection> {
  const socket = connect({ port, host: options.host ?? '127.0.0.1', localAddress: options.localAddress })
  let received = Buffer.alloc(0)
  let isClosed = false
  let changed = Promise.withResolvers<void>()
  const notify = () => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
  socket.on('data', (part) => {
    received = Buffer.concat([received, part])
    notify()
  })
  socket.on('error', () => {}) // a reset is expected in some tests: closed() sees it
  socket.on('close', () => {
    isClosed = true
    notify()
  })
  await once(socket, 'connect')

  async function until<T>(read: () => T | undefined, withinMs: number, what: string): Promise<T> {
    const deadline = performance.now() + withinMs
    for (;;) {
      const value = read()
      if (value !== undefined) return value
      if (isClosed) throw new Error(`closed before ${what}; received: ${received.toString('latin1').slice(0, 300)}`)
      const left = deadline - performance.now()
      if (left <= 0) throw new Error(`no ${what} within ${withinMs} ms; received: ${received.toString('latin1').slice(0, 300)}`)
      let timer: NodeJS.Timeout | undefined
      await Promise.race([changed.promise, new Promise((resolve) => (timer = setTimeout(resolve, left)))])
      clearTimeout(timer)
    }
  }

  function takeAnswer(hasBody: boolean): RawAnswer | undefined {
    const end = received.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
    const headers = new Map<string, string[]>()
    for (const line of lines) {
      const name = line.slice(0, line.indexOf(':')).toLowerCase()
      headers.set(name, [...(headers.get(name) ?? []), line.slice(line.indexOf(':') + 1).trim()])
    }
    const status = Number(first.split(' ')[1])
    const size = hasBody && status !== 304 && status !== 204 && status >= 200 ? Number(headers.get('content-length')?.[0] ?? 0) : 0
    if (received.length < end + 4 + size) return undefined
    const bytes = received.subarray(end + 4, end + 4 + size)
    received = received.subarray(end + 4 + size)
    return { status, head: first, headers, body: bytes.toString('utf8'), bytes }
  }

  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    answer: ({ hasBody = true, withinMs = 15_000 } = {}) => until(() => takeAnswer(hasBody), withinMs, 'answer'),
    async closed(withinMs = 15_000) {
      if (!isClosed)
        await until(() => (isClosed ? true : undefined), withinMs, 'close').catch((error) => (isClosed ? undefined : Promise.reject(error)))
    },
    end: () => void socket.destroy(),
  }
}

/** One call on a connection of its own. */
export async function rawCall(port: number, bytes: string | Uint8Array, options: { hasBody?: boolean; withinMs?: number } = {}) {
  const connection = await rawConnection(port)
  try {
    connection.send(bytes)
    return await connection.answer(options)
  } finally {
    connection.end()
  }
}
