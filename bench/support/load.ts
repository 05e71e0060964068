import { connect, type Socket } from 'node:net'

// Load generator with little overhead: raw sockets, requests serialised in advance, responses parsed only for their end.

export type Ask = (n: number) => Buffer // the n-th request, as bytes
export type Load = { calls: number; bytes: number; statuses: Map<number, number> }

export const request = (method: string, path: string, headers: Record<string, string> = {}, body = ''): Buffer => {
  const length = method === 'POST' ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) } : {}
  const lines = Object.entries({ host: 'localhost', ...length, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

export async function load(port: number, ask: Ask, { connections = 32, ms = 2000 } = {}): Promise<Load> {
  const total: Load = { calls: 0, bytes: 0, statuses: new Map() }
  let next = 0
  const end = performance.now() + ms
  await Promise.all(
    Array.from({ length: connections }, () => oneConnection(port, () => (performance.now() < end ? ask(next++) : null), total)),
  )
  return total
}

function oneConnection(port: number, nextRequest: () => Buffer | null, total: Load): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    let missing = -1 // bytes of the body still to come; -1 while the head is incomplete
    let head = ''

    const write = (): void => {
      const request = nextRequest()
      if (request) socket.write(request)
      else socket.end()
    }

    socket.on('data', (part: Buffer) => {
      total.bytes += part.length
      if (missing < 0) {
        head += part.toString('latin1', 0, 4096)
        const headEnd = head.indexOf('\r\n\r\n')
        if (headEnd < 0) return
        const status = Number(head.slice(9, 12))
        total.statuses.set(status, (total.statuses.get(status) ?? 0) + 1)
        const at = head.search(/content-length: /i)
        const length = status === 304 ? 0 : Number.parseInt(head.slice(at + 16, at + 26), 10)
        const before = head.length - Math.min(part.length, 4096)
        missing = length - (part.length - (headEnd + 4 - before))
        head = ''
      } else missing -= part.length
      if (missing > 0) return
      missing = -1
      total.calls++
      write()
    })
    socket.on('connect', write)
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}
