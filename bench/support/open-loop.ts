import { connect, type Socket } from 'node:net'
import { type Ask, request } from './load.ts'

// Calls at a fixed rate, from clients that do not wait for each other: a slow server does not make them ask less. Times count from the
// moment a call was due, not from the moment it was sent.

const TICK_MS = 5

/** `at`: milliseconds from the start to the moment it was due; status 0: no response. */
export type Sample = { status: number; ms: number; at: number; code?: string }

export const percentile = (samples: Sample[], part: number): number =>
  samples.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(samples.length * part)] ?? Number.NaN

export class Client {
  /** Of the last response, if it was a problem. */
  code: string | undefined
  private socket: Socket | null = null
  private received = ''
  private answered: ((status: number) => void) | null = null

  private readonly port: number

  constructor(port: number) {
    this.port = port
    this.open()
  }

  /** Resolves with the status, 0 when the connection is lost first. */
  ask(bytes: Buffer): Promise<number> {
    this.received = ''
    const socket = this.socket ?? this.open()
    return new Promise((resolve) => {
      this.answered = resolve
      socket.write(bytes)
    })
  }

  close(): void {
    this.socket?.destroy()
  }

  private open(): Socket {
    const socket = connect(this.port, '127.0.0.1').setNoDelay(true)
    socket.on('data', (part) => this.read(part))
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.socket !== socket) return
      this.socket = null // the next call opens another
      this.done(0)
    })
    this.socket = socket
    return socket
  }

  private read(part: Buffer): void {
    this.received += part.toString('latin1')
    const end = this.received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.received.slice(0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.received.length < end + 4 + length) return
    if (/connection: close/i.test(head)) {
      this.socket?.destroy()
      this.socket = null
    }
    const status = Number(head.slice(9, 12))
    this.code = status >= 400 ? /"code":"(\w+)"/.exec(this.received)?.[1] : undefined
    this.done(status)
  }

  private done(status: number): void {
    const { answered } = this
    this.answered = null
    answered?.(status)
  }
}

// Some at a time, each with a first call: the server ends connections that send nothing.
async function openAll(port: number, count: number): Promise<Client[]> {
  const all: Client[] = []
  while (all.length < count) {
    const some = Array.from({ length: Math.min(100, count - all.length) }, () => new Client(port))
    await Promise.all(some.map((client) => client.ask(request('GET', '/healthz'))))
    all.push(...some)
  }
  return all
}

type Offer = { perSecond: number; ms: number; connections?: number; onSample?: (sample: Sample) => void }

/** Offers calls at a rate for a time. Without `onSample` it returns all samples; calls that never got a free connection have status 0. */
export async function offer(port: number, ask: Ask, { perSecond, ms, connections = 1000, onSample }: Offer): Promise<Sample[]> {
  const all = await openAll(port, connections)
  const idle = [...all]
  const samples: Sample[] = []
  const take = onSample ?? ((sample: Sample) => void samples.push(sample))
  const startedAt = performance.now()
  let sent = 0
  let open = 0
  const sendDue = (elapsed: number): void => {
    for (const due = (Math.min(elapsed, ms) / 1000) * perSecond; sent < due; sent++) {
      const client = idle.pop()
      const at = (sent / perSecond) * 1000
      if (client === undefined) take({ status: 0, ms: Number.POSITIVE_INFINITY, at })
      else {
        open++
        client.ask(ask(sent)).then((status) => {
          open--
          idle.push(client)
          take({ status, ms: performance.now() - startedAt - at, at, ...(client.code && { code: client.code }) })
        })
      }
    }
  }
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - startedAt
      sendDue(elapsed)
      // The last calls get two seconds; what is still open then gets status 0 from the closing of its connection.
      if (elapsed < ms || (open > 0 && elapsed < ms + 2000)) return
      clearInterval(timer)
      resolve()
    }, TICK_MS)
  })
  for (const client of all) client.close()
  while (open > 0) await new Promise((resolve) => setImmediate(resolve))
  return samples
}
